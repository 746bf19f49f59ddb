import assert from 'node:assert/strict';
import {test} from 'node:test';
// As Spark 3.5 answered them.
import plans from '../../test/spark-plans.json' with {type: 'json'};
import type {PlanStep} from './plan.ts';
import {sparkPlan} from './spark-plan.ts';

const lines = (step: PlanStep, depth = 0): string[] => [
  `${'  '.repeat(depth)}${step.name}`,
  ...step.children.flatMap(child => lines(child, depth + 1)),
];
const planOf = (text: string) => sparkPlan(text) ?? assert.fail('no plan');
const steps = (step: PlanStep): PlanStep[] => [step, ...step.children.flatMap(steps)];

test('the steps of a join, and what is moved between machines', () => {
  const plan = planOf(plans.simple);
  assert.deepEqual(lines(plan), [
    'TakeOrderedAndProject',
    '  HashAggregate',
    '    Exchange',
    '      HashAggregate',
    '        Project',
    '          BroadcastHashJoin',
    '            BroadcastExchange',
    '              Project',
    '                Filter',
    '                  FileScan',
    '            Filter',
    '              FileScan',
  ]);
  assert.deepEqual(
    steps(plan).flatMap(({name, note}) => (note === undefined ? [] : [`${name}: ${note}`])),
    ['Exchange: Rows are moved between machines.'],
  );
  assert.deepEqual(steps(plan).find(({name}) => name === 'FileScan')?.details, [
    'parquet spark_catalog.default.orders[customer_id,amount,day]',
    'DataFilters: [isnotnull(customer_id)]',
    'Location: InMemoryFileIndex(1 paths)[file:/warehouse/orders/day=2024-01-01]',
    'PartitionFilters: [isnotnull(day), (day = 2024-01-01)]',
    'PushedFilters: [IsNotNull(customer_id)]',
  ]);
});

test('the physical plan behind a logical one, and several branches', () => {
  assert.deepEqual(lines(planOf(plans.cost)), lines(planOf(plans.simple)));
  assert.deepEqual(lines(planOf(plans.union)), [
    'Union',
    '  Project',
    '    FileScan',
    '  SortMergeJoin',
    '    Sort',
    '      Exchange',
    '        FileScan',
    '    Sort',
    '      Exchange',
    '        Project',
    '          FileScan',
  ]);
});

test('sizes of tables that EXPLAIN COST tells', () => {
  const sized = steps(planOf(plans.cost)).flatMap(({details, estimatedBytes}) =>
    estimatedBytes === undefined
      ? []
      : [[/default\.\w+/.exec(details[0] ?? '')?.[0], estimatedBytes]],
  );
  assert.deepEqual(sized, [
    ['default.orders', 1009],
    ['default.customers', 906],
  ]);
  const analyzed = plans.cost.replaceAll(
    'sizeInBytes=1009.0 B',
    'sizeInBytes=1.5 MiB, rowCount=2.00E+3',
  );
  const orders = steps(planOf(analyzed)).find(({details}) => details[0]?.includes('orders'));
  assert.deepEqual([orders?.estimatedRows, orders?.estimatedBytes], [2000, 1572864]);
});

test('steps are drawn to a depth that no plan of a statement has', () => {
  const deep = Array.from({length: 1000}, (_, n) => `${'   '.repeat(n)}+- Project`).join('\n');
  assert.equal(steps(planOf(`== Physical Plan ==\nSort\n${deep}`)).length, 501);
});

test('other texts are no plans', () => {
  for (const text of ['', 'Error in query', '== Physical Plan ==', '== Physical Plan ==\n'])
    assert.equal(sparkPlan(text), undefined, text);
});
