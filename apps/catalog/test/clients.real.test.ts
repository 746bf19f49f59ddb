// Programs of others that speak the Atlas API, unmodified, each on an empty catalog of its own.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {access} from 'node:fs/promises';
import {join} from 'node:path';
import {test} from 'node:test';
import {promisify} from 'node:util';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const scripts = join(import.meta.dirname, 'clients');
const programs = join(import.meta.dirname, '..', '..', '..', '.cache', 'clients');
const python = join(programs, 'bin', 'python');
const skip = await Promise.all(
  [python, join(programs, 'atlasclient')].map(path => access(path)),
).then(
  () => false,
  () => 'needs the clients of the Atlas API: apps/catalog/test/clients/prepare.sh',
);

type Client = {
  readonly name: string;
  readonly script: string;
  readonly args?: readonly string[];
  readonly steps: number;
};

const clients: readonly Client[] = [
  {name: 'pyapacheatlas', script: 'pyapacheatlas_steps.py', steps: 24},
  {name: 'apache-atlas-mcp', script: 'mcp_steps.py', steps: 8},
  {name: 'the walk of the sample application of apache-atlas', script: 'sample_steps.py', steps: 7},
  {
    name: 'the metadata service of Amundsen on what its databuilder has published',
    script: 'amundsen_service_steps.py',
    steps: 8,
  },
  {name: 'the lineage backend of Airflow', script: 'airflow_steps.py', steps: 4},
  {
    name: 'pyatlasclient with the types and the databuilder of Amundsen',
    script: 'amundsen_steps.py',
    steps: 8,
  },
  {name: 'pyatlasclient', script: 'atlasclient_steps.py', steps: 18},
  {name: 'atlasclient', script: 'atlasclient_steps.py', args: ['atlasclient'], steps: 12},
];

for (const {name, script, args = [], steps} of clients) {
  test(name, {skip}, async t => {
    const folder = await temporaryFolder(t);
    const server = await startCatalog(folder);
    t.after(() => server.stop());
    const {stdout, stderr} = await promisify(execFile)(
      python,
      ['-B', join(scripts, script), server.url, ...args],
      {
        cwd: folder,
        timeout: 300_000,
        maxBuffer: 16 * 2 ** 20,
      },
    );
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
