import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isExact, parseExactly, plainDigits, writtenText} from './entity/exact-number.ts';
import {normaliseValue, type Issues} from './entity/value.ts';
import {joinCell, splitCell} from './glossary/listed-cells.ts';
import {identityOf} from './ingest/openlineage/dataset-identity.ts';
import {basicQueryText} from './search/search-parameters.ts';
import {testTypes} from './testing.ts';
import {classificationsIn} from './transfer/import-transforms.ts';

// Texts for which an expression that looks for the end of each run from each of its characters
// would need some 10^12 steps, which is days: these tests would not end.
const length = 1_000_000;
const run = (piece: string) => piece.repeat(length);

test('numbers with very many zeros are read', () => {
  const text = `1.${run('0')}1`;
  const {value} = parseExactly(`{"value": ${text}}`) as {value: unknown};
  assert.ok(isExact(value));
  assert.equal(writtenText(value), text);
  assert.equal(plainDigits(text), text);
  assert.equal(plainDigits(`${text}${run('0')}`), text);
});

test('queries with very many stars are read', () => {
  assert.equal(basicQueryText(`x${run('*')}x`), `x${run('*')}x`);
  assert.equal(basicQueryText(`${run('*')}a-b${run('*')}`), 'a-b');
});

test('cells with very many backslashes are read', () => {
  const cell = `a${run('\\')}b`;
  assert.deepEqual(splitCell(cell, '|'), [cell]);
  assert.deepEqual(splitCell(cell, ':'), [cell]);
  assert.deepEqual(splitCell(joinCell([cell, cell], '|'), '|'), [cell, cell]);
});

test('names of data sets with very many slashes are read', () => {
  const rules = {cluster: 'primary', clusters: {}};
  const place = `x://a${run('/')}b`;
  assert.ok(identityOf(`${place} name`, {}, rules).qualifiedName === `${place}/name`);
});

test('transforms with very many spaces are read', () => {
  const transform = `ADD_CLASSIFICATION:${run(' ')}PII${run(' ')}`;
  assert.deepEqual(classificationsIn({}, [{a: transform}]), ['PII']);
});

test('a number with very many digits is no long', () => {
  const types = testTypes();
  const fits = (text: string) => {
    const issues: Issues = [];
    normaliseValue(types, types.valueType('long'), text, 'T.a', issues);
    return issues.length === 0;
  };
  assert.equal(fits('9'.repeat(100 * length)), false);
  assert.equal(fits(`-${run('0')}9223372036854775808`), true);
  assert.equal(fits('9223372036854775808'), false);
});
