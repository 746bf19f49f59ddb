import assert from 'node:assert/strict';
import {test} from 'node:test';
// As Trino 476 answered them.
import plans from '../../test/trino-plans.json' with {type: 'json'};
import {heaviestOf, stepsOf, weightOf, type PlanStep} from './plan.ts';
import {trinoPlan} from './trino-plan.ts';

const lines = (step: PlanStep, depth = 0): string[] => [
  `${'  '.repeat(depth)}${step.name}`,
  ...step.children.flatMap(child => lines(child, depth + 1)),
];
const planOf = (text: string) => trinoPlan(text) ?? assert.fail('no plan');

test('fragments are joined where one reads from another', () => {
  assert.deepEqual(lines(planOf(plans.cross.text)), [
    'Output',
    '  Aggregate',
    '    LocalExchange',
    '      RemoteSource',
    '        Aggregate',
    '          FilterProject',
    '            CrossJoin',
    '              ScanFilter',
    '              LocalExchange',
    '                RemoteSource',
    '                  TableScan',
  ]);
  // Several levels, and branches that end in different fragments.
  const steps = stepsOf(planOf(plans.join.text));
  assert.deepEqual(
    steps.flatMap(({name, details}) => (/Scan/.test(name) ? [details[0]?.split(',')[0]] : [])),
    ['table = tpch:tiny:orders', 'table = tpch:tiny:customer', 'table = tpch:tiny:nation'],
  );
  assert.deepEqual(
    steps.flatMap(({name, details}) => (name === 'RemoteSource' ? details : [])),
    ['SINGLE', 'HASH [name_5]', 'BROADCAST', 'BROADCAST'],
  );
});

test('rows and bytes as Trino expects them, and what is worth a look', () => {
  const plan = planOf(plans.cross.text);
  const steps = stepsOf(plan);
  const cross = steps.find(({name}) => name === 'CrossJoin');
  assert.equal(cross?.note, 'Each row is joined with all others.');
  assert.deepEqual([cross?.estimatedRows, cross?.estimatedBytes], [125, 2.92 * 1024]);
  // Behind a filter there are fewer than before it.
  const filter = steps.find(({name}) => name === 'FilterProject');
  assert.deepEqual(
    [filter?.estimatedRows, filter?.details],
    [13, ['filterPredicate = (name > name_2)']],
  );
  const heaviest = heaviestOf(plan);
  assert.deepEqual(
    steps.filter(step => weightOf(step, heaviest) === 1).map(({name}) => name),
    ['CrossJoin'],
  );
  // Where it has no idea.
  assert.equal(planOf(plans.with.text).estimatedRows, undefined);
});

test('rows and times of a run', () => {
  const plan = planOf(plans.join.analyze);
  assert.deepEqual(heaviestOf(plan), {by: 'ms', most: 1790});
  const scan = stepsOf(plan).find(({ms}) => ms === 1790);
  assert.deepEqual(
    [scan?.name, scan?.estimatedRows, scan?.rows],
    ['ScanFilterProject', 3605, 3628],
  );
});

test('another text is no plan', () => {
  for (const text of ['', 'Fragment of a text', '== Physical Plan ==\nScan', '{"0": {}}'])
    assert.equal(trinoPlan(text), undefined);
});
