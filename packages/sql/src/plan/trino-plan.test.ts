import assert from 'node:assert/strict';
import {test} from 'node:test';
// As Trino 435 answered them to EXPLAIN (TYPE LOGICAL, FORMAT JSON), over the tables of TPC-H.
import plans from '../../test/trino-plans.json' with {type: 'json'};
import {heaviestOf, stepsOf} from './plan.ts';
import {trinoPlan} from './trino-plan.ts';

test('the steps of a join, with rows', () => {
  const plan = trinoPlan(plans.join) ?? assert.fail('no plan');
  const steps = stepsOf(plan);
  assert.equal(steps.length, 14);
  const join = steps.find(({name}) => name === 'InnerJoin') ?? assert.fail('no join');
  assert.deepEqual(join.details.slice(0, 2), [
    'criteria: ("nationkey" = "nationkey_4")',
    'distribution: REPLICATED',
  ]);
  assert.deepEqual(
    join.children.map(({name, estimatedRows}) => [name, Math.round(estimatedRows ?? -1)]),
    [
      ['InnerJoin', 6],
      ['LocalExchange', 25],
    ],
  );
  assert.deepEqual(heaviestOf(plan), {by: 'rows', most: 1500});
  const scan = trinoPlan(plans.union)?.children[0]?.children[0];
  assert.equal(scan?.details[0], 'table: tpch:tiny:orders');
  assert.equal(scan?.estimatedBytes, 135000);
});

test('a join without a condition, and figures that are not known', () => {
  const step = {
    name: 'CrossJoin',
    descriptor: {},
    details: [],
    children: [],
    estimates: [{outputRowCount: 'NaN', outputSizeInBytes: 'NaN'}],
  };
  const plan = trinoPlan(JSON.stringify(step));
  assert.equal(plan?.note, 'Each row is joined with all others.');
  assert.equal(plan.estimatedRows, undefined);
});

test('other texts are no plans', () => {
  for (const text of ['', '{}', '[]', '{"name": "a", "children": []}', 'Fragment 0 [SINGLE]'])
    assert.equal(trinoPlan(text), undefined, text);
});
