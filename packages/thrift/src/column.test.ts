import assert from 'node:assert/strict';
import {test} from 'node:test';
import {BinaryReader} from './binary-reader.ts';
import {Nulls} from './column.ts';
import {TextColumn} from './text-column.ts';

test('NULL bits that the server left out are no NULLs, and those past the end do not count', () => {
  const nulls = new Nulls(Uint8Array.of(0b1000_0001, 0, 0b0000_0110));
  assert.deepEqual(
    [0, 1, 7, 8, 17, 18, 19, 24, 1000].map(row => nulls.has(row)),
    [true, false, true, false, true, true, false, false, false],
  );
  assert.equal(nulls.count(18), 3);
  assert.equal(nulls.count(100), 4);
  assert.equal(nulls.count(0), 0);
});

test('a column of texts gives the same one by one, all at once and as bytes', () => {
  const texts = Array.from({length: 1000}, (_, i) =>
    i % 97 === 5 ? 'ü'.repeat(i) : 'a'.repeat(i % 300),
  );
  const parts = texts.flatMap(text => {
    const size = Buffer.alloc(4);
    size.writeInt32BE(Buffer.byteLength(text));
    return [size, Buffer.from(text)];
  });
  const header = Buffer.from('0b000003e8', 'hex');
  const column = TextColumn.read(new BinaryReader(Buffer.concat([header, ...parts])));
  assert.equal(column.length, 1000);
  assert.deepEqual(column.texts(), texts);
  assert.deepEqual(
    texts.map((_, row) => column.text(row)),
    texts,
  );
  assert.deepEqual(
    texts.map((_, row) => column.bytes(row).toString()),
    texts,
  );
});
