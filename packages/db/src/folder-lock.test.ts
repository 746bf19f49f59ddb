import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {lockFolder} from './folder-lock.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'lock-'));
  t.after(() => rmSync(path, {recursive: true}));
  return path;
}

test('a held folder is refused with the holder named, a released one is not', t => {
  const path = folder(t);
  const lock = lockFolder(path);
  assert.throws(() => lockFolder(path), {
    message: new RegExp(`^Data folder ${path} is in use by process ${process.pid}, since \\d{4}-`),
  });
  lock.release();
  lockFolder(path).release();
});

test('a killed process leaves no lock behind', async t => {
  const path = folder(t);
  const code = `
    const {lockFolder} = await import(${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)});
    globalThis.lock = lockFolder(${JSON.stringify(path)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  assert.throws(() => lockFolder(path), {message: new RegExp(`process ${holder.pid}, since`)});
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockFolder(path).release();
});
