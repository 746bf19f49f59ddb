import assert from 'node:assert/strict';
import {test} from 'node:test';
import {
  complete,
  countRules,
  describe,
  type Filter,
  type FilterField,
  operatorLabel,
} from './filter.ts';

const rule = (attributeName: string, operator: string, attributeValue?: string): Filter => ({
  attributeName,
  operator,
  ...(attributeValue === undefined ? {} : {attributeValue}),
});
const all = (...criterion: Filter[]): Filter => ({condition: 'AND', criterion});
const any = (...criterion: Filter[]): Filter => ({condition: 'OR', criterion});

test('only what can be asked is left of a filter that somebody is making', () => {
  const owner = rule('owner', '=', 'etl');
  const isSet = rule('comment', 'notNull');
  assert.deepEqual(
    complete(all(owner, rule('', '=', 'x'), rule('name', 'contains', ''), any(rule('name', '=')))),
    all(owner),
  );
  assert.deepEqual(complete(all(any(isSet, owner))), all(any(isSet, owner)));
  assert.equal(complete(all(any(), rule('name', '='))), undefined);
});

test('rules are counted over all groups', () => {
  assert.equal(countRules(undefined), 0);
  assert.equal(
    countRules(all(rule('a', '=', '1'), any(rule('b', '=', '2'), all(rule('c', 'isNull'))))),
    3,
  );
});

test('a filter is told in one line, with brackets only where they mean something', () => {
  const fields = new Map<string, FilterField>([
    ['name', {name: 'name', label: 'Name', kind: 'text'}],
    ['made', {name: 'made', label: 'Created', kind: 'date'}],
  ]);
  const names = any(rule('name', 'contains', 'order'), rule('name', 'startsWith', 'cust'));
  assert.equal(
    describe(all(rule('owner', '=', 'etl'), names), fields),
    'owner is etl and (Name contains order or Name begins with cust)',
  );
  assert.equal(describe(any(all(rule('name', 'isNull'))), fields), 'Name is not set');
  assert.equal(
    describe(rule('made', 'timerange', 'LAST_7_DAYS'), fields),
    'Created within the last 7 days',
  );
  assert.equal(describe(rule('made', '<', 'soon'), fields), 'Created before soon');
});

test('an operator that has no words of its own is shown as it is', () => {
  assert.equal(operatorLabel('<', 'number'), 'less than');
  assert.equal(operatorLabel('<', 'date'), 'before');
  assert.equal(operatorLabel('newer', 'text'), 'newer');
});
