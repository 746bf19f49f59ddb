import assert from 'node:assert/strict';
import {test} from 'node:test';
import {sparkColumns} from './spark-schema.ts';

const fields = [
  {name: 'id', type: 'long', metadata: {comment: 'Key'}},
  {
    name: 'lines',
    type: {type: 'array', elementType: {type: 'struct', fields: [{name: 'a', type: 'integer'}]}},
  },
  {name: 'day', type: 'date'},
];
const schema = JSON.stringify({type: 'struct', fields});
const prefix = 'spark.sql.sources.schema';

test('columns come from one parameter or from numbered ones, without those that partition', () => {
  const keys = [
    [`${prefix}.numPartCols`, '1'],
    [`${prefix}.partCol.0`, 'day'],
  ] as const;
  const parts = [
    [`${prefix}.numParts`, '2'],
    [`${prefix}.part.0`, schema.slice(0, 40)],
    [`${prefix}.part.1`, schema.slice(40)],
  ] as const;
  const expected = {
    columns: [
      {name: 'id', type: 'bigint', comment: 'Key'},
      {name: 'lines', type: 'array<struct<a:int>>'},
    ],
    partitionKeys: [{name: 'day', type: 'date'}],
  };
  assert.deepEqual(sparkColumns(new Map([[prefix, schema], ...keys])), expected);
  assert.deepEqual(sparkColumns(new Map([...parts, ...keys])), expected);
});

test('what is no schema, or misses a part, tells of no columns', () => {
  assert.equal(sparkColumns(new Map()), undefined);
  assert.equal(sparkColumns(new Map([[prefix, '{"fields": []}']])), undefined);
  assert.equal(sparkColumns(new Map([[prefix, 'cut {']])), undefined);
  assert.equal(
    sparkColumns(
      new Map([
        [`${prefix}.numParts`, '2'],
        [`${prefix}.part.0`, schema],
      ]),
    ),
    undefined,
  );
});
