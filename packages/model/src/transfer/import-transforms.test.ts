import assert from 'node:assert/strict';
import {test} from 'node:test';
import {TypeRegistry} from '../types/type-registry.ts';
import {planTypeCreate} from '../types/type-plan.ts';
import {readTransformers} from './import-transformers.ts';
import {classificationsIn, readTransforms, type RawEntity} from './import-transforms.ts';

const {types} = planTypeCreate(
  new TypeRegistry([]),
  {
    entityDefs: [
      {name: 'asset', attributeDefs: []},
      {name: 'hive_table', superTypes: ['asset'], attributeDefs: []},
    ],
  },
  {userName: 'a', now: 1, newGuid: () => crypto.randomUUID()},
);
const scope = {
  types,
  exportedItems: [
    {typeName: 'hive_db', uniqueAttributes: {qualifiedName: 'sales@cl1'}},
    {guid: 'g1'},
  ],
};

const entity = (
  typeName: string,
  attributes: Record<string, unknown>,
  rest: object = {},
): RawEntity => ({
  typeName,
  attributes,
  ...rest,
});

const transformed = (transforms: object, one: RawEntity) => {
  readTransforms(transforms, scope)(one);
  return one;
};

test('transforms change values of the attributes they name, in sub-types, too', () => {
  const asset = {
    asset: {
      qualifiedName: ['lowercase', 'replace:@cl1:@cl2'],
      owner: ['uppercase'],
      none: ['lowercase'],
    },
  };
  const one = transformed(
    asset,
    entity('hive_table', {qualifiedName: 'A.B@CL1', owner: 'ann', position: 1}),
  );
  assert.deepEqual(one['attributes'], {qualifiedName: 'a.b@cl2', owner: 'ANN', position: 1});
  const other = transformed(asset, entity('hive_db', {qualifiedName: 'A@CL1'}));
  assert.deepEqual(other['attributes'], {qualifiedName: 'A@CL1'});
});

test('transforms of the whole entity', () => {
  const all = (...specs: string[]) => ({hive_db: {'*': specs}});
  const db = () =>
    entity(
      'hive_db',
      {qualifiedName: 'sales@cl1', list: ['a'], owner: 'x'},
      {classifications: [{typeName: 'PII'}, {typeName: 'OLD'}]},
    );
  const one = transformed(
    all('add:list=list:b', 'add:fresh=list:c', 'add:owner=y', 'clearAttrValue:list2,comment'),
    db(),
  );
  assert.deepEqual(one['attributes'], {
    qualifiedName: 'sales@cl1',
    list: ['a', 'b'],
    owner: 'y',
    fresh: ['c'],
    list2: null,
    comment: null,
  });
  const tagged = transformed(
    all('removeClassification:OLD', 'addClassification:COPY', 'addClassification:PII'),
    db(),
  );
  assert.deepEqual(tagged['classifications'], [{typeName: 'PII'}, {typeName: 'COPY'}]);
  assert.equal(transformed(all('setDeleted'), db())['status'], 'DELETED');
  const top = all('addClassification:TOP:topLevel');
  assert.equal((transformed(top, db())['classifications'] as object[]).length, 3);
  assert.equal(
    transformed(top, entity('hive_db', {qualifiedName: 'other@cl1'}))['classifications'],
    undefined,
  );
});

test('what is no transform is refused', () => {
  assert.throws(() => readTransforms({t: {a: ['reverse']}}, scope), {kind: 'INVALID_VALUE'});
  assert.throws(() => readTransforms({t: {a: ['add:x']}}, scope), {kind: 'INVALID_VALUE'});
  assert.throws(() => readTransforms({t: {a: 'lowercase'}}, scope), /Expected an array/);
  assert.throws(() => readTransforms([], scope), /Expected an object/);
  assert.throws(() => readTransformers({}, scope), /Expected an array/);
});

const run = (transformers: object[], one: RawEntity) => {
  readTransformers(transformers, scope)(one);
  return one['attributes'];
};

