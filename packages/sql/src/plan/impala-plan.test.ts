import assert from 'node:assert/strict';
import {test} from 'node:test';
import {impalaPlan} from './impala-plan.ts';
import {planOf} from './plan-of.ts';
import {heaviestOf, type PlanStep, stepsOf} from './plan.ts';

// Made after the form of plans that Impala's planner writes.
const join = `Max Per-Host Resource Reservation: Memory=9.81MB Threads=5
Per-Host Resource Estimates: Memory=90MB
WARNING: The following tables are missing relevant table and/or column statistics.
shop.items

PLAN-ROOT SINK
|
06:EXCHANGE [UNPARTITIONED]
|
05:AGGREGATE [FINALIZE]
|  output: sum:merge(o.amount)
|  group by: c.country
|  row-size=24B cardinality=40
|
04:EXCHANGE [HASH(c.country)]
|
03:HASH JOIN [INNER JOIN, BROADCAST]
|  hash predicates: o.customer_id = c.id
|  runtime filters: RF000 <- c.id
|  row-size=40B cardinality=5.76M
|
|--02:EXCHANGE [BROADCAST]
|  |  row-size=16B cardinality=1.50K
|  |
|  01:SCAN HDFS [shop.customers c]
|     HDFS partitions=1/1 files=1 size=200.00KB
|     row-size=16B cardinality=1.50K
|
00:SCAN HDFS [shop.orders o]
   HDFS partitions=2/84 files=4 size=193.50MB
   predicates: o.amount > 5
   runtime filters: RF000 -> o.customer_id
   row-size=24B cardinality=6.00M
`;

const lines = ({name, details, children}: PlanStep, depth = 0): string[] => [
  [`${'  '.repeat(depth)}${name}`, ...details].join('; '),
  ...children.flatMap(child => lines(child, depth + 1)),
];
const read = (text: string) => impalaPlan(text) ?? assert.fail('no plan');

test('the steps, with what gives them rows below', () => {
  assert.deepEqual(lines(read(join)), [
    'PLAN-ROOT SINK',
    '  EXCHANGE; UNPARTITIONED',
    '    AGGREGATE; FINALIZE; output: sum:merge(o.amount); group by: c.country',
    '      EXCHANGE; HASH(c.country)',
    '        HASH JOIN; INNER JOIN, BROADCAST; hash predicates: o.customer_id = c.id; runtime filters: RF000 <- c.id',
    '          EXCHANGE; BROADCAST',
    '            SCAN HDFS; shop.customers c; HDFS partitions=1/1 files=1 size=200.00KB',
    '          SCAN HDFS; shop.orders o; HDFS partitions=2/84 files=4 size=193.50MB; predicates: o.amount > 5; runtime filters: RF000 -> o.customer_id',
  ]);
  assert.deepEqual(planOf('', join), read(join));
});

test('rows and bytes as Impala expects them, and what is worth a look', () => {
  const steps = stepsOf(read(join));
  assert.deepEqual(
    steps.map(({estimatedRows, estimatedBytes}) => [estimatedRows, estimatedBytes]),
    [
      [undefined, undefined],
      [undefined, undefined],
      [40, 960],
      [undefined, undefined],
      [5_760_000, 230_400_000],
      [1500, 24_000],
      [1500, 24_000],
      [6_000_000, 144_000_000],
    ],
  );
  assert.deepEqual(heaviestOf(read(join)), {by: 'rows', most: 6_000_000});
  assert.equal(steps[1]?.note, 'Rows are moved between machines.');
});

test('fragments of a long plan, a join without condition, branches in branches', () => {
  const text = `F02:PLAN FRAGMENT [UNPARTITIONED] hosts=1 instances=1
|  Per-Host Resources: mem-estimate=11.20MB mem-reservation=0B thread-reservation=1
WRITE TO HDFS [shop.items, OVERWRITE=false]
|  partitions=1
|
04:NESTED LOOP JOIN [CROSS JOIN, BROADCAST]
|  mem-estimate=2.00MB mem-reservation=0B thread-reservation=0
|  tuple-ids=0,1,2 row-size=40B cardinality=unavailable
|  in pipelines: 00(GETNEXT), 01(OPEN)
|
|--F03:PLAN FRAGMENT [RANDOM] hosts=3 instances=3
|  |  Per-Instance Resources: mem-estimate=1.00MB mem-reservation=0B thread-reservation=1
|  JOIN BUILD
|  |  join-table-id=00 plan-id=01 cohort-id=01
|  |
|  03:UNION
|  |
|  |--02:SCAN KUDU [shop.b]
|  |     tuple-ids=2 row-size=8B cardinality=10
|  |
|  01:SCAN KUDU [shop.a]
|     tuple-ids=1 row-size=8B cardinality=20
|
00:SCAN HDFS [shop.orders, RANDOM]
   stored statistics:
     table: rows=unavailable size=unavailable
   tuple-ids=0 row-size=24B cardinality=unavailable`;
  const plan = read(text);
  assert.deepEqual(lines(plan), [
    'WRITE TO HDFS; shop.items, OVERWRITE=false; partitions=1',
    '  NESTED LOOP JOIN; CROSS JOIN, BROADCAST',
    '    JOIN BUILD',
    '      UNION',
    '        SCAN KUDU; shop.b',
    '        SCAN KUDU; shop.a',
    '    SCAN HDFS; shop.orders, RANDOM',
  ]);
  assert.equal(stepsOf(plan)[1]?.note, 'Each row is joined with all others.');
  assert.equal(stepsOf(plan)[1]?.estimatedRows, undefined);
  // How wide its rows are is not how large it is.
  assert.equal(stepsOf(plan)[1]?.estimatedBytes, undefined);
});

test('a text of steps without end is read without failing', () => {
  const plan = read(Array.from({length: 20_000}, (_, n) => `${n}:SORT`).join('\n'));
  assert.equal(stepsOf(plan).length, 501);
});

test('another text is no plan', () => {
  for (const text of ['', 'PLAN-ROOT SINK', 'AnalysisException: Could not resolve', '{}', '|--'])
    assert.equal(impalaPlan(text), undefined, text);
});
