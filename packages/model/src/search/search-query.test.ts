import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {AppError} from '../error.ts';
import {describeCondition} from './describe-condition.ts';
import {readDate, readDateRange} from './search-dates.ts';
import {readSearchParameters} from './search-parameters.ts';
import {resolveSearch} from './search-query.ts';
import {attribute, classificationDef, entityDef} from '../testing.ts';
import {TypeRegistry} from '../types/type-registry.ts';

const types = new TypeRegistry([
  entityDef('__internal', [], []),
  entityDef('secret', ['__internal'], []),
  entityDef(
    'Asset',
    [],
    [attribute('name', 'string', {isIndexable: true}), attribute('note', 'string')],
  ),
  entityDef(
    'table',
    ['Asset'],
    [
      attribute('made', 'date', {isIndexable: true}),
      attribute('size', 'int', {isIndexable: true}),
      attribute('peer', 'Asset'),
    ],
  ),
  entityDef('view', ['table'], []),
  classificationDef('PII', [attribute('level', 'string')]),
  {...classificationDef('PII_mail', []), superTypes: ['PII']},
]);
const now = Date.UTC(2026, 4, 15, 13);

const resolve = (body: object) =>
  resolveSearch(types, readSearchParameters(body, {includeSubTypes: true}), now);
const code = (body: object) => {
  try {
    resolve(body);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof AppError);
    return `${error.code} ${error.message}`;
  }
};
const filter = (attributeName: string, operator: string, attributeValue?: string) => ({
  attributeName,
  operator,
  ...(attributeValue === undefined ? {} : {attributeValue}),
});

test('types by name, with or without those below, as a list, or all', () => {
  assert.deepEqual(resolve({typeName: 'table'}).query.types, ['table', 'view']);
  assert.deepEqual(resolve({typeName: 'table', includeSubTypes: false}).query.types, ['table']);
  assert.deepEqual(resolve({typeName: 'view, Asset', includeSubTypes: false}).query.types, [
    'view',
    'Asset',
  ]);
  for (const typeName of ['_ALL_ENTITY_TYPES', '*', undefined])
    assert.equal(resolve({typeName}).query.types, undefined);
});

test('classifications by name, pattern and in general', () => {
  const resolved = (classification: string, more: object = {}) =>
    resolve({classification, ...more}).query.classifications;
  assert.deepEqual(resolved('PII'), [{names: ['PII', 'PII_mail'], isNegated: false}]);
  assert.deepEqual(resolved('PII', {includeSubClassifications: false}), [
    {names: ['PII'], isNegated: false},
  ]);
  assert.deepEqual(resolved('*_mail'), [{names: ['PII_mail'], isNegated: false}]);
  assert.deepEqual(resolved('_CLASSIFIED'), [{isNegated: false}]);
  assert.deepEqual(resolved('_NOT_CLASSIFIED'), [{isNegated: true}]);
});

suite('refused with the code of the reference', () => {
  const cases: [object, string][] = [
    [{typeName: 'nope'}, 'ATLAS-400-00-00A nope: Unknown/invalid typename'],
    [{typeName: 'table,nope'}, 'ATLAS-400-00-00A table,nope: Unknown/invalid typename'],
    [{classification: 'nope'}, 'ATLAS-400-00-046 nope: Unknown/invalid classification'],
    [{classification: 'no*pe'}, 'ATLAS-400-00-046 no*pe: Unknown/invalid classification'],
    [
      {typeName: 'table', entityFilters: filter('nope', '=', 'x')},
      'ATLAS-400-00-023 Attribute nope not found for type table',
    ],
    [
      {typeName: 'Asset,table', entityFilters: filter('size', '=', '1')},
      'ATLAS-400-00-023 Attribute size not found for type Asset',
    ],
    [
      {typeName: 'table', attributes: ['nope'], excludeHeaderAttributes: true},
      'ATLAS-400-00-023 Attribute nope not found for type table',
    ],
    [
      {typeName: 'table', sortBy: 'nope'},
      'ATLAS-400-00-023 Attribute nope not found for type table',
    ],
    [
      {classification: 'PII', tagFilters: filter('nope', '=', 'x')},
      'ATLAS-400-00-023 Attribute nope not found for type PII',
    ],
    [
      {typeName: 'table', entityFilters: filter('size', '=', 'big')},
      'ATLAS-400-00-029 size: big is no int',
    ],
    [
      {typeName: 'table', entityFilters: filter('made', '<', 'soon')},
      'ATLAS-400-00-029 made: soon is no date',
    ],
    [
      {typeName: 'table', entityFilters: filter('name', 'timerange', 'TODAY')},
      'ATLAS-400-00-029 name: TODAY is no string',
    ],
  ];
  for (const [body, expected] of cases)
    test(JSON.stringify(body), () => assert.equal(code(body), expected));

  test('a pattern of classifications has no attributes to filter by', () => {
    assert.match(
      code({classification: 'PI*', tagFilters: filter('level', '=', 'x')}) ?? '',
      /^ATLAS-400-00-029/,
    );
  });
  test('a reference has no order', () => {
    assert.match(
      code({typeName: 'table', entityFilters: filter('peer', '=', 'x')}) ?? '',
      /^ATLAS-400-00-029 peer/,
    );
  });
});