test('transformers: conditions and actions', () => {
  const matches = (text: string, name: unknown) => {
    const attributes = run(
      [{conditions: {'hive_x.name': text}, action: {done: 'SET: yes'}}],
      entity('hive_x', {name}),
    );
    return (attributes as {done?: string}).done === 'yes';
  };
  for (const [text, yes, no] of [
    ['EQUALS: Ann', 'Ann', 'ann'],
    ['EQUALS_IGNORE_CASE: Ann', 'aNN', 'anne'],
    ['STARTS_WITH: An', 'Ann', 'ann'],
    ['STARTS_WITH_IGNORE_CASE: An', 'ANN', 'xan'],
    ['HAS_VALUE: ', 'x', ''],
    ['Ann', 'Ann', 'x'],
    ['http://a', 'http://a', 'a'],
  ] as const) {
    assert.equal(matches(text, yes), true, text);
    assert.equal(matches(text, no), false, text);
    assert.equal(matches(text, null), false, text);
  }
  const changes = (text: string) =>
    (run([{action: {'hive_x.name': text}}], entity('hive_x', {name: 'Ab=c'})) as {name: unknown})
      .name;
  assert.equal(changes('SET: v'), 'v');
  assert.equal(changes('v'), 'v');
  assert.equal(changes('http://v'), 'http://v');
  assert.equal(changes('TO_LOWER:'), 'ab=c');
  assert.equal(changes('TO_UPPER:'), 'AB=C');
  assert.equal(changes('CLEAR:'), null);
  assert.equal(changes('REPLACE_PREFIX: Ab'), '=c');
  assert.equal(changes('REPLACE_PREFIX: > :Ab>X'), 'X=c');
  assert.equal(changes('REPLACE_PREFIX: > :No>X'), 'Ab=c');
  assert.deepEqual(
    run([{action: {'asset.owner': 'SET: me'}}], entity('hive_table', {owner: 'you'})),
    {owner: 'me'},
  );
  assert.deepEqual(
    run([{action: {'hive_db.owner': 'SET: me'}}], entity('hive_table', {owner: 'you'})),
    {owner: 'you'},
  );
});

test('transformers of what was exported, and of all', () => {
  const tag = (scopeName: string, one: RawEntity) => {
    readTransformers(
      [{conditions: {__entity: scopeName}, action: {__entity: 'ADD_CLASSIFICATION: REPLICATED'}}],
      scope,
    )(one);
    return one['classifications'];
  };
  const tagged = [{typeName: 'REPLICATED'}];
  assert.deepEqual(tag('topLevel: ', entity('hive_db', {qualifiedName: 'sales@cl1'})), tagged);
  assert.deepEqual(tag('topLevel: ', entity('x', {}, {guid: 'g1'})), tagged);
  assert.equal(tag('topLevel: ', entity('x', {}, {guid: 'g2'})), undefined);
  assert.deepEqual(tag('ALL: ', entity('x', {}, {guid: 'g2'})), tagged);
  assert.deepEqual(
    classificationsIn({t: {'*': ['addClassification:A:topLevel', 'removeClassification:B']}}, [
      {action: {__entity: 'ADD_CLASSIFICATION: C'}},
    ]),
    ['A', 'C'],
  );
});

test('names that contain another entity’s name follow it', () => {
  const rename = [
    {
      conditions: {'hive_db.name': 'EQUALS: sales'},
      action: {'hive_db.name': 'SET: copy', 'hive_db.clusterName': 'SET: cl2'},
    },
  ];
  assert.deepEqual(
    run(rename, entity('hive_db', {name: 'sales', clusterName: 'cl1', qualifiedName: 'sales@cl1'})),
    {
      name: 'copy',
      clusterName: 'cl2',
      qualifiedName: 'copy@cl2',
    },
  );
  assert.deepEqual(run(rename, entity('hive_table', {name: 't', qualifiedName: 'sales.t@cl1'})), {
    name: 't',
    qualifiedName: 'copy.t@cl2',
  });
  assert.deepEqual(
    run(rename, entity('hive_column', {name: 'c', qualifiedName: 'sales.t.c@cl1'})),
    {
      name: 'c',
      qualifiedName: 'copy.t.c@cl2',
    },
  );
  assert.deepEqual(
    run(
      rename,
      entity('hive_storagedesc', {
        location: 'hdfs://x/sales.db/t',
        qualifiedName: 'sales.t@cl1_storage',
      }),
    ),
    {location: 'hdfs://x/sales.db/t', qualifiedName: 'copy.t@cl2_storage'},
  );
  assert.deepEqual(run(rename, entity('hive_table', {name: 't', qualifiedName: 'other.t@cl1'})), {
    name: 't',
    qualifiedName: 'other.t@cl1',
  });
  const path = [
    {action: {'hdfs_path.name': 'REPLACE_PREFIX: = :/a=/b', 'hdfs_path.clusterName': 'SET: cl2'}},
  ];
  assert.deepEqual(
    run(
      path,
      entity('hdfs_path', {name: '/a/x', path: 'hdfs://h/a/x', qualifiedName: 'hdfs://h/a/x@cl1'}),
    ),
    {name: '/b/x', path: 'hdfs://h/b/x', clusterName: 'cl2', qualifiedName: 'hdfs://h/b/x@cl2'},
  );
});
