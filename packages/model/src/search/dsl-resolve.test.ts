import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {AppError} from '../error.ts';
import {attribute, classificationDef, composition, entityDef} from '../testing.ts';
import {TypeRegistry} from '../types/type-registry.ts';
import {resolveDsl} from './dsl-resolve.ts';

const base = entityDef('', [], []);
const types = new TypeRegistry([
  entityDef(
    'Asset',
    [],
    [attribute('name', 'string', {isIndexable: true}), attribute('owner', 'string')],
  ),
  entityDef('db', ['Asset'], []),
  entityDef(
    'table',
    ['Asset'],
    [
      attribute('made', 'date', {isIndexable: true}),
      attribute('size', 'int', {isIndexable: true}),
      attribute('peer', 'table'),
      attribute('anything', 'objectid'),
      attribute('options', 'map<string,string>'),
      attribute('store', 'store'),
    ],
  ),
  entityDef('view', ['table'], []),
  entityDef('column', ['Asset'], []),
  composition('table_columns', ['table', 'columns'], ['column', 'table']),
  composition('db_tables', ['db', 'tables'], ['table', 'db']),
  classificationDef('PII', []),
  {...classificationDef('PII_mail', []), superTypes: ['PII']},
  {
    ...base,
    category: 'STRUCT',
    guid: 'store',
    name: 'store',
    attributeDefs: [attribute('format', 'string')],
  },
  {
    ...base,
    category: 'BUSINESS_METADATA',
    guid: 'cost',
    name: 'cost',
    attributeDefs: [attribute('centre', 'string')],
  },
]);
const page = {limit: 100, offset: 0, maxLimit: 10_000};
const resolve = (query: string) => resolveDsl(types, query, page);

function reason(query: string): string {
  try {
    resolve(query);
  } catch (error) {
    assert.ok(error instanceof AppError);
    assert.equal(error.code, 'ATLAS-400-00-059');
    return (/Reason: (.*)\. Please refer/s.exec(error.message)?.[1] ?? '').replaceAll(
      'DSL Semantic Error - ',
      '',
    );
  }
  return 'no error';
}

