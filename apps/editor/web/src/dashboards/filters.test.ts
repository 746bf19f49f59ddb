import assert from 'node:assert/strict';
import {test} from 'node:test';
import {addressWith, filterFields, filtersWith, valuesOf} from './filters.ts';

test('a variable of several queries is one field', () => {
  const query = (...variables: {name: string; fallback: string | null; choices?: string[]}[]) => ({
    document: 'd',
    name: 'q',
    engine: 'duckdb',
    state: {},
    variables: variables.map(({choices = [], ...one}) => ({
      ...one,
      choices: choices.map(value => ({value, label: value})),
    })),
  });
  const fields = filterFields(
    [
      query({name: 'day', fallback: null}, {name: 'n', fallback: '1'}),
      query({name: 'day', fallback: '2026-01-01', choices: ['a', 'b']}),
    ],
    [{name: 'day', kind: 'date', label: 'Day', value: ''}],
  );
  assert.deepEqual(
    fields.map(({name, label, kind, fallback, choices}) => [
      name,
      label,
      kind,
      fallback,
      choices.length,
    ]),
    [
      ['day', 'Day', 'date', '2026-01-01', 2],
      ['n', 'n', 'text', '1', 0],
    ],
  );
});

test('values are in the address, beside other parameters', () => {
  const address = addressWith('/app/dashboards/x', {a: 'b&c', day: '', constructor: '1'});
  assert.equal(address, '/app/dashboards/x?v.a=b%26c&v.constructor=1');
  const params = new URLSearchParams(`${address.split('?')[1]}&other=1&v.e=`);
  assert.deepEqual(valuesOf(params), {a: 'b&c', constructor: '1'});
  assert.equal(addressWith('/x', {}), '/x');
});

test('a change of filters keeps those of queries that are not shown', () => {
  const filter = (name: string, value: string) => ({name, kind: 'text', label: '', value}) as const;
  assert.deepEqual(
    filtersWith([filter('hidden', '1'), filter('day', '2')], [filter('day', '3'), filter('n', '')]),
    [filter('day', '3'), filter('n', ''), filter('hidden', '1')],
  );
});
