import assert from 'node:assert/strict';
import {test} from 'node:test';
import {testTypes} from '../testing.ts';
import {parseExactly} from './exact-number.ts';
import {printJava} from '../error.ts';
import {
  normaliseAttribute,
  normaliseValue,
  readObjectId,
  refuse,
  sameValue,
  type Issues,
} from './value.ts';
import type {Attribute} from '../types/type-registry.ts';

const types = testTypes();

/** [type, value as sent, value as stored, or undefined when it does not fit] */
const cases: [string, unknown, unknown][] = [
  ['boolean', true, true],
  ['boolean', 'TRUE', true],
  ['boolean', 'yes', undefined],
  ['boolean', 1, undefined],
  ['byte', 127, 127],
  ['byte', '007', 7],
  ['long', '-0042', -42],
  ['double', '0001.5', 1.5],
  ['bigdecimal', '000', 0],
  ['byte', 128, undefined],
  ['short', '-32768', -32768],
  ['short', 40000, undefined],
  ['int', 2147483647, 2147483647],
  ['int', 2147483648, undefined],
  ['int', 5.7, 5],
  ['int', -5.7, -5],
  ['int', '5.7', undefined],
  ['int', ' 5 ', undefined],
  ['int', '', undefined],
  ['long', parseExactly('1234567890123456.7'), 1234567890123456],
  ['int', 'seven', undefined],
  ['long', '12', 12],
  ['long', '9223372036854775808', undefined],
  ['float', '1.5', 1.5],
  ['float', 3.4e38, 3.4e38],
  ['float', 3.5e38, undefined],
  ['double', 3.5e38, 3.5e38],
  ['double', '1e400', undefined],
  ['double', 'NaN', 'NaN'],
  ['float', 'NaN', 'NaN'],
  ['double', 'Infinity', undefined],
  ['bigdecimal', 3, 3],
  ['string', 'text', 'text'],
  ['string', 5, '5'],
  ['string', true, 'true'],
  ['string', {a: 1, b: {c: [null, 'x']}}, '{a=1, b={c=[null, x]}}'],
  ['string', ['a', 1], '[a, 1]'],
  ['date', 1700000000000, 1700000000000],
  ['date', '1700000000000', 1700000000000],
  ['date', '2024-02-29T12:00:00.000Z', Date.UTC(2024, 1, 29, 12)],
  ['date', '2024-02-29T12:00:00.123456Z', Date.UTC(2024, 1, 29, 12, 0, 0, 123)],
  ['date', '2024-02-29T12:00:00Z', Date.UTC(2024, 1, 29, 12)],
  ['date', '2024-02-29T12:00:00.5+02:00', Date.UTC(2024, 1, 29, 10, 0, 0, 500)],
  ['date', '2024-02-29T12:00:00.000', undefined],
  ['date', '2024-02-40T12:00:00.000Z', undefined],
  ['date', '2024-02-29', undefined],
  ['date', 'soon', undefined],
  ['array<int>', [1, '2'], [1, 2]],
  ['array<int>', [1, null, 3.7], [1, 3]],
  ['array<int>', 1, undefined],
  ['map<string,int>', {a: '1'}, {a: 1}],
  ['map<string,int>', [], undefined],
  ['table', {guid: 'g', typeName: 'table'}, {guid: 'g', typeName: 'table'}],
  ['table', 'g', {guid: 'g'}],
  ['table', {guid: -1, typeName: 'table'}, {guid: '-1', typeName: 'table'}],
  ['table', {typeName: 'table'}, undefined],
];

/** What is refused with an error of its own. */
const own: Record<string, string> = {table: 'INVALID_OBJECT_ID'};

for (const [typeName, sent, expected] of cases) {
  test(`${typeName} from ${JSON.stringify(sent)} is ${expected === undefined ? 'refused' : JSON.stringify(expected)}`, () => {
    const issues: Issues = [];
    const value = normaliseValue(types, types.valueType(typeName), sent, 'T.a', issues);
    if (expected !== undefined) {
      assert.deepEqual([value, issues], [expected, []]);
      return;
    }
    assert.equal(value, null);
    assert.deepEqual(issues.length, 1);
    assert.throws(() => refuse(issues), {
      kind: own[typeName] ?? 'INSTANCE_CRUD_INVALID_PARAMS',
      issues: [`T.a=${printJava(sent)}: invalid value for type ${typeName}`],
    });
  });
}

test('the first issue says which error it is, and all are told with their places', () => {
  const issues: Issues = ['T.b: mandatory attribute value missing in type T'];
  for (const path of ['T.a', 'T.c'])
    normaliseValue(types, types.valueType('table'), 5, path, issues);
  const texts = [
    issues[0],
    'T.a=5: invalid value for type table',
    'T.c=5: invalid value for type table',
  ];
  assert.throws(() => refuse(issues), {kind: 'INSTANCE_CRUD_INVALID_PARAMS', issues: texts});
  assert.throws(() => refuse(issues.slice(1)), {
    kind: 'INVALID_OBJECT_ID',
    message: 'ObjectId is not valid 5',
    issues: texts.slice(1),
  });
});

test('a wrong element is reported with its place', () => {
  const issues: string[] = [];
  normaliseValue(
    types,
    types.valueType('array<map<string,int>>'),
    [{a: 1}, {b: 'x'}],
    'T.a',
    issues,
  );
  assert.deepEqual(issues, ['T.a[1].b=x: invalid value for type int']);
});

test('a wrong map or list is told as the reference writes it', () => {
  const issues: string[] = [];
  normaliseValue(types, types.valueType('array<int>'), {a: [1], b: null}, 'T.a', issues);
  assert.deepEqual(issues, ['T.a={a=[1], b=null}: invalid value for type array<int>']);
});

test('how many values a definition wants is not enforced', () => {
  const attribute = {...types.entityType('table').attributes.get('name')} as Attribute;
  const many: Attribute = {
    ...attribute,
    type: types.valueType('array<string>'),
    def: {
      ...attribute.def,
      typeName: 'array<string>',
      cardinality: 'LIST',
      valuesMinCount: 2,
      valuesMaxCount: 2,
    },
  };
  for (const value of [[], ['a'], ['a', 'a', 'b']]) {
    const issues: string[] = [];
    assert.deepEqual([normaliseAttribute(types, many, value, 'T', issues), issues], [value, []]);
  }
});

test('an empty date is no date', () => {
  const issues: string[] = [];
  assert.equal(normaliseValue(types, types.valueType('date'), '', 'T.a', issues), null);
  assert.deepEqual(issues, ['T.a=: invalid value for type date'].slice(1));
});

test('a reference carries its relationship type and attributes, in either place', () => {
  assert.deepEqual(
    readObjectId({guid: 'g', relationshipAttributes: {typeName: 'r', attributes: {a: 1}}}),
    {
      guid: 'g',
      relationshipType: 'r',
      relationshipAttributes: {a: 1},
    },
  );
  assert.deepEqual(readObjectId({typeName: 't', uniqueAttributes: {q: 1}}), {
    typeName: 't',
    uniqueAttributes: {q: 1},
  });
  assert.equal(readObjectId({typeName: 't'}), undefined);
});

test('values are the same whatever the order of their members', () => {
  assert.ok(sameValue({a: [1, {b: 2, c: null}]}, {a: [1, {c: null, b: 2}]}));
  assert.ok(!sameValue({a: [1, 2]}, {a: [2, 1]}));
  assert.ok(!sameValue({a: 1}, {a: 1, b: undefined}));
});