suite('DSL names', () => {
  test('a type stands for its sub-types, a classification for those that derive from it', () => {
    assert.deepEqual(resolve('table').query.types, ['table', 'view']);
    assert.deepEqual(resolve('PII').query.where, {kind: 'classified', names: ['PII', 'PII_mail']});
    assert.equal(resolve('_ALL_ENTITY_TYPES').query.types, undefined);
    assert.deepEqual(resolve('table where table isa PII').query.where, resolve('PII').query.where);
  });

  test('an attribute is found bare, behind the type, a type above it or the alias', () => {
    const [first, ...others] = ['name', 'table.name', 'Asset.name', 't.name'].map(
      name => resolve(`table as t where ${name} = 'x'`).query.where,
    );
    for (const other of others) assert.deepEqual(other, first);
    assert.deepEqual(first, {
      kind: 'compare',
      field: {
        kind: 'attribute',
        keys: ['Asset.name'],
        isIndexed: true,
        isList: false,
        compare: 'text',
        column: 'attributes',
        path: ['name'],
      },
      op: '=',
      value: 'x',
    });
  });

  test('a path leads over relationships and references', () => {
    const {where} = resolve(`column where table.db.name = 'x'`).query;
    assert.ok(where?.kind === 'related' && where.part?.kind === 'related');
    assert.deepEqual(
      [where.edges, where.to],
      [[{typeName: 'table_columns', end: 2}], ['table', 'view']],
    );
    assert.deepEqual(
      [where.part.edges, where.part.to],
      [[{typeName: 'db_tables', end: 2}], ['db']],
    );
    const peer = resolve('table where peer has name').query.where;
    assert.ok(peer?.kind === 'related');
    assert.deepEqual(peer.edges, [{typeName: '__table.peer', end: 1}]);
  });

  test('members of structs, business attributes and system attributes', () => {
    const paths = ['store.format', 'cost.centre', '__guid'].map(name => {
      const {where} = resolve(`table where ${name} = 'x'`).query;
      return (
        where?.kind === 'compare' &&
        (where.field.kind === 'column' ? where.field.column : where.field.path)
      );
    });
    assert.deepEqual(paths, [
      ['store', 'attributes', 'format'],
      ['businessAttributes', 'cost', 'centre'],
      'guid',
    ]);
  });

  test('limit and offset of the query come before those of the request; neither goes over the maximum', () => {
    const limits = (query: string, asked: object) => {
      const {limit, offset} = resolveDsl(types, query, {...page, ...asked}).query;
      return [limit, offset];
    };
    assert.deepEqual(limits('table', {limit: 7, offset: 3}), [7, 3]);
    assert.deepEqual(limits('table limit 5', {limit: 7, offset: 3}), [5, 0]);
    assert.deepEqual(limits('table limit 5 offset 2', {limit: 7, offset: 3}), [5, 2]);
    assert.deepEqual(limits('table limit 99999', {}), [10_000, 0]);
  });

  test('what is selected: labels as written, aliases, entities, related entities', () => {
    const labels = resolve(`table as t select t.name, owner as 'o', count(), max(size)`).table
      ?.columns;
    assert.deepEqual(
      labels?.map(one => one.label),
      ['t.name', "'o'", 'count()', 'max(size)'],
    );
    assert.equal(resolve('table as t select t').table, undefined);
    const {query, table} = resolve(`table where name = 'x' select columns`);
    assert.equal(table, undefined);
    assert.deepEqual(query.types, ['column']);
    assert.ok(query.where?.kind === 'related' && query.where.part?.kind === 'and');
    assert.deepEqual(query.where.edges, [{typeName: 'table_columns', end: 2}]);
  });

  test('each problem is told with its place', () => {
    assert.equal(reason('nope'), 'nope type not found (line 1, column 1)');
    assert.equal(
      reason('store'),
      'From source store is not a valid Entity/Classification type (line 1, column 1)',
    );
    assert.equal(reason('table isa db'), 'db classification not found (line 1, column 11)');
    assert.equal(
      reason('table where a = 1'),
      'a attribute not found for type table (line 1, column 13)',
    );
    assert.equal(
      reason('table where db.a = 1'),
      'a attribute not found for type db (line 1, column 13)',
    );
    assert.equal(
      reason('table where view2.name = 1'),
      'view2 attribute not found for type table (line 1, column 13)',
    );
    assert.equal(
      reason('table has options'),
      'Property needs to be a primitive type: options (line 1, column 11)',
    );
    assert.equal(reason('table where db = 1'), 'Qualified name for db failed! (line 1, column 13)');
    assert.equal(
      reason('table where anything.x = 1'),
      'anything attribute not found for type table (line 1, column 13)',
    );
    assert.equal(
      reason("table where made > '2024-13'"),
      'Date format: 2024-13. (line 1, column 20)',
    );
    assert.equal(reason("table where size = 'x'"), 'size: x is no int (line 1, column 20)');
    assert.equal(
      reason('table where size > [1]'),
      'a list goes with = and != only, not with > (line 1, column 20)',
    );
    assert.equal(
      reason('table groupby (db.name)'),
      'GroupBy attribute db.name is non-primitive (line 1, column 16)',
    );
    assert.equal(
      reason('table orderby (db.name)'),
      'OrderBy attribute db.name is non-primitive (line 1, column 16)',
    );
    assert.equal(
      reason('table orderby columns'),
      'OrderBy attribute columns is non-primitive (line 1, column 15)',
    );
    assert.equal(
      reason('table select db, columns'),
      'Select clause has multiple referred attributes 2 (line 1, column 14)',
    );
    assert.equal(
      reason('table select name, db.name'),
      'Select clause has simple and referred attributes (line 1, column 14)',
    );
    assert.equal(
      reason('table select max(db.name)'),
      'Select clause has aggregation on referred attributes max(db.name) (line 1, column 14)',
    );
    assert.equal(reason('table select sum(name)'), 'sum(name) needs a number (line 1, column 14)');
    assert.equal(
      reason('table select name as n, owner as n'),
      "Duplicate alias found: 'n' (line 1, column 25)",
    );
    assert.equal(
      reason('table groupby (owner) select count() orderby name'),
      'orderby name: groups are ordered by what is selected or grouped by (line 1, column 46)',
    );
    assert.equal(
      reason('table where a = 1 and\n b = 2').split(', ').length,
      4,
      'all problems at once',
    );
  });
});
