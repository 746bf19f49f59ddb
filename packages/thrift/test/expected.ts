/** What `allTypes` of conversation.ts has to come out as, value by value. */
export const expectedTypes = {
  // oxfmt-ignore
  spark: [
    'int', 'boolean', 'tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'decimal(38,9)', 'string', 'binary',
    'date', 'timestamp', 'array', 'map', 'struct',
  ],
  // oxfmt-ignore
  hive: [
    'int', 'boolean', 'tinyint', 'smallint', 'int', 'bigint', 'float', 'double', 'decimal(38,9)', 'string', 'binary',
    'date', 'timestamp', 'array', 'map', 'struct',
  ],
};

// oxfmt-ignore
const first = [
  1, true, 127, -32768, 2147483647, 9223372036854775807n, 1.25, 1e308, '-99999999999999999999.123456789', 'ascii',
  '616263', '2024-02-29', '2024-01-02 03:04:05.678901', '[1,2]', '{"a":1}', '{"x":1,"y":"z"}',
];
const nulls = [2, ...Array.from({length: 15}, () => null)];
// oxfmt-ignore
const third = [
  3, false, -128, 32767, -2147483648, -9223372036854775808n, -Infinity, NaN, '0.000000000', 'Grüße € 😀', '00ff80',
  '0001-01-01', '1969-12-31 23:59:59',
];

export const expectedRows = {
  spark: [first, nulls, [...third, '[]', '{}', '{"x":null,"y":""}']],
  // Hive has no NULL of such a type to write in a statement.
  hive: [
    first,
    [...nulls.slice(0, 13), '[0]', '{"n":0}', '{"x":0,"y":"n"}'],
    [...third, '[7]', '{"k":0}', '{"x":0,"y":""}'],
  ],
};
