// Programs of others that speak the Atlas API, unmodified, each on an empty catalog of its own.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {access} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {promisify} from 'node:util';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const scripts = join(import.meta.dirname, 'clients');
const python = join(import.meta.dirname, '..', '..', '..', '.cache', 'clients', 'bin', 'python');
const skip = await access(python).then(
  () => false,
  () => 'needs the clients of the Atlas API: apps/catalog/test/clients/prepare.sh',
);

const clients = [
  {name: 'pyapacheatlas', script: 'pyapacheatlas_steps.py', steps: 17},
  {name: 'apache-atlas-mcp', script: 'mcp_steps.py', steps: 8},
  {name: 'the walk of the sample application of apache-atlas', script: 'sample_steps.py', steps: 7},
  {
    name: 'the metadata service of Amundsen on what its databuilder has published',
    script: 'amundsen_service_steps.py',
    steps: 8,
  },
  {name: 'the lineage backend of Airflow', script: 'airflow_steps.py', steps: 4},
  {name: 'pyatlasclient with the types and the databuilder of Amundsen', script: 'amundsen_steps.py', steps: 8},
];

for (const {name, script, steps} of clients) {
  test(name, {skip}, async t => {
    const folder = await temporaryFolder(t);
    const server = await startCatalog(folder);
    t.after(() => server.stop());
    const {stdout, stderr} = await promisify(execFile)(python, ['-B', join(scripts, script), server.url], {
      cwd: folder,
      timeout: 300_000,
      maxBuffer: 16 * 2 ** 20,
    });
    const told = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as {step: string; failure: string | null});
    assert.equal(told.length, steps, stderr);
    for (const {step, failure} of told) {
      await t.test(step, () => assert.equal(failure, null, failure ?? ''));
    }
  });
}
