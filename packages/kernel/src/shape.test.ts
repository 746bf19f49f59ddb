import assert from 'node:assert/strict';
import {test} from 'node:test';
import {isExact} from '@gazetteer/model';
import * as shape from './shape.ts';

const body = shape.object({
  limit: shape.integer(),
  name: shape.text(),
  isOpen: shape.flag(),
  list: shape.list(shape.number()),
  value: shape.anything,
});

test('a number with more digits than a double has is what its shape declares', () => {
  const json = shape.parseBody(
    body,
    '{"limit": 12345678901234567890, "name": 12345678901234567890, "list": [0.1234567890123456789], "other": 12345678901234567890, "value": 12345678901234567890}',
  ) as Record<string, unknown>;
  assert.equal(json['limit'], 12345678901234567000);
  assert.equal(json['name'], '12345678901234567890');
  assert.deepEqual(json['list'], [Number('0.1234567890123456789')]);
  assert.ok(isExact(json['value']));
});

test('what does not fit is told with its place', () => {
  const refusals: [text: string, message: RegExp][] = [
    ['[]', /Expected an object$/],
    ['12345678901234567890', /Expected an object$/],
    ['{"limit": 0.1234567890123456789}', /whole number \(in limit\)/],
    ['{"limit": {}}', /whole number \(in limit\)/],
    ['{"name": []}', /a text \(in name\)/],
    ['{"isOpen": 12345678901234567890}', /true or false \(in isOpen\)/],
    ['{"list": [1, "x"]}', /a number \(in list\[1\]\)/],
  ];
  for (const [text, message] of refusals)
    assert.throws(() => shape.parseBody(body, text), message, text);
});

test('null stands for absent, text for numbers and booleans', () => {
  const text =
    '{"limit": "5", "name": null, "isOpen": "TRUE", "list": null, "__proto__": {"limit": 1}}';
  const read = Object.entries(shape.parseBody(body, text) as object);
  const meant = text.replace('"TRUE"', 'true').replace('"5"', '5');
  assert.deepEqual(read, Object.entries(JSON.parse(meant) as object));
  for (const [written, value] of [
    ['"False"', false],
    ['""', null],
    ['true', true],
  ] as const) {
    assert.deepEqual(shape.parseBody(body, `{"isOpen": ${written}}`), {isOpen: value});
  }
});

test('a number or a flag where a text is wanted is its text', () => {
  for (const written of ['7', '-1.5', 'true', 'false', '12345678901234567890']) {
    assert.deepEqual(shape.parseBody(body, `{"name": ${written}}`), {name: written});
  }
});

test('numbers may be texts of the forms that the API document shows, and no other', () => {
  const numbers = shape.object({whole: shape.integer(), any: shape.number()});
  for (const [name, text, value] of [
    ['whole', ' 5 ', 5],
    ['whole', '+7', 7],
    ['whole', ' ', null],
    ['any', '-.5e2', -50],
    ['any', '1.', 1],
  ] as const) {
    assert.deepEqual(shape.parseBody(numbers, JSON.stringify({[name]: text})), {[name]: value});
  }
  for (const [name, text] of [
    ['whole', '5.0'],
    ['whole', '0x10'],
    ['whole', '-'],
    ['any', 'Infinity'],
    ['any', '1e999'],
    ['any', '1_000'],
    ['any', '٣'],
  ] as const) {
    const body = JSON.stringify({[name]: text});
    assert.throws(
      () => shape.parseBody(numbers, body),
      new RegExp(`number \\(in ${name}\\)`),
      body,
    );
  }
});

test('texts with very many spaces or digits that are no number are refused', () => {
  const numbers = shape.object({whole: shape.integer(), any: shape.number()});
  for (const text of [`${' '.repeat(1_000_000)}x`, `${'1'.repeat(1_000_000)}x`]) {
    for (const name of ['whole', 'any']) {
      const body = JSON.stringify({[name]: text});
      assert.throws(() => shape.parseBody(numbers, body), /number/, name);
    }
  }
});
