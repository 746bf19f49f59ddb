import assert from 'node:assert/strict';
import {test} from 'node:test';
// As Hive 4.0 on Tez answered them to EXPLAIN FORMATTED, without what its optimizer has kept.
import plans from '../../test/hive-plans.json' with {type: 'json'};
import {hivePlan} from './hive-plan.ts';
import {heaviestOf, type PlanStep, stepsOf} from './plan.ts';

const lines = (step: PlanStep, depth = 0): string[] => [
  `${'  '.repeat(depth)}${step.name} ${step.estimatedRows ?? ''}`.trimEnd(),
  ...step.children.flatMap(child => lines(child, depth + 1)),
];
const planOf = (plan: object) => hivePlan(JSON.stringify(plan)) ?? assert.fail('no plan');

test('a plan from its output down to the tables, across its vertices', () => {
  const plan = planOf(plans.join);
  assert.deepEqual(lines(plan), [
    'File Output 10',
    '  Limit 10',
    '    Select 522',
    '      Reduce Output 522',
    '        Top N Key 522',
    '          Group By 522',
    '            Reduce Output 1045',
    '              Group By 1045',
    '                Map Join 1045',
    '                  Select 950',
    '                    Filter 950',
    '                      TableScan 1000',
    '                  Reduce Output 10',
    '                    Select 10',
    '                      Filter 10',
    '                        TableScan 10',
  ]);
  const [join, scan] = ['Map Join', 'TableScan'].map(name =>
    stepsOf(plan).find(one => one.name === name),
  );
  assert.deepEqual(join?.details, ['Inner Join 0 to 1', 'keys: _col0 = _col0', 'Map 1']);
  assert.deepEqual(scan?.details, ['default.orders', 'filter: customer_id is not null', 'Map 1']);
  assert.equal(scan?.estimatedBytes, 114120);
  assert.deepEqual(heaviestOf(plan), {by: 'rows', most: 1045});
});

test('several outputs, what is written, and what is only fetched', () => {
  const union = planOf(plans.union);
  assert.deepEqual(
    union.children.map(({name}) => name),
    ['File Output', 'File Output'],
  );
  assert.equal(stepsOf(union).filter(({name}) => name === 'TableScan').length, 3);
  assert.deepEqual(planOf(plans.insert).details, ['default.customers', 'Map 1']);
  assert.deepEqual(lines(planOf(plans.fetch)), ['ListSink', '  Select', '    TableScan']);
});

test('a join without a condition is marked', () => {
  const notes = stepsOf(planOf(plans.cross)).map(({name, note}) => `${name}: ${note ?? ''}`);
  assert.ok(notes.includes('Map Join: Each row is joined with all others.'), notes.join('\n'));
});

test('other texts are no plans', () => {
  for (const text of [
    '',
    '{}',
    '[1]',
    'STAGE PLANS:',
    '{"STAGE PLANS": 1}',
    '{"STAGE PLANS": {"a": 0}}',
  ])
    assert.equal(hivePlan(text), undefined, text);
});

test('what is nested deeper than any plan is left out', () => {
  const deep = (key: string, depth: number) =>
    `${`{"${key}":`.repeat(depth)}{}${'}'.repeat(depth)}`;
  assert.equal(hivePlan(`{"STAGE PLANS": {"a": ${deep('b', 100_000)}}}`), undefined);
  const children = `${'{"Filter Operator":{"children":'.repeat(50_000)}{}${'}}'.repeat(50_000)}`;
  const plan = hivePlan(`{"STAGE PLANS": {"a": {"Map Operator Tree:": [${children}]}}}`);
  assert.ok(plan !== undefined && stepsOf(plan).length <= 501);
  const keys = `{"TableScan":{"keys:":${deep('0', 50_000)}}}`;
  assert.ok(hivePlan(`{"STAGE PLANS": {"a": {"Map Operator Tree:": [${keys}]}}}`));
});
