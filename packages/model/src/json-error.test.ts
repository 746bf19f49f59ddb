import assert from 'node:assert/strict';
import {test} from 'node:test';
import {JsonError, parseJson} from './json-error.ts';

function messageOf(text: string): string {
  try {
    parseJson(text);
  } catch (error) {
    assert.ok(error instanceof JsonError);
    return error.message;
  }
  return assert.fail(`${text} was parsed`);
}

test('broken JSON is told with line and column', () => {
  assert.equal(
    messageOf('{"entity": {"typeName": '),
    'Unexpected end of the JSON text at line 1, column 25',
  );
  assert.equal(messageOf('{\n  "a": 1,\n  b: 2}'), 'Unexpected character "b" at line 3, column 3');
  assert.equal(messageOf('<x/>'), 'Unexpected character "<" at line 1, column 1');
  assert.equal(messageOf('{"a": nope}'), 'Unexpected character "o" at line 1, column 8');
  assert.equal(messageOf('[1,]'), 'Unexpected character "]" at line 1, column 4');
  assert.equal(messageOf('{"a":"x\ny"}'), 'Unexpected character "\\n" at line 1, column 8');
  assert.equal(messageOf('{"a":1}}'), 'Unexpected character "}" at line 1, column 8');
  assert.equal(messageOf('{"a":[1 2]}'), 'Unexpected character "2" at line 1, column 9');
  assert.equal(messageOf('["\\q"]'), 'Unexpected character "\\\\" at line 1, column 3');
  assert.equal(messageOf('["\n x"]'), 'Unexpected character "\\n" at line 1, column 3');
  assert.equal(messageOf('["a'), 'Unexpected end of the JSON text at line 1, column 4');
  assert.equal(messageOf('[tru'), 'Unexpected end of the JSON text at line 1, column 5');
  assert.equal(messageOf(''), 'Unexpected end of the JSON text at line 1, column 1');
});

test('text around the place is not repeated: it may be a secret', () => {
  assert.doesNotMatch(messageOf('{"password": "hunter2" "x"}'), /hunter2/);
});

test('the path of a value is part of the message', () => {
  assert.equal(
    new JsonError('expected an object', undefined, 'entity.attributes').message,
    'expected an object (in entity.attributes)',
  );
});
