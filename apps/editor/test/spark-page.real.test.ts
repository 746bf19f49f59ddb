// The editor's page in a real browser against a real Spark Thrift Server.
import assert from 'node:assert/strict';
import {after, suite, test} from 'node:test';
import {needs, start} from '../../../packages/thrift/test/servers/start.ts';
import {configuredEditor, interpreter} from './configured-editor.ts';
import {EditorClient} from './editor-client.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

const skip = skipWithoutBrowser || needs('.cache/spark/bin', 'pip install pyspark==3.5.6');

/**
 * Of a result that nobody reads the server keeps most rows, so that there are some to be loaded,
 * however slow the page is.
 */
const aheadRows = ['--result-rows', '2000'];

suite('the editor page on a real Spark Thrift Server', {skip}, () => {
  const clean: (() => Promise<unknown>)[] = [];
  const world = usePages(async () => {
    const server = await start('spark.sh', ['binary']);
    clean.push(server.stop);
    const ini = `[sqlalt]\nsql_server_host=localhost\nsql_server_port=${server.port}\n${interpreter('sqlalt')}`;
    const editor = await (
      await configuredEditor({after: work => void clean.push(work)}, ini, {}, aheadRows)
    ).open();
    clean.push(editor.stop);
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

  test('runs a statement and shows the table that it reads, with its partitions', async () => {
    const {page} = world;
    const client = new EditorClient(world.url);
    await client.query(
      'sqlalt',
      'create table sold (id int, day date) using parquet partitioned by (day)',
    );
    await client.query(
      'sqlalt',
      "insert into sold values (1, date'2024-01-01'), (2, date'2024-01-02'), (3, null)",
    );
    await world.open('/app/editor/?type=sqlalt');
    await run('select id, day from sold order by id');
    await seen('3 rows');
    await page.getByRole('gridcell', {name: '2024-01-02'}).waitFor();
    await world.picture('spark-rows');
    await world.checkAccess();
    await page.getByRole('button', {name: 'Refresh'}).click();
    await item('sold').click();
    await page.getByRole('tree').press('Alt+Enter');
    const table = page.getByRole('dialog', {name: 'default.sold'});
    await table.getByText('Partitions', {exact: true}).click();
    await table.getByText('3 partitions').waitFor();
    await table.getByRole('button', {name: 'Query', exact: false}).first().waitFor();
    await table.getByText('null', {exact: true}).waitFor();
    await table.getByRole('button', {name: 'Query 2024-01-02'}).click();
    await seen('1 row');
    assert.deepEqual(world.problems, []);
  });

  test('cancels what runs', async () => {
    await run(
      "select java_method('java.lang.Thread', 'sleep', cast(id * 0 + 300000 as bigint)) from range(1)",
    );
    await seen('Running');
    await button('Cancel').click();
    await seen('Canceled');
  });

  test('each statement of a text runs in the session of the one before it', async () => {
    await world.type('create temporary view seen as select 42 as n;\nselect n from seen;');
    await world.page.keyboard.press('Control+Shift+Enter');
    await seen('1 row');
    await world.page.getByRole('gridcell', {name: '42'}).waitFor();
  });

  test('scrolls to the last of many rows', async () => {
    const {page} = world;
    await run('select id, repeat("x", 20) as text from range(300000)');
    await button('Load all rows').click();
    await seen('300,000 rows');
    await page.getByRole('gridcell', {name: '0', exact: true}).click();
    await page.getByRole('grid').press('Control+End');
    await page.getByRole('gridcell', {name: '299999', exact: true}).waitFor();
    assert.deepEqual(world.problems, []);
  });
});
