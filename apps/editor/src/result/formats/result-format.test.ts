import assert from 'node:assert/strict';
import {test} from 'node:test';
import type {Column} from '../../engine/column.ts';
import {metaOf, rowsOf, type ResultFormat} from './result-format.ts';

const formatted = (value: unknown, type: string, format: ResultFormat): unknown =>
  rowsOf({columns: [[value]], rowCount: 1}, [{name: 'a', type}], format)[0]?.[0];

const html: readonly [value: unknown, type: string, expected: unknown][] = [
  [
    `<a href="x">it's & so</a>`,
    'string',
    '&lt;a&nbsp;href=&quot;x&quot;&gt;it&#39;s&nbsp;&amp;&nbsp;so&lt;/a&gt;',
  ],
  [null, 'string', 'NULL'],
  ['1.50', 'decimal(10,2)', '1.50'],
  [7, 'int', 7],
  [true, 'boolean', true],
  [1, 'double', '1.0'],
  [1.5, 'double', '1.5'],
  [0.1, 'double', '0.1'],
  [1e-5, 'double', '1e-05'],
  [0.00012, 'double', '0.00012'],
  [1e16, 'double', '1e+16'],
  [123456789012345.6, 'double', '123456789012345.6'],
  [-0, 'double', '-0.0'],
  [Number.NaN, 'double', 'NaN'],
  [-Infinity, 'float', '-Infinity'],
  [new TextEncoder().encode('a b'), 'binary', 'a&nbsp;b'],
];

for (const [value, type, expected] of html) {
  test(`in the reference's form ${type} ${String(value)} is ${String(expected)}`, () => {
    assert.deepEqual(formatted(value, type, 'html'), expected);
  });
}

test('64-bit integers keep all digits in both forms', () => {
  for (const format of ['html', 'json'] as const) {
    assert.equal(
      JSON.stringify([formatted(9007199254740993n, 'bigint', format)]),
      '[9007199254740993]',
    );
  }
});

test('the typed form has real nulls, unescaped texts, base64 and texts for what is no JSON number', () => {
  assert.equal(formatted(null, 'string', 'json'), null);
  assert.equal(formatted('<a b>', 'string', 'json'), '<a b>');
  assert.equal(formatted(1, 'double', 'json'), 1);
  assert.equal(formatted(Number.NaN, 'double', 'json'), 'NaN');
  assert.equal(formatted(new Uint8Array([0, 255]), 'binary', 'json'), 'AP8=');
});

test('types have the names of the protocol', () => {
  const types = [
    'string',
    'decimal(10,2)',
    'array<int>',
    'timestamp',
    'integer',
    'void',
    'map<string,int>',
  ];
  const columns: Column[] = types.map(type => ({name: 'a', type}));
  const expected = ['STRING', 'DECIMAL', 'ARRAY', 'TIMESTAMP', 'INT', 'NULL', 'MAP'].map(
    name => `${name}_TYPE`,
  );
  assert.deepEqual(
    metaOf(columns, 'html').map(column => column.type),
    expected,
  );
  assert.deepEqual(metaOf([{name: 'a', type: 'decimal(10,2)'}], 'json'), [
    {name: 'a', type: 'decimal(10,2)', comment: ''},
  ]);
});
