// The job browser in a real browser on a real YARN resource manager.
import assert from 'node:assert/strict';
import {after, suite, test} from 'node:test';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {editorForTests} from './editor-fixture.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';
import {endApplication, submitApplication} from './yarn-application.ts';

const how = '(packages/thrift/test/prepare-servers.sh)';
const skip =
  skipWithoutBrowser ||
  needs('.cache/hive/complete', `Hive in .cache/hive ${how}`) ||
  needs('.cache/yarn/hadoop-yarn-server-nodemanager-3.3.6.jar', `YARN in .cache/yarn ${how}`);

/** A manager with a node on a slow machine. */
const long = {timeout: 120_000};

suite('the job browser on a YARN resource manager', {skip}, () => {
  let yarn: RunningServer;
  const clean: (() => Promise<unknown>)[] = [];
  const world = usePages(async () => {
    yarn = await start('yarn.sh', ['node']);
    clean.push(yarn.stop);
    const ini = `[hadoop]\n[[yarn_clusters]]\n[[[default]]]\nresourcemanager_api_url=http://localhost:${yarn.port}`;
    // Without the role of administrators: what may be killed is what is one's own.
    const editor = await editorForTests(
      {after: work => void clean.push(work)},
      undefined,
      {admin: 'ANALYST'},
      ini,
    );
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    return {url, stop: async () => undefined};
  });
  // Also when they did not all come up.
  after(async () => {
    for (const work of clean.toReversed()) await work();
  });
  const row = (name: string) => world.page.getByRole('row').filter({hasText: name});

  test('lists what everybody runs, tells of each, and lets people kill what is theirs', async () => {
    const {page} = world;
    const lines =
      '{ echo counted 42 rows; echo short of memory >&2; sleep 300; } >"<LOG_DIR>/stdout" 2>"<LOG_DIR>/stderr"';
    const mine = await submitApplication(yarn.port, 'admin', 'report of mine', lines);
    const theirs = await submitApplication(yarn.port, 'bob', 'of bob', 'sleep 300');
    await world.open('/jobbrowser/?view=jobs');
    await row('report of mine').getByText('Accepted').waitFor(long);
    await row('of bob').getByText('Accepted').waitFor(long);
    await page.getByRole('button', {name: 'Kill report of mine'}).waitFor();
    assert.equal(await row('of bob').getByRole('button', {name: /^Kill/}).count(), 0);
    await world.picture('yarn-jobs');
    await world.checkAccess();
    await page.getByRole('textbox', {name: 'User'}).fill('admin');
    await row('of bob').waitFor({state: 'detached'});
    await row('report of mine').getByRole('link').click();
    await page.getByRole('heading', {name: 'report of mine'}).waitFor();
    assert.match(page.url(), new RegExp(`id=${mine}$`));
    await world.picture('yarn-job');
    await page.getByText('Logs', {exact: true}).click();
    // Its container is looked for and started meanwhile; the page asks again by itself.
    await page.getByText('short of memory').waitFor(long);
    await page.getByText('stdout', {exact: true}).click();
    await page.getByText('counted 42 rows').waitFor();
    assert.equal(
      (await page.getByRole('region', {name: 'Log', exact: true}).innerText()).trim(),
      'counted 42 rows',
    );
    await world.picture('yarn-logs');
    await world.checkAccess();
    await page.getByText('Properties', {exact: true}).click();
    await page.getByText('amContainerLogs').waitFor();
    await world.picture('yarn-properties');
    await page.getByRole('button', {name: 'Kill', exact: true}).click();
    await page.getByRole('button', {name: 'Kill the job'}).click();
    await page.getByText('Overview', {exact: true}).click();
    await page.getByText('Killed', {exact: true}).waitFor(long);
    // The cluster was told who it is that kills.
    await page.getByText(/killed by user admin/).waitFor(long);
    await world.picture('yarn-killed');
    await world.checkAccess();
    await world.open('/jobbrowser/?view=jobs&state=failed');
    await row('report of mine').waitFor();
    await row('of bob').waitFor({state: 'detached'});
    // Running jobs of it is a process of the node's, which would outlive that.
    await endApplication(yarn.port, 'bob', theirs);
    await row('of bob').getByText('Killed').waitFor(long);
    assert.deepEqual(world.problems, []);
  });

  test('says so when the manager has gone', async () => {
    await yarn.kill();
    await world.open('/jobbrowser/?view=jobs');
    await world.page.getByText(/No answer from http:\/\/localhost:\d+: .*ECONNREFUSED/).waitFor();
    await world.checkAccess();
  });
});
