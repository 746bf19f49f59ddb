// The public Python client of the reference product, unmodified, has to work against this server.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {test} from 'node:test';
import {promisify} from 'node:util';
import {findPython} from './python.ts';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const script = join(import.meta.dirname, 'python', 'drive_client.py');
const found = await findPython('apache_atlas');
const {python, skip} =
  'skip' in found ? {python: '', skip: found.skip} : {python: found.python, skip: false};

test('the Python client', {skip}, async t => {
  const server = await startCatalog(await temporaryFolder(t));
  t.after(() => server.stop());
  const {stdout, stderr} = await promisify(execFile)(python, ['-B', script, server.url], {
    timeout: 120_000,
  });
  const steps = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as {step: string; failure: string | null});
  assert.ok(steps.length >= 24, stderr);
  for (const {step, failure} of steps) {
    await t.test(step, () => assert.equal(failure, null, failure ?? ''));
  }
});
