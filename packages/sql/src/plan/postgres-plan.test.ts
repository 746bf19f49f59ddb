import assert from 'node:assert/strict';
import {test} from 'node:test';
// As PostgreSQL 15 answered them.
import plans from '../../test/postgres-plans.json' with {type: 'json'};
import {heaviestOf, type PlanStep, stepsOf, weightOf} from './plan.ts';
import {postgresPlan} from './postgres-plan.ts';

const lines = ({name, details, children}: PlanStep, depth = 0): string[] => [
  [`${'  '.repeat(depth)}${name}`, ...details].join('; '),
  ...children.flatMap(child => lines(child, depth + 1)),
];
const planOf = (written: unknown) =>
  postgresPlan(JSON.stringify(written)) ?? assert.fail('no plan');
const heavy = (plan: PlanStep) => {
  const heaviest = heaviestOf(plan);
  const names = stepsOf(plan).filter(step => weightOf(step, heaviest) > 0.5);
  return [heaviest?.by, ...names.map(({name, details}) => `${name} ${details[0] ?? ''}`.trim())];
};

test('the steps of queries with joins, WITH and subqueries, and of a statement that writes', () => {
  assert.deepEqual(lines(planOf(plans.with.json)), [
    'Hash Join; join: Right; (orders.customer_id = c.id)',
    '  Aggregate; InitPlan 1 (returns $0)',
    '    Seq Scan; orders orders_1',
    '  Aggregate; keys: orders.customer_id',
    '    Seq Scan; orders',
    '  Hash',
    '    Seq Scan; customers c; filter: ((id)::numeric > $0)',
  ]);
  assert.deepEqual(lines(planOf(plans.union.json)), [
    'Append',
    '  Index Only Scan; customers; index: customers_pkey; (id = 5)',
    '  Bitmap Heap Scan; orders; (customer_id = 7)',
    '    Bitmap Index Scan; index: by_customer; (customer_id = 7)',
  ]);
  assert.equal(lines(planOf(plans.write.json))[0], 'ModifyTable; Delete; items');
});

test('what a step costs itself, and which ones cost most', () => {
  const plan = planOf(plans.join.json);
  const scan = stepsOf(plan).find(({details}) => details[0] === 'orders o');
  assert.deepEqual([scan?.cost, scan?.estimatedRows], [359, 1236]);
  // The costs of steps add up to those of the statement.
  const sum = stepsOf(plan).reduce((total, {cost = 0}) => total + cost, 0);
  assert.equal(Math.round(sum * 100), Math.round(plans.join.json[0]!.Plan['Total Cost'] * 100));
  assert.deepEqual(heavy(plan), ['cost', 'Seq Scan items i', 'Seq Scan orders o']);
});

test('rows and times of a run, of all times that a step was begun', () => {
  const plan = planOf(plans.cross.analyze);
  const inner = stepsOf(plan).find(({name}) => name === 'Memoize');
  assert.equal(inner?.rows, 29_820_000);
  assert.deepEqual(heavy(plan), ['ms', 'Aggregate', 'Nested Loop', 'Memoize']);
});

test('a join of each row with all others is told, one by a condition is not', () => {
  const scan = (more: object) => ({'Node Type': 'Seq Scan', ...more});
  const loop = (inner: object, more: object = {}) =>
    planOf([
      {
        Plan: {
          'Node Type': 'Nested Loop',
          ...more,
          Plans: [
            scan({'Parent Relationship': 'Outer'}),
            {'Node Type': 'Materialize', 'Parent Relationship': 'Inner', Plans: [scan(inner)]},
          ],
        },
      },
    ]).note;
  assert.equal(loop({}), 'Each row is joined with all others.');
  assert.equal(loop({'Index Cond': '(id = o.id)'}), undefined);
  assert.equal(loop({}, {'Join Filter': '(a.id > b.id)'}), undefined);
  assert.equal(planOf(plans.cross.json).children[0]?.note, undefined);
});

test('another text is no plan', () => {
  for (const text of ['', '[]', '[{}]', '[{"Plan": 1}]', '{"Plan": {"Node Type": "Scan"}}', '[{'])
    assert.equal(postgresPlan(text), undefined);
});
