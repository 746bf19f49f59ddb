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
  for (const [text, message] of refusals) assert.throws(() => shape.parseBody(body, text), message, text);
});

test('null stands for absent, text for numbers and booleans', () => {
  const text = '{"limit": "5", "name": null, "isOpen": "TRUE", "list": null, "__proto__": {"limit": 1}}';
  assert.deepEqual(Object.entries(shape.parseBody(body, text) as object), Object.entries(JSON.parse(text) as object));
});
