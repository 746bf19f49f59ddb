// The public Python client of the reference product, unmodified, has to work against this server.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {access} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {promisify} from 'node:util';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const script = join(import.meta.dirname, 'python', 'drive_client.py');
const root = join(import.meta.dirname, '..', '..', '..');

/** A Python that has the client, if there is one. */
async function findPython(): Promise<string | undefined> {
  for (const python of [process.env['GAZETTEER_TEST_PYTHON'], join(root, '.cache', 'venv', 'bin', 'python')]) {
    try {
      if (python === undefined) continue;
      await access(python);
      await promisify(execFile)(python, ['-c', 'import apache_atlas']);
      return python;
    } catch {
      continue;
    }
  }
  return undefined;
}

const python = await findPython();
const skip =
  python === undefined &&
  'needs the Python client: python3 -m venv .cache/venv && .cache/venv/bin/pip install -r apps/catalog/test/python/requirements.txt';

test('the Python client', {skip}, async t => {
  const server = await startCatalog(await temporaryFolder(t));
  t.after(() => server.stop());
  const {stdout, stderr} = await promisify(execFile)(python ?? '', ['-B', script, server.url], {timeout: 120_000});
  const steps = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as {step: string; failure: string | null});
  assert.ok(steps.length >= 24, stderr);
  for (const {step, failure} of steps) {
    await t.test(step, () => assert.equal(failure, null, failure ?? ''));
  }
});