test('a blank name among the attributes asks for nothing', () => {
  assert.equal(code({typeName: 'table', attributes: ['', ' ']}), undefined);
});

test('all types are ordered by an attribute that some of them have, and by no other', () => {
  const keysOf = (body: object) => {
    const field = resolve(body).query.sort?.field;
    return typeof field === 'object' && field.kind === 'attribute' ? field.keys : undefined;
  };
  assert.deepEqual(
    keysOf({classification: 'PII', sortBy: 'size'}),
    keysOf({typeName: 'table', sortBy: 'size'}),
  );
  assert.match(code({classification: 'PII', sortBy: 'nope'}) ?? '', /^ATLAS-400-00-023/);
});

test('a related entity may be asked for as an attribute, and any name among all types', () => {
  assert.equal(code({typeName: 'table', attributes: ['peer', '__guid']}), undefined);
  assert.equal(code({typeName: '_ALL_ENTITY_TYPES', attributes: ['whatever']}), undefined);
});

suite('only what no index answers is told as a scan', () => {
  const cases: [object, string[]][] = [
    [filter('name', '=', 'x'), []],
    [filter('name', 'startsWith', 'x'), []],
    [filter('size', '>', '5'), []],
    [filter('__timestamp', 'timerange', 'LAST_7_DAYS'), []],
    [filter('__state', '=', 'ACTIVE'), []],
    [filter('__classificationNames', '=', 'PII'), []],
    [filter('__labels', 'isNull'), []],
    [filter('note', 'eq', 'x y'), ['note = x y']],
    [filter('name', 'isNull'), ['name isNull']],
    [filter('__createdBy', '=', 'ann'), ['__createdBy = ann']],
    [
      {condition: 'OR', criterion: [filter('note', '!=', 'a'), filter('name', '=', 'b')]},
      ['note != a'],
    ],
  ];
  for (const [entityFilters, scans] of cases) {
    test(JSON.stringify(entityFilters), () =>
      assert.deepEqual(resolve({typeName: 'table', entityFilters}).scans, scans),
    );
  }
  test('nor a classification, with or without filters', () => {
    assert.deepEqual(
      resolve({classification: 'PII', tagFilters: filter('level', '=', 'x')}).scans,
      [],
    );
  });
  test('wildcards inside a word are told apart', () => {
    assert.deepEqual(resolve({query: 'a* *b*'}).wildcards, ['*b*']);
  });
});

test('filters become conditions', () => {
  const where = (entityFilters: object) => resolve({typeName: 'table', entityFilters}).query.where;
  assert.equal(where({condition: 'AND', criterion: []}), undefined);
  const name = {
    kind: 'attribute',
    keys: ['Asset.name'],
    isIndexed: true,
    isList: false,
    compare: 'text',
    column: 'attributes',
    path: ['name'],
  };
  const isX = {kind: 'compare', field: name, op: '=', value: 'x'};
  assert.deepEqual(where(filter('name', 'eq', 'x')), isX);
  assert.deepEqual(where(filter('name', 'neq', 'x')), {kind: 'not', part: isX});
  assert.deepEqual(where(filter('name', 'in', 'x, x')), isX);
  assert.deepEqual(where(filter('name', 'in', 'x, y')), {
    kind: 'oneOf',
    field: name,
    values: ['x', 'y'],
  });
  assert.deepEqual(where({condition: 'OR', criterion: [filter('name', '=', 'x')]}), isX);
  assert.deepEqual(where(filter('__state', '=', 'DELETED')), {kind: 'status', isDeleted: true});
  assert.deepEqual(where(filter('__typeName', 'startsWith', 'vi')), {
    kind: 'type',
    names: ['view'],
  });
  assert.deepEqual(where(filter('__isIncomplete', '!=', 'true')), {
    kind: 'not',
    part: {kind: 'incomplete'},
  });
});

