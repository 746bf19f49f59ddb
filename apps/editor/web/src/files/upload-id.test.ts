import assert from 'node:assert/strict';
import {test} from 'node:test';
import {partBytesOf, uploadIdOf} from './upload-id.ts';

test('an upload is that of a person, a folder and what is in the file', async () => {
  const size = 9 * 2 ** 20;
  const file = (begin: string, end: string, lastModified = 1) =>
    new File([begin, new Uint8Array(size), end], 'f', {lastModified});
  const first = await uploadIdOf('ada', '/a', file('x', 'y'));
  assert.equal(await uploadIdOf('ada', '/a', file('x', 'y')), first);
  const others = [
    await uploadIdOf('bob', '/a', file('x', 'y')),
    await uploadIdOf('ada', '/b', file('x', 'y')),
    await uploadIdOf('ada', '/a', file('z', 'y')),
    await uploadIdOf('ada', '/a', file('x', 'z')),
    await uploadIdOf('ada', '/a', file('x', 'y', 2)),
  ];
  assert.equal(new Set([first, ...others]).size, 6);
  for (const id of [first, ...others]) assert.match(id, /^[\w-]{8,64}$/);
});

test('no file has more parts than the server takes', () => {
  assert.equal(partBytesOf(0), 8 * 2 ** 20);
  for (const size of [10_000 * 8 * 2 ** 20, 10_000 * 8 * 2 ** 20 + 1, 5 * 2 ** 40])
    assert.ok(Math.ceil(size / partBytesOf(size)) <= 10_000, String(size));
});
