import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {test} from 'node:test';
import {unzipSync} from 'fflate';
import {ZipStream} from './zip-stream.ts';

test('another reader finds every file as it was, however many pieces it came in', async () => {
  const noise = randomBytes(300_000);
  const files: Readonly<Record<string, readonly Uint8Array[]>> = {
    'a.txt': [Buffer.from('one '), Buffer.from('two')],
    'folder/ä.bin': Array.from({length: 10}, (_, i) =>
      noise.subarray(i * 30_000, (i + 1) * 30_000),
    ),
    'empty.txt': [],
  };
  const zip = new ZipStream();
  const chunks: Uint8Array[] = [];
  for (const [name, pieces] of Object.entries(files)) {
    zip.begin(name);
    for (const piece of pieces) {
      await zip.add(piece);
      chunks.push(...zip.drain());
    }
    await zip.end();
  }
  zip.finish();
  chunks.push(...zip.drain());
  const read = unzipSync(Buffer.concat(chunks));
  assert.deepEqual(Object.keys(read), Object.keys(files));
  for (const [name, pieces] of Object.entries(files)) {
    assert.deepEqual(Buffer.from(read[name] ?? []), Buffer.concat(pieces), name);
  }
});

test('what is given up half-way leaves nothing running', async () => {
  const zip = new ZipStream();
  zip.begin('a.txt');
  await zip.add(Buffer.from('a'));
  zip.close();
  await assert.rejects(new ZipStream().add(Buffer.from('a')), /no file was begun/);
});
