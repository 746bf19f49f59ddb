// The public Java clients of both versions of the Atlas API, unmodified, have to work against this
// server: every method that they have is called.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {delimiter, join} from 'node:path';
import {test} from 'node:test';
import {promisify} from 'node:util';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
const jars = join(root, '.cache', 'atlas-client');
const sources = join(import.meta.dirname, 'java');

async function whatIsMissing(): Promise<string | false> {
  const found = await run('javac', ['-version']).catch(() => undefined);
  if (found === undefined)
    return 'needs a JDK 17 or newer: apt-get install openjdk-17-jdk-headless';
  try {
    if (readdirSync(jars).some(name => name.startsWith('atlas-client-v1'))) return false;
  } catch {
    // No such folder: the jars were never fetched.
  }
  return 'needs the Java client: mvn -B -ntp -f apps/catalog/test/java/pom.xml dependency:copy-dependencies';
}

const skip = await whatIsMissing();

test('the Java clients', {skip}, async t => {
  const classes = await temporaryFolder(t);
  const files = readdirSync(sources).filter(name => name.endsWith('.java'));
  const classPath = join(jars, '*');
  await run('javac', [
    '-nowarn',
    '-d',
    classes,
    '-cp',
    classPath,
    ...files.map(name => join(sources, name)),
  ]);
  const server = await startCatalog(await temporaryFolder(t));
  t.after(() => server.stop());
  // The client looks for its settings in a folder.
  const settings = `-Datlas.conf=${sources}`;
  const {stdout, stderr} = await run(
    'java',
    [settings, '-cp', [classes, classPath].join(delimiter), 'Driver', server.url, sources],
    {timeout: 300_000, maxBuffer: 16 * 2 ** 20},
  );
  const steps = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as {step: string; failure: string | null});
  assert.equal(steps.length, 50, stderr);
  for (const {step, failure} of steps) {
    await t.test(step, () => assert.equal(failure, null, failure ?? ''));
  }
});
