import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {CarriedClassification, EntityRecord} from '../entity/record.ts';
import {attribute, classificationDef, entityDef} from '../testing.ts';
import {TypeRegistry} from '../types/type-registry.ts';
import {searchMatches} from './search-matches.ts';
import {parseTextQuery} from './search-text.ts';

const types = new TypeRegistry([
  entityDef(
    'sales_table',
    [],
    [
      attribute('description', 'string', {searchWeight: 9}),
      attribute('name', 'string', {isIndexable: true, searchWeight: 10}),
      attribute('tags', 'array<string>', {searchWeight: 5}),
      attribute('secret', 'string'),
    ],
  ),
  classificationDef('PII', [attribute('level', 'string')]),
]);
const record: EntityRecord = {
  guid: 'g',
  typeName: 'sales_table',
  status: 'ACTIVE',
  createdBy: 'a',
  updatedBy: 'a',
  createTime: 1,
  updateTime: 1,
  attributes: {
    name: 'customer_orders',
    description: `${'Filler. '.repeat(30)}Orders of every Größe, by customer and day. ${'More. '.repeat(30)}`,
    tags: ['nightly', 'paid invoices'],
    secret: 'hush',
  },
  labels: ['gold'],
  customAttributes: {team: 'blue'},
  businessAttributes: {Finance: {centre: 'Berlin office'}},
};
const carried = [
  {entityGuid: 'g', typeName: 'PII', attributes: {level: 'strict'}},
] as unknown as CarriedClassification[];
const matches = (query: string) =>
  searchMatches(types, record, parseTextQuery(query), {carried, terms: ['revenue']}).map(
    one => `${one.kind} ${one.field}`,
  );

test('each word is found where it stands, names before other texts', () => {
  assert.deepEqual(matches('orders'), ['attribute name']);
  assert.deepEqual(matches('customer paid'), ['attribute name', 'attribute tags']);
  assert.deepEqual(matches('GROSSE OR größe'), ['attribute description']);
  assert.deepEqual(matches('night*'), ['attribute tags']);
  assert.deepEqual(matches('gold pii revenue'), [
    'label gold',
    'classification PII',
    'term revenue',
  ]);
  assert.deepEqual(matches('strict'), ['classification PII']);
  assert.deepEqual(matches('"berlin office" blue'), ['business Finance.centre', 'custom team']);
  assert.deepEqual(matches('sales_table'), ['type sales_table']);
});

test('what is not searched, not there or must not be there is no reason', () => {
  for (const query of ['hush', 'sales', '-orders', 'NOT gold', '*', 'unheard', ''])
    assert.deepEqual(matches(query), [], query);
});

test('a long text is cut around its word', () => {
  const [match] = searchMatches(types, record, parseTextQuery('day'), {carried, terms: []});
  assert.match(match?.text ?? '', /^….*by customer and day\..*…$/);
  assert.ok((match?.text.length ?? 0) <= 122);
});
