import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFile, mkdir, mkdtemp, realpath, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, sep} from 'node:path';
import {test} from 'node:test';
import {promisify} from 'node:util';

test('a start takes the bundle of the servers only if it is of the sources as they are', async t => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'gazetteer-bundle-')));
  t.after(() => rm(folder, {recursive: true, force: true, maxRetries: 3}));
  const put = async (path: string, text: string) => {
    const file = join(folder, path);
    await mkdir(join(file, '..'), {recursive: true});
    await writeFile(file, text);
    return file;
  };
  const saying = (what: string) => `export const start = async () => console.log('${what}');\n`;
  await copyFile(join(import.meta.dirname, '..', 'start.mjs'), join(folder, 'start.mjs'));
  await put('package.json', '{"type": "module"}');
  const source = await put('apps/start.ts', saying('sources'));
  const bundle = await put('node_modules/.cache/servers/one/start.js', saying('bundle'));
  const {mtimeMs} = await stat(source);
  const hash = createHash('sha256').update(saying('sources')).digest('hex');
  const made = (root: string) =>
    put(
      'node_modules/.cache/servers/current.json',
      JSON.stringify({root, file: bundle, madeOf: [['apps/start.ts', mtimeMs, hash]]}),
    );
  const started = async () =>
    (await promisify(execFile)(process.execPath, [join(folder, 'start.mjs')])).stdout.trim();

  assert.equal(await started(), 'sources');
  await made(join(folder, sep));
  assert.equal(await started(), 'bundle');
  await utimes(source, 1, 1);
  assert.equal(await started(), 'bundle', 'a copy has other times');
  await writeFile(source, saying('changed'));
  assert.equal(await started(), 'changed');
  await writeFile(source, saying('sources'));
  assert.equal(await started(), 'bundle');
  await made(join(folder, 'elsewhere', sep));
  assert.equal(await started(), 'sources', 'a bundle knows where it was made');
  await made(join(folder, sep));
  await rm(bundle);
  assert.equal(await started(), 'sources');
});
