import assert from 'node:assert/strict';
import {test} from 'node:test';
import {domainAndBelow, domainLines, domainPath} from './domain-tree.ts';

const all = [
  {guid: 'o', name: 'Orders', parentGuid: 's'},
  {guid: 'f', name: 'Finance'},
  {guid: 's', name: 'Sales'},
  {guid: 'r', name: 'Returns', parentGuid: 'o'},
  {guid: 'h', name: 'Hidden', parentGuid: 'not to be seen'},
];

test('each domain stands behind the one that it is in', () => {
  assert.deepEqual(
    domainLines(all).map(({domain, level}) => `${level} ${domain.name}`),
    ['0 Finance', '0 Sales', '1 Orders', '2 Returns', '0 Hidden'],
  );
  assert.equal(domainPath(all, 'r'), 'Sales / Orders / Returns');
  assert.equal(domainPath(all, 'h'), 'Hidden');
  assert.equal(domainPath(all, 'gone'), '');
  assert.deepEqual(domainAndBelow(all, 's'), ['s', 'o', 'r']);
});

test('domains in a circle are shown once', () => {
  const circle = [
    {guid: 'a', name: 'A', parentGuid: 'b'},
    {guid: 'b', name: 'B', parentGuid: 'a'},
  ];
  assert.equal(domainLines(circle).length, 2);
  assert.equal(domainPath(circle, 'a'), 'B / A');
  assert.deepEqual(domainAndBelow(circle, 'a'), ['a', 'b']);
});
