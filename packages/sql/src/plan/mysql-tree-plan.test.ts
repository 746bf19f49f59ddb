import assert from 'node:assert/strict';
import {test} from 'node:test';
import {mySqlTreePlan} from './mysql-tree-plan.ts';
import {planOf} from './plan-of.ts';
import {heaviestOf, type PlanStep, stepsOf} from './plan.ts';

const lines = ({name, details, children}: PlanStep, depth = 0): string[] => [
  [`${'  '.repeat(depth)}${name}`, ...details].join('; '),
  ...children.flatMap(child => lines(child, depth + 1)),
];
const read = (written: unknown) => mySqlTreePlan(JSON.stringify(written)) ?? assert.fail('no plan');

const scan = {
  operation: 'Table scan on o',
  access_type: 'table',
  table_name: 'orders',
  estimated_rows: 1000,
  estimated_total_cost: 100,
};
const lookup = {
  operation: 'Single-row index lookup on c using PRIMARY (id = o.customer_id)',
  access_type: 'index',
  index_name: 'PRIMARY',
  estimated_rows: 1,
  estimated_total_cost: 0.25,
};
// Made after the form that the manual of MySQL describes.
const plan = {
  operation: 'Nested loop inner join',
  access_type: 'join',
  estimated_rows: 333,
  estimated_total_cost: 220.25,
  inputs: [
    {
      operation: 'Filter: (o.amount > 5)',
      condition: '(o.amount > 5)',
      estimated_rows: 333,
      estimated_total_cost: 110,
      inputs: [scan],
    },
    lookup,
  ],
};

test('each step with its inputs, and what it costs itself', () => {
  const written = {query: '…', query_plan: plan, query_type: 'select', json_schema_version: '2.0'};
  assert.deepEqual(lines(read(written)), [
    'Nested loop inner join',
    '  Filter; (o.amount > 5)',
    '    Table scan; o',
    '  Single-row index lookup; c using PRIMARY (id = o.customer_id)',
  ]);
  assert.deepEqual(
    stepsOf(read(written)).map(({estimatedRows, cost}) => [estimatedRows, cost]),
    [
      [333, 27],
      [333, 10],
      [1000, 100],
      // Once for each row before it.
      [1, 83.25],
    ],
  );
  assert.deepEqual(heaviestOf(read(written)), {by: 'cost', most: 100});
  assert.deepEqual(planOf(JSON.stringify(written), ''), read(written));
  // Without the plan in a member of its own.
  assert.deepEqual(read({query: '…', ...plan}), read(written));
  assert.deepEqual(read({query: '…', inputs: [plan]}), read(written));
});

test('rows and times of a run, and a join without condition', () => {
  const measured = read({
    query_plan: {
      operation: 'Inner hash join (no condition)',
      actual_rows: 20,
      actual_loops: 1,
      actual_last_row_ms: 9,
      inputs: [
        {...scan, actual_rows: 4, actual_loops: 1, actual_last_row_ms: 1},
        {...lookup, actual_rows: 1, actual_loops: 5, actual_last_row_ms: 0.5},
      ],
    },
  });
  assert.equal(measured.note, 'Each row is joined with all others.');
  assert.deepEqual(
    stepsOf(measured).map(({rows, ms}) => [rows, ms]),
    [
      [20, 5.5],
      [4, 1],
      [5, 2.5],
    ],
  );
});

test('another text is no plan', () => {
  const others = ['', '{}', '[]', '{"query_plan": {}}', '{"query": "…"}', '{"query_block": {}}'];
  for (const text of others) assert.equal(mySqlTreePlan(text), undefined, text);
});
