import assert from 'node:assert/strict';
import {test} from 'node:test';
import {impactRows, ownerMessage} from './impact-text.ts';

const header = (guid: string, owner?: string) => ({
  guid,
  typeName: 'hive_table',
  status: 'ACTIVE' as const,
  displayText: guid,
  attributes: {name: guid, qualifiedName: `${guid}@x`, ...(owner === undefined ? {} : {owner})},
  labels: [],
  classificationNames: guid === 'b' ? ['PII', 'GDPR'] : [],
});
const assets = [
  {entity: header('b', 'ann'), degree: 1, path: ['a', 'p', 'b']},
  {entity: header('c', 'ann'), degree: 2, path: ['a', 'p', 'b', 'q', 'c']},
  {entity: header('=d'), degree: 1, path: ['a', 'p', '=d']},
];
const guidEntityMap = Object.fromEntries(
  ['a', 'b', 'c', '=d', 'p'].map(guid => [guid, header(guid)]),
);

test('a file names the way to each asset, and what it does not know by its guid', () => {
  const [head, near, far] = impactRows({assets, guidEntityMap});
  assert.deepEqual(head, [
    'Hops',
    'Name',
    'Qualified name',
    'Type',
    'Owner',
    'Classifications',
    'Path',
    'GUID',
  ]);
  assert.deepEqual(near, [1, 'b', 'b@x', 'hive_table', 'ann', 'PII, GDPR', 'a > p > b', 'b']);
  assert.deepEqual(far, [2, 'c', 'c@x', 'hive_table', 'ann', '', 'a > p > b > q > c', 'c']);
});

test('a message lists the assets of each owner, those of most first, and no list without end', () => {
  const message = ownerMessage(header('a'), assets, 'http://x/#!/a');
  assert.equal(
    message,
    [
      'A change to a (Hive table) is planned. 3 assets depend on it. Please check yours.',
      'ann: 2 assets\n- b (Hive table)\n- c (Hive table)',
      'Without an owner: 1 asset\n- =d (Hive table)',
      'http://x/#!/a',
    ].join('\n\n'),
  );
  const many = Array.from({length: 23}, (_, n) => ({
    entity: header(`t${n}`, 'ann'),
    degree: 1,
    path: [],
  }));
  assert.match(ownerMessage(header('a'), many, ''), /- t19 \(Hive table\)\n- and 3 more/);
  assert.match(ownerMessage(header('a'), many.slice(0, 1), ''), /1 asset depends on it/);
});
