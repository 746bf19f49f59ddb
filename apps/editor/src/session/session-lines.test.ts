import assert from 'node:assert/strict';
import {test} from 'node:test';
import {SessionLines} from './session-lines.ts';

function waiting(maxMs = 60_000, signal?: AbortSignal) {
  const places: number[] = [];
  return {places, maxMs, signal, onPosition: (ahead: number) => void places.push(ahead)};
}

test('the first one tries alone, and nobody overtakes', async () => {
  const lines = new SessionLines();
  const free: string[] = [];
  const attempt = async () => free.shift();
  const [a, b] = [waiting(), waiting()];
  const got: string[] = [];
  const first = lines.wait('ada', a, attempt).then(session => got.push(`a ${session}`));
  const second = lines.wait('ada', b, attempt).then(session => got.push(`b ${session}`));
  assert.equal(lines.hasLine('ada'), true);
  assert.equal(lines.hasLine('bob'), false);
  free.push('one', 'two');
  lines.moved('ada');
  await Promise.all([first, second]);
  assert.deepEqual(got, ['a one', 'b two']);
  assert.deepEqual([a.places, b.places], [[0], [1, 0]]);
  assert.equal(lines.hasLine('ada'), false);
});

test('who may not wait, waits for too long or is one too many is refused', async () => {
  const lines = new SessionLines();
  const never = async () => undefined;
  await assert.rejects(lines.wait('ada', undefined, never), {
    kind: 'too-many-sessions',
    message: 'Too many open sessions. Stop a running query before starting a new one',
  });
  await assert.rejects(lines.wait('ada', waiting(5), never), {
    kind: 'too-many-sessions',
    message: /starting a new one; none was given back within 0 s$/,
  });
  const gone = new AbortController();
  const all = Array.from({length: 20}, () =>
    lines.wait('ada', waiting(60_000, gone.signal), never),
  );
  await assert.rejects(lines.wait('ada', waiting(), never), {kind: 'too-many-sessions'});
  gone.abort(new Error('gone'));
  for (const one of all) await assert.rejects(one, /gone/);
  assert.equal(lines.hasLine('ada'), false);
});

test('an attempt that fails is told to whoever made it, and the next one has a try', async () => {
  const lines = new SessionLines();
  const first = lines.wait('ada', waiting(), async () => {
    throw new Error('broken');
  });
  const second = lines.wait('ada', waiting(), async () => 'session');
  await assert.rejects(first, /broken/);
  assert.equal(await second, 'session');
});
