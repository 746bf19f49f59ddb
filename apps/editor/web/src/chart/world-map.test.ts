import assert from 'node:assert/strict';
import {test} from 'node:test';
import {countryName, countryNumber} from './countries.ts';
import {countryValues, placesIn} from './world-map.ts';

test('countries are found by their codes and by their names', () => {
  for (const [text, number] of [
    ['DE', '276'],
    ['deu', '276'],
    ['276', '276'],
    ['8', '008'],
    ['Germany', '276'],
    ['UK', '826'],
    ['United States', '840'],
    ['United States of America', '840'],
    ["Cote d'Ivoire", '384'],
    ['the Netherlands', '528'],
    ['Trinidad & Tobago', '780'],
  ] as const)
    assert.equal(countryNumber(text), number, text);
  assert.equal(countryNumber('Atlantis'), undefined);
  assert.equal(countryNumber(''), undefined);
  assert.equal(countryName('276'), 'Germany');
});

const chart = {kind: 'map', x: 'country', y: ['n']} as const;
const rows = [
  ['DE', '2'],
  ['Germany', 3],
  ['Atlantis', 9],
  [null, 1],
  ['FR', null],
];

test('a country that is written in two ways has one value, and what is none is told', () => {
  const summed = countryValues(chart, rows, () => true);
  assert.deepEqual([...summed.values], [['276', 5]]);
  assert.deepEqual([summed.unknown, summed.isMixed], [['Atlantis', 'NULL'], false]);
  assert.deepEqual(
    [...countryValues({...chart, aggregate: 'max'}, rows, () => true).values],
    [['276', 3]],
  );
  const mean = countryValues({...chart, aggregate: 'avg'}, rows, () => true);
  assert.deepEqual([[...mean.values], mean.isMixed], [[['276', 2]], true]);
  assert.deepEqual(
    countryValues(chart, rows, number => number !== '276').unknown,
    ['DE', 'Germany', 'Atlantis', 'NULL'],
    'what the map has no outline of',
  );
});

test('places are where they can be on a map', () => {
  assert.deepEqual(
    placesIn([
      ['52.5', 13.4, 7],
      [91, 0, 1],
      [null, 0, 1],
      [0, 'east', 1],
      [-33.9, 151.2],
    ]),
    [{value: [13.4, 52.5, 7]}, {value: [151.2, -33.9, 0]}],
  );
});
