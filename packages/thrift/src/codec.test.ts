import assert from 'node:assert/strict';
import {test} from 'node:test';
import {BinaryReader} from './binary-reader.ts';
import {BinaryWriter} from './binary-writer.ts';
import {
  binary,
  bool,
  double,
  i16,
  i32,
  i64,
  list,
  map,
  string,
  struct,
  type Codec,
} from './codec.ts';
import {TransportError} from './errors.ts';

const inner = struct('Inner', {id: [1, i64]}, {note: [2, string]});
const everything = struct(
  'Everything',
  {
    flag: [1, bool],
    short: [2, i16],
    int: [3, i32],
    long: [4, i64],
    number: [5, double],
    text: [6, string],
  },
  {
    bytes: [7, binary],
    texts: [8, list(string)],
    settings: [9, map(inner)],
    inners: [10, list(inner)],
    rest: [11, inner],
  },
);

const value = {
  flag: true,
  short: -32768,
  int: 2147483647,
  long: -9223372036854775808n,
  number: -0.1,
  text: 'Grüße € 😀',
  bytes: Uint8Array.of(0, 255, 128),
  texts: ['', 'a'],
  settings: new Map([['k', {id: 1n, note: 'n'}]]),
  inners: [{id: 9007199254740993n}],
} as const;

function encode<T>(codec: Codec<T>, it: T): Buffer {
  const writer = new BinaryWriter();
  codec.write(writer, it);
  return writer.finish();
}

test('a struct comes back as it went, with what was left out left out', () => {
  assert.deepEqual(everything.read(new BinaryReader(encode(everything, value)), 0), value);
});

test('texts and bytes of any length come back whole, whatever the buffer has to grow to', () => {
  for (let length = 0; length < 3000; length += 7) {
    const text = 'é'.repeat(length);
    const one = struct('One', {
      a: [1, string],
      b: [2, binary],
      c: [3, i64],
      d: [4, double],
      e: [5, i16],
    });
    const sent = {a: text, b: Buffer.from(text), c: BigInt(length), d: length, e: length};
    const back = one.read(new BinaryReader(encode(one, sent)), 0);
    assert.deepEqual(back, {...sent, b: Uint8Array.from(sent.b)});
  }
});

test('bytes are laid out as the protocol says', () => {
  const known = struct('Known', {id: [1, i32], text: [2, string]});
  assert.equal(
    encode(known, {id: 258, text: 'ab'}).toString('hex'),
    '080001000001020b000200000002616200',
  );
});

test('fields that the table does not know are passed over, and so is a known one of another type', () => {
  const older = struct('Older', {text: [6, string]}, {flag: [1, i32]});
  assert.deepEqual(older.read(new BinaryReader(encode(everything, value)), 0), {text: value.text});
});

test('a missing required field is an error that names it', () => {
  const empty = new BinaryReader(Buffer.of(0));
  assert.throws(() => inner.read(empty, 0), {
    name: 'TransportError',
    reason: 'protocol',
    message: /Inner without id/,
  });
});

test('half of a surrogate pair is refused instead of being replaced', () => {
  assert.throws(() => encode(string, 'a\ud800'), TypeError);
});

test('cut off at any place, bytes are an error', () => {
  const bytes = encode(everything, value);
  for (let length = 0; length < bytes.length; length++) {
    const reader = new BinaryReader(bytes.subarray(0, length));
    assert.throws(() => everything.read(reader, 0), TransportError, `the first ${length}`);
  }
});

test('with any byte changed to any of the treacherous values, bytes are a value or a clear error', () => {
  const bytes = encode(everything, value);
  for (let at = 0; at < bytes.length; at++) {
    for (const lie of [0x00, 0x01, 0x0b, 0x0c, 0x0d, 0x0f, 0x10, 0x7f, 0x80, 0xff]) {
      const wrong = Buffer.from(bytes);
      wrong[at] = lie;
      try {
        everything.read(new BinaryReader(wrong), 0);
      } catch (error) {
        assert.ok(error instanceof TransportError, `byte ${at} as ${lie}: ${String(error)}`);
      }
    }
  }
});

test('a list that claims more elements than there are bytes is refused before anything is made', () => {
  const bytes = Buffer.from('0f7fffffff', 'hex');
  assert.throws(() => list(list(string)).read(new BinaryReader(bytes), 0), {reason: 'protocol'});
  assert.throws(() => map(string).read(new BinaryReader(Buffer.from('0b0b7fffffff', 'hex')), 0), {
    reason: 'protocol',
  });
});

test('nesting without end is refused and does not end the process', () => {
  const deep = Buffer.alloc(300_000, Buffer.from('0c0001', 'hex'));
  assert.throws(() => struct('Any', {}).read(new BinaryReader(deep), 0), {
    reason: 'protocol',
    message: /nested/,
  });
});
