import assert from 'node:assert/strict';
import {test} from 'node:test';
import {fitsAny, policyPattern} from './policy-pattern.ts';

const fits = (pattern: string, value: string) => policyPattern(pattern).fits(value);

test('a pattern is a text whatever its case, or an expression for the whole value', () => {
  for (const [pattern, value] of [
    ['.*', 'any\nthing'],
    ['Sales@Prod', 'sales@prod'],
    ['sales.*', 'sales_2024@prod'],
    ['sales.orders@prod', 'SALES.orders@prod'],
    [String.raw`sales\.orders@prod`, 'sales.orders@prod'],
    ['(hive|spark)_table', 'spark_table'],
    ['(?:hive|spark)_(table|db)s?', 'hive_dbs'],
    [String.raw`\Qa.b(c\E.*`, 'a.b(cd'],
    [String.raw`\d{2,3}-\w+`, '123-a_b'],
    [String.raw`[\w.-]+@prod`, 'a.b-c@prod'],
    ['[^@]+@prod', 'ä@prod'],
    ['[]a]b', ']b'],
    ['^exact$', 'exact'],
    ['a*?b', 'aab'],
    [String.raw`a\/b\-c`, 'a/b-c'],
    ['a/b c', 'a/b c'],
    ['.\u{1f600}', 'x\u{1f600}'],
    ['entity-.*|type-read', 'type-read'],
    ['', ''],
  ] as const) {
    assert.equal(fits(pattern, value), true, `${pattern} and ${value}`);
  }
  for (const [pattern, value] of [
    ['sales', 'sales2'],
    ['sales.*', 'Sales1'],
    [String.raw`sales\.orders`, 'salesXorders'],
    ['(hive|spark)_table', 'hive'],
    ['a|bc', 'ac'],
    ['[^@]+@prod', '@prod'],
    [String.raw`\d+`, '٣'],
    ['ÄB', 'äb'],
  ] as const) {
    assert.equal(fits(pattern, value), false, `${pattern} and ${value}`);
  }
});

test('what cannot mean the same everywhere is refused by name', () => {
  for (const [pattern, what] of [
    ['*', '* behind nothing; .* fits everything'],
    ['a**', '**'],
    ['a++', '++'],
    ['(a', '( without its )'],
    ['a)', ') without its ('],
    ['[a', '[ without its ]'],
    ['[z-a]', '[z-a]'],
    ['(?=a)b', '(?=; of these groups only (?: is'],
    ['(?i)a', '(?i; of these groups only (?: is'],
    [String.raw`(a)\1`, String.raw`\1`],
    [String.raw`\p{L}`, String.raw`\p`],
    [String.raw`\bword`, String.raw`\b`],
    ['a{300}', '{300}: at most 255 repeats, the smaller number first'],
    ['a{3,2}', '{3,2}: at most 255 repeats, the smaller number first'],
    ['a^b', '^ inside'],
    ['[a[b]]', 'a class inside of a class'],
    ['a\\', '\\'],
  ] as const) {
    assert.throws(() => policyPattern(pattern), {
      message: `${JSON.stringify(pattern)}: ${what} is not understood`,
    });
  }
});

test('what has no value is fitted by every list', () => {
  assert.equal(fitsAny([], undefined), true);
  assert.equal(fitsAny([], 'a'), false);
  assert.equal(fitsAny(['b', 'A'], 'a'), true);
});

test('a beginning and an end are what indexes know', () => {
  const simple = (text: string) => policyPattern(text).simple;
  assert.deepEqual(simple('sales.*'), {how: 'startsWith', text: 'sales'});
  assert.deepEqual(simple(String.raw`sales\..*`), {how: 'startsWith', text: 'sales.'});
  assert.deepEqual(simple('.*@prod'), {how: 'endsWith', text: '@prod'});
  for (const text of [
    '.*',
    'sales',
    'sal.s.*',
    '.*a.*',
    String.raw`\d.*`,
    'a|b.*',
    '(a).*',
    'sa+.*',
    '',
  ]) {
    assert.equal(simple(text), undefined, text);
  }
  assert.equal(policyPattern('sales.*').fits('sales'), true);
  assert.equal(policyPattern('sales.*').fits('SALES.*'), false);
});
