import assert from 'node:assert/strict';
import {test} from 'node:test';
import {facetsOf, narrowed, type ImpactChoice, type Listed} from './impact.ts';

const none: ImpactChoice = {degree: [], type: [], owner: [], classification: []};
const one = (guid: string, values: Partial<Listed['values']>): Listed => ({
  guid,
  words: guid,
  values: {degree: ['1'], type: ['table'], owner: [], classification: [], ...values},
});
const all = [
  one('daily sales', {owner: ['ann']}),
  one('daily stock', {owner: ['bob'], degree: ['10']}),
  one('sales', {owner: ['bob'], degree: ['2'], classification: ['PII', 'GDPR']}),
];

test('all words and one value of each chosen facet', () => {
  const found = (query: string, choice: Partial<ImpactChoice> = {}) =>
    narrowed(all, query, {...none, ...choice}).map(({guid}) => guid);
  assert.deepEqual(found(''), ['daily sales', 'daily stock', 'sales']);
  assert.deepEqual(found(' SALES daily '), ['daily sales']);
  assert.deepEqual(found('', {owner: ['bob', 'ann'], degree: ['1', '2']}), [
    'daily sales',
    'sales',
  ]);
  assert.deepEqual(found('stock', {classification: ['PII']}), []);
});

test('degrees count up, others are told by how many there are, and what is chosen stays', () => {
  const facets = new Map(
    facetsOf(all, '', {...none, type: ['topic']}).map(({name, values}) => [name, values]),
  );
  assert.deepEqual(facets.get('type'), [
    {value: 'table', count: 3},
    {value: 'topic', count: 0},
  ]);
  assert.deepEqual(facets.get('owner'), []);
  const open = new Map(
    facetsOf(all, '', none).map(({name, values}) => [name, values.map(({value}) => value)]),
  );
  assert.deepEqual(open.get('degree'), ['1', '2', '10']);
  assert.deepEqual(open.get('owner'), ['bob', 'ann']);
});
