// The job browser in a real browser: what runs here, and on clusters that answer as their
// documentation says.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {asUser, type EditorForTests, editorForTests} from './editor-fixture.ts';
import {application, type FakeCluster, startFakeCluster} from './fake-cluster.ts';
import {phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the job browser', {skip: skipWithoutBrowser}, () => {
  let editor: EditorForTests;
  let cluster: FakeCluster;
  const world = usePages(async () => {
    const clean: (() => Promise<void>)[] = [];
    cluster = await startFakeCluster();
    const ini = `[hadoop]\n[[yarn_clusters]]\n[[[default]]]\nresourcemanager_api_url=${cluster.url}
[spark]\nlivy_server_url=${cluster.url}`;
    const users = {admin: 'ADMIN', bob: 'B'};
    editor = await editorForTests({after: work => void clean.push(work)}, undefined, users, ini);
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    const stop = async () => {
      await Promise.all(clean.map(work => work()));
      await cluster.stop();
    };
    return {url, stop};
  });
  const link = (name: string | RegExp) => world.page.getByRole('link', {name});
  const cell = (name: string | RegExp) => world.page.getByRole('cell', {name, exact: true});
  const run = async (user: string, statement: string) =>
    String(
      (await asUser(editor, user)('POST', '/api/editor/execute/hive', {statement})).body[
        'history_uuid'
      ],
    );

  test('is reached from the editor, and says what to do when nothing runs', async () => {
    const {page} = world;
    await link('Jobs').click();
    await page.getByText('Nothing runs, and no result is kept').waitFor();
    await soon(async () => assert.equal(await page.title(), 'Jobs · Gazetteer'));
    await world.picture('jobs-nothing');
    await world.checkAccess();
    await link('Sessions').first().click();
    await page.getByText('No session is open').waitFor();
  });

  test('shows what somebody runs, its log, and cancels it', async () => {
    const {page} = world;
    await run('admin', 'HANG');
    await run('admin', 'ROWS 30');
    await world.open('/jobbrowser/');
    await cell('HANG').waitFor();
    await cell('ROWS 30').waitFor();
    await page.getByLabel('State', {exact: true}).selectOption('running');
    await cell('ROWS 30').waitFor({state: 'detached'});
    await soon(() => assert.match(page.url(), /state=running/));
    await world.picture('jobs-queries');
    await world.checkAccess();
    await link('HANG').click();
    await page.getByRole('region', {name: 'Log'}).getByText('Total jobs = 2').waitFor();
    await world.picture('jobs-query');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Cancel', exact: true}).click();
    await page.getByRole('button', {name: 'Cancel the query'}).click();
    await page.getByText('Query canceled').waitFor();
    await page.getByText('Canceled', {exact: true}).waitFor();
    await page.getByRole('button', {name: 'Cancel', exact: true}).waitFor({state: 'detached'});
    assert.deepEqual(world.problems, []);
  });

  test('opens a statement in a sheet, with its result', async () => {
    const {page} = world;
    await world.open('/jobbrowser/');
    await link('ROWS 30').click();
    await page.getByRole('button', {name: 'Open in editor'}).click();
    await page.getByText('30 rows', {exact: true}).waitFor();
  });

  test('shows administrators who holds which session, and closes it', async () => {
    const {page} = world;
    const bob = page.getByRole('cell', {name: 'bob', exact: true});
    await run('bob', 'HANG');
    await world.open('/jobbrowser/?view=sessions');
    await page.getByText('No session is open').or(page.getByRole('table')).first().waitFor();
    await soon(async () => assert.equal(await bob.count(), 0));
    await page.getByRole('switch', {name: 'All users'}).check({force: true});
    await bob.waitFor();
    await world.picture('jobs-sessions');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Close the session of bob'}).click();
    await page.getByText('The query that holds it is stopped').waitFor();
    await world.picture('jobs-close');
    await page.getByRole('button', {name: 'Close the session', exact: true}).click();
    await bob.waitFor({state: 'detached'});
    assert.deepEqual(
      editor.editor.pool.ledger().filter(({user}) => user === 'bob'),
      [],
    );
    assert.deepEqual(world.problems, []);
  });

  test('lists applications of YARN by pages, filtered by the server, with the filter in the address', async () => {
    const {page} = world;
    for (let n = 1; n <= 120; n++)
      cluster.apps.push(application(n, n % 2 === 0 ? {user: 'bob'} : {}));
    cluster.apps.push(
      application(500, {
        name: 'of last month',
        startedTime: Date.now() - 30 * 86_400_000 + 3_600_000,
      }),
    );
    await world.open('/jobbrowser/?view=jobs');
    await page.getByText('1 to 50 of 120 jobs').waitFor();
    await page.getByRole('link', {name: 'nightly 1', exact: true}).waitFor();
    await page.getByRole('button', {name: 'Older'}).click();
    await page.getByText('51 to 100 of 120 jobs').waitFor();
    await page.getByRole('textbox', {name: 'User'}).fill('bob');
    await page.getByText('1 to 50 of 60 jobs').waitFor();
    await page.getByRole('textbox', {name: 'Part of a name or id'}).fill('nightly 12');
    await page.getByText('2 jobs', {exact: true}).waitFor();
    await soon(() => assert.match(page.url(), /\?view=jobs&text=nightly\+12&user=bob$/));
    await page.reload();
    await page.getByText('2 jobs', {exact: true}).waitFor();
    await soon(async () =>
      assert.equal(await page.getByRole('textbox', {name: 'User'}).inputValue(), 'bob'),
    );
    await page.getByRole('textbox', {name: 'User'}).fill('nobody');
    await page.getByText('No job fits').waitFor();
    await world.checkAccess();
    await world.open('/jobbrowser/?view=jobs&time=30d&text=last+month');
    await link('of last month').waitFor();
  });

  test('asks before it kills a job, and shows what came of it without a reload', async () => {
    const {page} = world;
    const running = {
      state: 'RUNNING',
      finalStatus: 'UNDEFINED',
      progress: 40,
      user: 'admin',
      name: '<b>a</b> '.repeat(30),
    };
    const amContainerLogs = `${cluster.url}/node/containerlogs/container_1/admin`;
    const resourceRequests = [{numContainers: 3}];
    cluster.apps.unshift(application(0, {...running, amContainerLogs, resourceRequests}));
    await world.open('/jobbrowser/?view=jobs');
    await page.getByText('1 to 50 of 121 jobs').waitFor();
    // Its id stands whole below a name that does not fit, without scrolling aside.
    const id = page
      .getByRole('row')
      .filter({hasText: '<b>a</b>'})
      .getByText('application_1700000000000_0000', {exact: true});
    assert.ok(
      await id.evaluate(
        part =>
          part.getBoundingClientRect().right <=
          (part.closest('td')?.getBoundingClientRect().right ?? 0),
      ),
    );
    assert.equal(await id.evaluate(part => part.getClientRects().length), 1, 'on one line');
    await world.picture('jobs-yarn');
    await world.checkAccess();
    await page.getByRole('button', {name: /^Kill <b>a/}).click();
    await page.getByRole('button', {name: 'Cancel', exact: true}).click();
    assert.equal(cluster.apps[0]?.state, 'RUNNING');
    await page.locator('tbody').getByRole('link').first().click();
    await page.getByText('Logs', {exact: true}).click();
    await page.getByText('stderr: line 2').waitFor();
    await page.getByText('stdout', {exact: true}).click();
    await page.getByText('stdout: line 2').waitFor();
    await world.picture('jobs-logs');
    await world.checkAccess();
    await page.getByText('Properties', {exact: true}).click();
    await page.getByRole('textbox', {name: 'Filter the properties'}).fill('resourceReq');
    await page.getByText('"numContainers": 3').waitFor();
    await world.picture('jobs-properties');
    await world.checkAccess();
    await page.getByText('Overview', {exact: true}).click();
    await page.getByRole('button', {name: 'Kill', exact: true}).click();
    await page.getByRole('button', {name: 'Kill the job'}).click();
    await page.getByText('killed by user admin').waitFor();
    await page.getByText('Killed', {exact: true}).waitFor();
    await world.picture('jobs-killed');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });

  test('refreshes by itself what changes on the cluster', async () => {
    const app = application(900, {
      state: 'ACCEPTED',
      finalStatus: 'UNDEFINED',
      name: 'waiting one',
    });
    cluster.apps.unshift(app);
    await world.open('/jobbrowser/?view=jobs&text=waiting+one&time=any');
    await cell('Accepted').waitFor();
    app.state = 'FINISHED';
    await cell('Finished').waitFor();
  });

  test('takes addresses of the reference', async () => {
    const {page, url} = world;
    for (const address of [
      '/jobbrowser/jobs/job_1700000000000_0007',
      '/hue/jobbrowser/#!id=application_1700000000000_0007',
    ]) {
      await page.goto(url + address);
      await page.getByRole('heading', {name: 'nightly 7'}).waitFor();
    }
    await page.goto(`${url}/jobbrowser/jobs/application_1700000000000_0007/single_logs`);
    await page.getByText(/The cluster has no log/).waitFor();
    await page.goto(`${url}/jobbrowser/?view=jobs&id=application_1_0009`);
    await page.getByText('There is no job application_1_0009').waitFor();
    await world.picture('jobs-missing');
  });

  test('says what the cluster says when it cannot be asked, and goes on when it can', async () => {
    const {page} = world;
    cluster.failure = 500;
    await world.open('/jobbrowser/?view=jobs');
    await page.getByText(/answers 500: .*the disk is full/).waitFor();
    await world.picture('jobs-broken');
    await world.checkAccess();
    cluster.failure = undefined;
    await page.getByRole('button', {name: 'Try again'}).click();
    await page.getByText('1 to 50 of 122 jobs').waitFor();
  });

  test('shows batches of Livy and their logs, in a narrow window, too', async () => {
    const {page} = world;
    cluster.batches.push({
      id: 3,
      name: null,
      state: 'success',
      owner: 'hue',
      proxyUser: 'admin',
      appInfo: {},
      log: [],
    });
    await world.open('/jobbrowser/?view=livy-batches');
    await link('batch 3').waitFor();
    await page.setViewportSize(phone);
    await world.picture('jobs-narrow');
    await world.checkAccess();
    await link('batch 3').click();
    await page.getByText('Logs', {exact: true}).click();
    await page.getByText('COUNT 1000').waitFor();
    await world.picture('jobs-narrow-log');
    assert.deepEqual(world.problems, []);
  });

  test('administrators find each setting of the editor and where it stands', async () => {
    const {page} = world;
    await world.open('/app/editor/');
    await page.getByRole('button', {name: /admin/}).click();
    await page.getByRole('menuitem', {name: 'Configuration'}).click();
    await page.getByRole('heading', {name: 'Configuration', level: 1}).waitFor();
    await page.getByText('livy_server_url', {exact: true}).waitFor();
    await world.picture('configuration');
    await world.checkAccess();
    await page.getByLabel('Find a setting').fill('server_conn_timeout');
    await page.getByText('No matching settings').waitFor();
    await page.getByRole('switch', {name: 'Only settings that are not default'}).click();
    await page.getByText('Default', {exact: true}).first().waitFor();
    await page.setViewportSize(phone);
    await world.picture('configuration-phone');
    await world.checkAccess();
  });
});

suite('the job browser of an editor without clusters', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const clean: (() => Promise<void>)[] = [];
    const editor = await editorForTests({after: work => void clean.push(work)});
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    return {url, stop: async () => await Promise.all(clean.map(work => work()))};
  });

  test('tells which keys name them', async () => {
    const {page} = world;
    await world.open('/jobbrowser/?view=jobs');
    await page.getByText('No YARN cluster is configured').waitFor();
    await page.getByText('resourcemanager_api_url=').waitFor();
    await world.picture('jobs-unconfigured');
    await world.checkAccess();
    await world.open('/jobbrowser/?view=livy-sessions');
    await page.getByText('livy_server_url=').waitFor();
    assert.deepEqual(world.problems, []);
  });
});
