import assert from 'node:assert/strict';
import {test} from 'node:test';
import {duckDbPlan} from './duckdb-plan.ts';
import {heaviestOf, stepsOf} from './plan.ts';

/** As DuckDB 1.5 writes it, shortened. */
const planned = `[{"name": "HASH_JOIN", "children": [
  {"name": "SEQ_SCAN ", "children": [], "extra_info": {"Table": "memory.main.orders",
    "Projections": ["customer_id", "amount"], "Filters": "day='2024-01-01'", "Estimated Cardinality": "100"}},
  {"name": "SEQ_SCAN ", "children": [], "extra_info": {"Table": "memory.main.customers", "Estimated Cardinality": "10"}}],
  "extra_info": {"Join Type": "INNER", "Conditions": "customer_id = id", "Estimated Cardinality": "90"}}]`;
const measured = `{"latency": 0.004, "extra_info": {}, "children": [
  {"operator_timing": 1e-7, "operator_name": "EXPLAIN_ANALYZE", "operator_cardinality": 0, "extra_info": {}, "children": [
    {"operator_timing": 0.002, "operator_name": "HASH_GROUP_BY", "operator_cardinality": 1,
     "extra_info": {"Estimated Cardinality": "9"}, "children": [
       {"operator_timing": 0.0005, "operator_name": "TABLE_SCAN", "operator_cardinality": 112, "extra_info": {}, "children": []}]}]}]}`;

test('steps that DuckDB plans, with the rows that it thinks of', () => {
  const plan = duckDbPlan(planned) ?? assert.fail('no plan');
  assert.deepEqual(
    stepsOf(plan).map(({name, estimatedRows}) => [name, estimatedRows]),
    [
      ['hash join', 90],
      ['seq scan', 100],
      ['seq scan', 10],
    ],
  );
  assert.deepEqual(plan.children[0]?.details, [
    'Table: memory.main.orders',
    'Projections: customer_id, amount',
    "Filters: day='2024-01-01'",
  ]);
  assert.deepEqual(heaviestOf(plan), {by: 'rows', most: 100});
});

test('steps that DuckDB has run, with their rows and times', () => {
  const plan = duckDbPlan(measured) ?? assert.fail('no plan');
  assert.deepEqual(
    stepsOf(plan).map(({name, rows, ms}) => [name, rows, ms]),
    [
      ['hash group by', 1, 2],
      ['table scan', 112, 0.5],
    ],
  );
  assert.deepEqual(heaviestOf(plan), {by: 'ms', most: 2});
});

test('other texts are no plans', () => {
  for (const text of ['', 'no plan', '[]', '{}', '[1]', 'null', '[{"name": 1}]'])
    assert.equal(duckDbPlan(text), undefined, text);
});
