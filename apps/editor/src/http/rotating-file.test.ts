import assert from 'node:assert/strict';
import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test} from 'node:test';
import {RotatingFile} from './rotating-file.ts';

test('keeps each file within the limit and so many copies, the newest first', t => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-log-'));
  t.after(() => rmSync(folder, {recursive: true}));
  const path = join(folder, 'access.log');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const first = new RotatingFile(path, {maxBytes: 30, copies: 2});
  for (let n = 0; n < 4; n++) first.write(`line number ${n}\n`);
  first.close();
  assert.equal(read('access.log'), 'line number 2\nline number 3\n');
  assert.equal(read('access.log.1'), 'line number 0\nline number 1\n');
  const second = new RotatingFile(path, {maxBytes: 30, copies: 2});
  for (let n = 4; n < 9; n++) second.write(`line number ${n}\n`);
  second.close();
  assert.deepEqual(readdirSync(folder).sort(), ['access.log', 'access.log.1', 'access.log.2']);
  assert.equal(read('access.log'), 'line number 8\n');
  assert.equal(read('access.log.2'), 'line number 4\nline number 5\n');
  for (const name of readdirSync(folder)) assert.ok(statSync(join(folder, name)).size <= 30);
});

test(
  'a line that the disk has no room for is lost, said once, and fails nothing',
  {skip: process.platform !== 'linux'},
  () => {
    const said: string[] = [];
    // Takes no byte, as a full disk does.
    const file = new RotatingFile('/dev/full', undefined, text => void said.push(text));
    file.write('one\n');
    file.write('two\n');
    file.close();
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /^\/dev\/full: lines are lost: ENOSPC/);
  },
);