test('criteria of one attribute become one condition', () => {
  const where = (condition: 'AND' | 'OR', ...tests: [string, string][]) => {
    const criterion = tests.map(([operator, value]) => filter('name', operator, value));
    const found = resolve({typeName: 'table', entityFilters: {condition, criterion}}).query.where;
    return found === undefined ? '' : describeCondition(found);
  };
  assert.equal(where('OR', ['=', 'x'], ['in', 'y,z'], ['=', 'x']), 'name = one of ["x","y","z"]');
  assert.equal(where('AND', ['!=', 'x'], ['!=', 'y']), 'not (name = one of ["x","y"])');
  assert.equal(where('OR', ['<', 'a'], ['<', 'b']), 'name < "b"');
  assert.equal(where('AND', ['<', 'a'], ['<', 'b']), 'name < "a"');
  assert.equal(where('OR', ['>=', '\u{ffff}'], ['>=', '\u{10000}']), 'name >= "\u{ffff}"');
  assert.equal(
    where('OR', ['contains', 'a'], ['endsWith', 'b']),
    '(name contains "a") or (name endsWith "b")',
  );
  assert.equal(where('AND', ['=', 'a'], ['=', 'b']), '(name = "a") and (name = "b")');
});

test('dates are milliseconds or ISO texts of UTC', () => {
  assert.equal(readDate('1700000000000'), 1_700_000_000_000);
  assert.equal(readDate('2026-05-15'), Date.UTC(2026, 4, 15));
  assert.equal(readDate('2026-05-15T01:02:03.004Z'), Date.UTC(2026, 4, 15, 1, 2, 3, 4));
  assert.equal(readDate('2026-05-15T01:02:03'), Date.UTC(2026, 4, 15, 1, 2, 3));
  assert.equal(readDate('2026-05-15T01:00:00+01:00'), Date.UTC(2026, 4, 15));
  for (const text of ['', 'soon', '2026', '15.05.2026', '2026-13-01'])
    assert.equal(readDate(text) ?? undefined, text === '2026' ? 2026 : undefined, text);
});

suite('named ranges, on a Friday in May', () => {
  const cases: [string, string, string][] = [
    ['TODAY', '2026-05-15', '2026-05-16'],
    ['yesterday', '2026-05-14', '2026-05-15'],
    ['LAST_7_DAYS', '2026-05-09', '2026-05-16'],
    ['LAST_30_DAYS', '2026-04-16', '2026-05-16'],
    ['THIS_MONTH', '2026-05-01', '2026-06-01'],
    ['LAST_MONTH', '2026-04-01', '2026-05-01'],
    ['LAST_3_MONTHS', '2026-02-01', '2026-05-01'],
    ['LAST_6_MONTHS', '2025-11-01', '2026-05-01'],
    ['LAST_12_MONTHS', '2025-05-01', '2026-05-01'],
    ['THIS_QUARTER', '2026-04-01', '2026-07-01'],
    ['LAST_QUARTER', '2026-01-01', '2026-04-01'],
    ['THIS_YEAR', '2026-01-01', '2027-01-01'],
    ['LAST_YEAR', '2025-01-01', '2026-01-01'],
  ];
  for (const [name, from, until] of cases) {
    test(name, () =>
      assert.deepEqual(readDateRange(name, now), {
        from: Date.parse(from),
        to: Date.parse(until) - 1,
      }),
    );
  }
  test('or from and to', () => assert.deepEqual(readDateRange('1, 2', now), {from: 1, to: 2}));
  test('or nothing', () => assert.equal(readDateRange('LAST_WEEK', now), undefined));
});
