import assert from 'node:assert/strict';
import {existsSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {test, type TestContext} from 'node:test';
import {passwd} from './passwd.ts';

function setUp(t: TestContext, terminal: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'passwd-'));
  t.after(() => rmSync(folder, {recursive: true}));
  const file = join(folder, 'deep', 'users.properties');
  const modes: boolean[] = [];
  const stream = new PassThrough();
  const input = terminal
    ? Object.assign(stream, {isTTY: true, setRawMode: (raw: boolean) => void modes.push(raw)})
    : stream;
  const output = new PassThrough().setEncoding('utf8');
  const rests: (readonly string[])[] = [];
  const run = (...argv: string[]) =>
    passwd({
      argv,
      fileOf: rest => {
        rests.push(rest);
        return file;
      },
      input,
      output,
    });
  return {file, stream, run, rests, modes, printed: () => String(output.read() ?? '')};
}

test('a password from a pipe is set for the user and group; other words go to the server options', async t => {
  const {file, stream, run, rests, printed} = setUp(t, false);
  stream.end('hunter2 and friends\n');
  assert.equal(await run('ann', '--data', './x', '--group', 'STEWARD', '--password-file=y'), 0);
  assert.match(readFileSync(file, 'utf8'), /^ann=STEWARD::\$scrypt\$/);
  assert.deepEqual(rests, [['--data', './x', '--password-file=y']]);
  assert.doesNotMatch(printed(), /hunter2/);
});

test('without a group whoever is there keeps theirs, and only the first one and admin become administrators', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'passwd-'));
  t.after(() => rmSync(folder, {recursive: true}));
  const file = join(folder, 'users.properties');
  const set = async (...argv: string[]) => {
    const input = new PassThrough();
    input.end('a long enough one\n');
    assert.equal(await passwd({argv, fileOf: () => file, input, output: new PassThrough()}), 0);
    return Object.fromEntries(
      [...readFileSync(file, 'utf8').matchAll(/^(\w+)=([\w,]*)::/gm)].map(([, a, b]) => [a, b]),
    );
  };
  assert.deepEqual(await set('ann'), {ann: 'ADMIN'});
  assert.deepEqual(await set('bob'), {ann: 'ADMIN', bob: 'USER'});
  assert.deepEqual(await set('bob', '--group', 'STEWARD,STAFF'), {
    ann: 'ADMIN',
    bob: 'STEWARD,STAFF',
  });
  assert.deepEqual(
    await set('bob'),
    {ann: 'ADMIN', bob: 'STEWARD,STAFF'},
    'a new password is no new right',
  );
  assert.deepEqual(await set('admin'), {ann: 'ADMIN', bob: 'STEWARD,STAFF', admin: 'ADMIN'});
});

test('a terminal is asked twice and echoes nothing; backspace works', async t => {
  const {file, stream, run, modes, printed} = setUp(t, true);
  const done = run('ann');
  stream.write('seventeen secrez\u007Fts\r');
  await new Promise(resolve => setImmediate(resolve));
  stream.write('seventeen secrets\r');
  assert.equal(await done, 0);
  assert.match(readFileSync(file, 'utf8'), /^ann=ADMIN::/);
  assert.deepEqual(modes, [true, false, true, false]);
  const text = printed();
  assert.match(text, /New password of ann: \nAgain: \n/);
  assert.doesNotMatch(text, /secre/);
});

test('two different passwords, an empty one and Ctrl+C change nothing', async t => {
  for (const typed of [['nineteen rabbits\r', 'nineteen rabbit\r'], ['\r'], ['a\u0003']]) {
    const {file, stream, run, printed} = setUp(t, true);
    const done = run('ann');
    for (const text of typed) {
      stream.write(text);
      await new Promise(resolve => setImmediate(resolve));
    }
    assert.equal(await done, 1);
    assert.match(printed(), /Nothing was changed/);
    assert.equal(existsSync(file), false);
  }
});

test('without a user the usage is shown', async t => {
  const {run, printed} = setUp(t, false);
  assert.equal(await run(), 1);
  assert.match(printed(), /^Usage: npm run passwd/);
  assert.equal(await run('--help'), 0);
});

test('a weak password is refused, with a reason, unless any is wanted', async t => {
  const {file, stream, run, printed} = setUp(t, false);
  stream.end('secret\n');
  assert.equal(await run('ann'), 1);
  assert.match(
    printed(),
    /Nothing was changed: the password is weak: it has 6 characters, and needs at least 12/,
  );
  assert.equal(existsSync(file), false);
  const any = setUp(t, false);
  any.stream.end('secret\n');
  assert.equal(await any.run('ann', '--any-password', '--data', './x'), 0);
  assert.deepEqual(any.rests, [['--data', './x']]);
  assert.match(readFileSync(any.file, 'utf8'), /^ann=ADMIN::/);
});
