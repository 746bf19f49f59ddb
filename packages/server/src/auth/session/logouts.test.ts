import assert from 'node:assert/strict';
import {copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {logoutsIn, SharedLogouts} from './logouts.ts';

test('a logout everywhere is known to all servers of a process, and to the next one', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'logouts-'));
  t.after(() => rmSync(folder, {recursive: true}));
  const file = join(folder, 'logouts.json');
  const [catalog, editor] = [logoutsIn(file), logoutsIn(file)];
  assert.equal(await catalog.of('ann'), 0);
  assert.deepEqual(readdirSync(folder), [], 'nothing is written for nobody');
  await catalog.add('ann');
  await catalog.add('__proto__');
  const at = await editor.of('ann');
  assert.ok(at > 0);
  assert.equal(await editor.of('bob'), 0);
  assert.ok((await editor.of('__proto__')) > 0);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  // As another process reads it.
  copyFileSync(file, join(folder, 'next.json'));
  const next = logoutsIn(join(folder, 'next.json'));
  assert.equal(await next.of('ann'), at);
});

test('a file that is no such file is told to whoever starts the server', t => {
  const folder = mkdtempSync(join(tmpdir(), 'logouts-'));
  t.after(() => rmSync(folder, {recursive: true}));
  writeFileSync(join(folder, 'broken.json'), '{"ann": 1');
  assert.throws(
    () => logoutsIn(join(folder, 'broken.json')),
    /broken\.json cannot be read: .*good again/,
  );
});

test('processes that share records see a logout at another, and their own at once', async () => {
  const times = new Map<string, number>();
  let reads = 0;
  const records = {
    loggedOutAt: async (userName: string) => {
      reads++;
      return times.get(userName) ?? 0;
    },
    keepLogout: async (userName: string, at: number) => void times.set(userName, at),
  };
  const [here, there] = [new SharedLogouts(records), new SharedLogouts(records)];
  assert.equal(await here.of('ann'), 0);
  for (let n = 0; n < 100; n++) await here.of('ann');
  assert.equal(reads, 1, 'a request costs no read of its own');
  await here.add('ann');
  assert.equal(await here.of('ann'), times.get('ann'));
  assert.equal(await there.of('ann'), times.get('ann'));
});
