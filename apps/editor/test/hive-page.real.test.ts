// The editor's page in a real browser against a real HiveServer2: what people run, stop and come
// back to.
import assert from 'node:assert/strict';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, suite, test} from 'node:test';
import type {Download} from 'playwright-core';
import {soon} from '@gazetteer/model/testing';
import {freePort} from '../../../packages/thrift/test/servers/free-port.ts';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {type ConfiguredEditor, configuredEditor, interpreter} from './configured-editor.ts';
import type {EditorProcess} from './editor-process.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';
import {openSessionsOf} from './sql-fixture.ts';

const skip =
  skipWithoutBrowser ||
  needs('.cache/hive/complete', 'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)');
/** Runs until somebody stops it, and needs no data. */
const endless = (mark: string) =>
  `select '${mark}' as mark, reflect("java.lang.Thread", "sleep", cast(600000 as bigint)) is null as slept from (select 1) t`;
const numbers = (count: number) =>
  `select posexplode(split(space(${count - 1}), ' ')) as (pos, val)`;
const manyRows = 200_000;
/**
 * What the editor fetches of a result that nobody reads: far less than all, so that a crash comes
 * while the server has the rest.
 */
const aheadRows = 20_000;

suite('the editor page on a real HiveServer2', {skip}, () => {
  let server: RunningServer;
  let configured: ConfiguredEditor;
  let editor: EditorProcess;
  let port: number;
  const clean: (() => Promise<unknown>)[] = [];
  const world = usePages(async () => {
    server = await start('hive.sh', ['none', 'binary']);
    clean.push(server.stop);
    const ini = `[beeswax]\nhive_server_host=localhost\nhive_server_port=${server.port}\n${interpreter('hive')}`;
    const site = {'hive.server2.authentication': 'NONE'};
    configured = await configuredEditor({after: work => void clean.push(work)}, ini, site, [
      '--result-rows',
      String(aheadRows),
    ]);
    port = await freePort();
    editor = await configured.open(port);
    clean.push(() => editor.stop());
    return {url: editor.url, stop: async () => undefined};
  });
  // Also when they did not all come up.
  after(async () => {
    for (const work of clean.toReversed()) await work();
  });
  const button = (name: string) => world.page.getByRole('button', {name, exact: true});
  const item = (name: string | RegExp) => world.page.getByRole('treeitem', {name});
  const run = async (text: string) => {
    await world.type(text);
    await world.page.keyboard.press('Control+Enter');
  };
  const seen = async (text: string | RegExp, seconds = 120) =>
    await world.page
      .getByText(text, {exact: true})
      .first()
      .waitFor({timeout: seconds * 1000});
  const log = () => world.page.getByRole('region', {name: 'Log', exact: true});
  /** @param meanwhile what happens when the file has begun to come */
  async function downloadCsv(
    meanwhile: () => Promise<void> = async () => undefined,
  ): Promise<Download> {
    const {page} = world;
    await button('Download').click();
    const [download] = await Promise.all([
      page.waitForEvent('download', {timeout: 120_000}),
      page.getByRole('menuitem', {name: 'CSV', exact: true}).click(),
    ]);
    await meanwhile();
    return download;
  }
  /**
   * Waits until the server's log, which it writes in its own time, tells of one run of something
   * with these words.
   */
  const ranOnce = async (mark: string) =>
    await soon(async () => {
      const runs = (await server.log())
        .split('\n')
        .filter(line => line.includes('Executing command('));
      assert.equal(runs.filter(line => line.includes(mark)).length, 1);
    });

  /** Another editor on the same data and port, as after a crash, and the login that it asks for. */
  async function restart(): Promise<void> {
    await editor.kill();
    editor = await configured.open(port);
    const {page} = world;
    const password = page.locator('input[type=password]');
    await password.waitFor({timeout: 60_000});
    await password.fill('admin');
    await password.press('Enter');
    await password.waitFor({state: 'detached'});
  }

  test('runs several statements, each with its own result, up to the one that fails, and shows the table that they made', async () => {
    const {page} = world;
    await world.type(`create table sold (id int, item string) partitioned by (day string);
insert into sold partition (day) values (1, 'pen', '2024-01-01'), (2, 'ink', '2024-01-01'), (3, 'cap', '2024-01-02');
select day, count(*) as n from sold group by day order by day;
select nothing from sold;
select 1`);
    await page.keyboard.press('Control+Shift+Enter');
    await page
      .getByText(/Invalid table alias or column reference 'nothing'/)
      .first()
      .waitFor({timeout: 240_000});
    await button('Run remaining (1)').waitFor();
    await world.picture('hive-failed');
    await world.checkAccess();
    await page.getByRole('tab', {name: /select day/}).click();
    await seen('2 rows');
    await page.getByRole('gridcell', {name: '2024-01-02'}).waitFor();
    await button('Log').click();
    await log()
      .getByText(/Compiling command\(/)
      .waitFor();
    await world.picture('hive-rows');
    await world.checkAccess();
    await button('Log').click();
    await item('sold').click();
    await item(/^day string/).waitFor();
    await page.getByRole('tree').press('Alt+Enter');
    const table = page.getByRole('dialog', {name: 'default.sold'});
    await table.getByText('Sample', {exact: true}).click();
    await table.getByText('2024-01-02').waitFor();
    await table.getByText('Partitions', {exact: true}).click();
    await table.getByText('2 partitions').waitFor();
    await world.picture('hive-partitions');
    await world.checkAccess();
    await table.getByRole('button', {name: 'Query 2024-01-02'}).click();
    await seen('1 row');
    await page.getByRole('gridcell', {name: 'cap', exact: true}).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('shows log and progress while it runs, and goes on without a browser and over a crash of the editor', async () => {
    const {page} = world;
    const gate = join(server.folder, 'gate');
    const waiting = `sh -c "while ! test -e ${gate}; do sleep 0.2; done; cat"`;
    // Whatever comes of this test, the statement must not wait for ever.
    clean.push(() => writeFile(gate, ''));
    await run(
      `select transform (word) using '${waiting}' as (word string) from (select 'let through' as word) t`,
    );
    await seen('Running');
    await log()
      .getByText(/Status: Running/)
      .waitFor({timeout: 120_000});
    // At 0 % there is nothing of it to be seen.
    await page
      .getByLabel(/% done$/)
      .first()
      .waitFor({state: 'attached'});
    await world.picture('hive-running');
    await world.checkAccess();
    await page.goto('about:blank');
    await world.open();
    await seen('Running');
    // A session for the names of tables would be left to the server by a crash: the page has all
    // that it asks for at its start.
    await item(/^day string/).waitFor();
    await openSessionsOf(server, 1);
    await restart();
    await seen('Running');
    await writeFile(gate, '');
    await seen('Done');
    await page.getByRole('gridcell', {name: 'let through'}).waitFor();
    await ranOnce(gate);
    world.problems.length = 0;
    await openSessionsOf(server, 0);
  });

  test('cancels what runs, on the server, too', async () => {
    await run(endless('cancelled'));
    await seen('Running');
    await button('Cancel').click();
    await seen('Canceled');
    await openSessionsOf(server, 0);
    assert.deepEqual(world.problems, []);
  });

  test('fetches many rows over a crash, in the grid and in a download: none is missing, none comes twice', async () => {
    const {page} = world;
    await run(numbers(manyRows));
    await seen(/rows so far$/);
    await page.getByRole('gridcell', {name: '0', exact: true}).waitFor();
    // The editor fetches no more of it ahead, so the session stays; one for the names of tables
    // would be left to the server by a crash.
    await openSessionsOf(server, 1);
    await (await downloadCsv(restart)).failure();
    const whole = await downloadCsv();
    assert.equal(await whole.failure(), null);
    const lines = (await readFile(await whole.path(), 'utf8')).trimEnd().split('\r\n').slice(1);
    assert.equal(lines.length, manyRows);
    assert.equal(
      lines.findIndex((line, n) => Number.parseInt(line, 10) !== n),
      -1,
      'every row once, in order',
    );
    // All are here by now.
    await world.open();
    await seen('200,000 rows');
    await page.getByRole('gridcell', {name: '0', exact: true}).click();
    await page.getByRole('grid').press('Control+End');
    await page.getByRole('gridcell', {name: String(manyRows - 1), exact: true}).waitFor();
    await world.picture('hive-last-row');
    await ranOnce(`space(${manyRows - 1})`);
    world.problems.length = 0;
    await openSessionsOf(server, 0);
  });

  test('the job browser shows who holds which session, and closes it with what runs in it', async () => {
    const {page} = world;
    await run(endless('held'));
    await seen('Running');
    await page.getByRole('link', {name: 'Jobs'}).click();
    await page.getByRole('link', {name: /^select 'held'/}).waitFor();
    await page.getByRole('link', {name: 'Sessions', exact: true}).click();
    await page.getByText(`localhost:${server.port}`).waitFor();
    await world.picture('hive-sessions');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Close the session of admin'}).click();
    await page.getByRole('button', {name: 'Close the session', exact: true}).click();
    await seen('No session is open');
    await openSessionsOf(server, 0);
    assert.deepEqual(world.problems, []);
  });
});
