import assert from 'node:assert/strict';
import {test} from 'node:test';
// As MariaDB 10.11 answered them.
import plans from '../../test/mariadb-plans.json' with {type: 'json'};
import {mySqlPlan} from './mysql-plan.ts';
import {heaviestOf, type PlanStep, stepsOf} from './plan.ts';

const lines = ({name, details, children}: PlanStep, depth = 0): string[] => [
  [`${'  '.repeat(depth)}${name}`, ...details].join('; '),
  ...children.flatMap(child => lines(child, depth + 1)),
];
const planOf = (written: unknown) => mySqlPlan(JSON.stringify(written)) ?? assert.fail('no plan');

test('the steps of queries with joins, WITH and subqueries', () => {
  assert.deepEqual(lines(planOf(plans.join.json)), [
    'filesort; order: sum(i.price) desc',
    '  temporary table',
    '    nested loop',
    '      full table scan; i; i.order_id is not null',
    '      unique index lookup; o; key: PRIMARY; equals: plans.i.order_id; o.amount > 90 and o.customer_id is not null',
    '      unique index lookup; c; key: PRIMARY; equals: plans.o.customer_id',
  ]);
  assert.deepEqual(lines(planOf(plans.with.json)), [
    'result',
    '  nested loop',
    '    full table scan; c; c.`id` > (subquery#3)',
    '    index lookup; <derived2>; key: key0; equals: plans.c.id',
    '      materialized',
    '        filesort; order: orders.customer_id',
    '          temporary table',
    '            full table scan; orders',
    '  subqueries',
    '    full index scan; orders; key: by_customer',
  ]);
  assert.deepEqual(lines(planOf(plans.one.json)), ['no table; No tables used']);
});

test('rows are those of a table for all rows of the tables before it', () => {
  const plan = planOf(plans.cross.json);
  assert.deepEqual(
    stepsOf(plan).map(({estimatedRows}) => estimatedRows),
    [undefined, 1000, 29_590_000],
  );
  assert.deepEqual(heaviestOf(plan), {by: 'rows', most: 29_590_000});
});

test('rows and times of a run', () => {
  const plan = planOf(plans.join.analyze);
  const orders = stepsOf(plan).find(({details}) => details[0] === 'o');
  assert.deepEqual([orders?.rows, Math.round(orders?.ms ?? 0)], [1854, 138]);
  assert.equal(heaviestOf(plan)?.most, orders?.ms);
});

test('costs as MySQL tells them, and a join of each row with all others', () => {
  const table = (name: string, more: object) => ({
    table: {
      table_name: name,
      access_type: 'ALL',
      rows_examined_per_scan: 10,
      filtered: '100.00',
      cost_info: {read_cost: '1.50', eval_cost: '0.50', prefix_cost: '9.00'},
      ...more,
    },
  });
  const joined = (more: object) =>
    planOf({
      query_block: {
        cost_info: {query_cost: '12.00'},
        ordering_operation: {
          using_filesort: true,
          nested_loop: [table('a', {}), table('b', {using_join_buffer: 'hash join', ...more})],
        },
      },
    });
  const plan = joined({});
  assert.deepEqual(lines(plan), [
    'ordering operation',
    '  nested loop',
    '    full table scan; a',
    '    full table scan; b; buffer: hash join',
  ]);
  const [, , a, b] = stepsOf(plan);
  assert.deepEqual([a?.cost, a?.note, b?.estimatedRows], [2, undefined, 100]);
  assert.equal(b?.note, 'Each row is joined with all others.');
  const [, , , bound] = stepsOf(joined({attached_condition: '(b.id = a.id)'}));
  assert.equal(bound?.note, undefined);
});

test('another text is no plan', () => {
  for (const text of ['', '{}', '[]', '{"query_block"', '{"select_id": 1}'])
    assert.equal(mySqlPlan(text), undefined);
});
