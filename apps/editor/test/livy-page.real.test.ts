// The job browser in a real browser on a real Livy server, with batches that run in a real Spark.
import assert from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, suite, test} from 'node:test';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {asUser, type EditorForTests, editorForTests} from './editor-fixture.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

const how = '(packages/thrift/test/prepare-servers.sh)';
const skip =
  skipWithoutBrowser ||
  needs('.cache/livy/complete', `Livy in .cache/livy ${how}`) ||
  needs('.cache/spark/complete', `PySpark in .cache/spark ${how}`);
const counting = `
from pyspark.sql import SparkSession
print('COUNT', SparkSession.builder.getOrCreate().range(1000).count())
`;

suite('the job browser on a real Livy server', {skip}, () => {
  let livy: RunningServer;
  let editor: EditorForTests;
  const clean: (() => Promise<unknown>)[] = [];
  const world = usePages(async () => {
    livy = await start('livy.sh', []);
    clean.push(livy.stop);
    const ini = `[spark]\nlivy_server_url=http://localhost:${livy.port}\ncsrf_enabled=true`;
    const users = {admin: 'ADMIN', ada: 'ANALYST'};
    editor = await editorForTests({after: work => void clean.push(work)}, undefined, users, ini);
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    return {url, stop: async () => undefined};
  });
  // Also when they did not all come up.
  after(async () => {
    for (const work of clean.toReversed()) await work();
  });
  const row = (name: string) => world.page.getByRole('row').filter({hasText: name});
  const seconds = (n: number) => ({timeout: n * 1000});

  async function submit(name: string, program: string): Promise<void> {
    const file = join(livy.folder, 'programs', `${name}.py`);
    await writeFile(file, program);
    const answer = await fetch(`http://localhost:${livy.port}/batches`, {
      method: 'POST',
      headers: {'content-type': 'application/json', 'x-requested-by': 'test'},
      body: JSON.stringify({file: `file://${file}`, name}),
    });
    assert.equal(answer.status, 201, await answer.text());
  }

  test('shows batches from their start to their end, with their logs', async () => {
    const {page} = world;
    await world.open('/jobbrowser/?view=livy-sessions');
    await page.getByText('Nothing runs here').waitFor();
    await submit('counting', counting);
    await world.open('/jobbrowser/?view=livy-batches');
    await row('counting').waitFor();
    await row('counting').getByText('Success').waitFor(seconds(180));
    await world.picture('livy-batches');
    await world.checkAccess();
    await row('counting').getByRole('link').click();
    await page.getByText('Logs', {exact: true}).click();
    await page.getByText(/COUNT 1000/).waitFor();
    await world.picture('livy-log');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('lets administrators kill what runs, and nobody what is not theirs', async () => {
    const {page} = world;
    await submit('sleeping', 'import time\ntime.sleep(600)\n');
    await world.open('/jobbrowser/?view=livy-batches&text=sleeping');
    await row('sleeping').getByText('Running').waitFor(seconds(120));
    const {body} = await asUser(editor, 'ada')('POST', '/api/v1/jobbrowser/jobs/livy-batches', {});
    const [app] = body['apps'] as {id: string; canWrite: boolean}[];
    assert.equal(app?.canWrite, false);
    await page.getByRole('button', {name: 'Kill sleeping'}).click();
    await page.getByRole('button', {name: 'Kill the job'}).click();
    await page.getByText('Job killed').waitFor();
    await row('sleeping').waitFor({state: 'detached'});
    assert.deepEqual(world.problems, []);
  });
});
