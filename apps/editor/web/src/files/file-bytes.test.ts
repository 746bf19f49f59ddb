import assert from 'node:assert/strict';
import {test} from 'node:test';
import {bytesOf, hexLines, isBinary, spacedJson, textOf, wholeLength} from './file-bytes.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text));

test('bytes come as digits', () => {
  assert.deepEqual([...bytesOf('00ff10')], [0, 255, 16]);
  assert.equal(bytesOf('').length, 0);
  assert.equal(isBinary(bytesOf('610062')), true);
  assert.equal(isBinary(bytes('grüße\n')), false);
  assert.equal(textOf(bytes('grüße')), 'grüße');
});

test('a part of a text ends with a whole line, or at least a whole character', () => {
  assert.equal(wholeLength(bytes('a\nb\nc')), 4);
  assert.equal(wholeLength(bytes('abc')), 3);
  assert.equal(wholeLength(bytes('ab€')), 5);
  assert.equal(wholeLength(bytes('ab€').subarray(0, 4)), 2);
  assert.equal(wholeLength(bytes('ab😀').subarray(0, 5)), 2);
  assert.equal(wholeLength(new Uint8Array([0x80, 0x80])), 2);
  assert.equal(wholeLength(new Uint8Array()), 0);
});

test('what is no text is shown as digits and signs', () => {
  assert.equal(
    hexLines(bytes('PAR1\0 and more than a line'), 256),
    [
      '00000100  50 41 52 31 00 20 61 6e 64 20 6d 6f 72 65 20 74  PAR1. and more t',
      '00000110  68 61 6e 20 61 20 6c 69 6e 65                    han a line',
    ].join('\n'),
  );
  assert.equal(hexLines(new Uint8Array(), 0), '');
});

test('JSON is spaced out, anything else stays', () => {
  assert.equal(
    spacedJson('{"a":[1, {}],"b":[]}'),
    '{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}',
  );
  const exact = spacedJson(String.raw`{"n":12345678901234567890.10,"t":"a\"{,\\"}`);
  assert.equal(exact, '{\n  "n": 12345678901234567890.10,\n  "t": "a\\"{,\\\\"\n}');
  assert.equal(spacedJson('{"a":1}\n{"a":2}'), '{"a":1}\n{"a":2}');
});

test('JSON of more than 100 brackets in each other stays as it is', () => {
  const nested = (depth: number) => '['.repeat(depth) + '1' + ']'.repeat(depth);
  assert.equal(spacedJson(nested(101)), nested(101));
  assert.equal(spacedJson(nested(100)).split('\n').length, 201);
});
