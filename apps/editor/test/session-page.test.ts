// What a sheet wants of its session, in a real browser, on an engine in memory.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {asUser, type EditorForTests, editorForTests} from './editor-fixture.ts';
import {phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

suite('the session of a sheet', {skip: skipWithoutBrowser}, () => {
  let editor: EditorForTests;
  const world = usePages(async () => {
    const clean: (() => Promise<void>)[] = [];
    editor = await editorForTests({after: work => void clean.push(work)}, undefined, {
      admin: 'ADMIN',
    });
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    return {url, stop: async () => await Promise.all(clean.map(work => work()))};
  });
  const button = (name: string | RegExp) => world.page.getByRole('button', {name, exact: true});
  const field = (name: string) => world.page.getByRole('textbox', {name, exact: true});
  const run = async (text: string) => {
    await world.type(text);
    await world.page.keyboard.press('Control+Enter');
  };

  test('settings, files and functions are told to the server before a statement, and stay with the sheet', async () => {
    const {page} = world;
    await button('Session').click();
    await button('Add a setting').click();
    await field('Name of setting 1').fill('hive.exec.parallel');
    await field('Value of setting 1').fill('true');
    await button('Add a file').click();
    await field('Path of file 1').fill('/tmp/udf.jar');
    await button('Add a function').click();
    await field('Name of function 1').fill('low');
    await field('Class of function 1').fill('org.example.Low');
    await button('Add a setting').click();
    await world.picture('session-dialog');
    await world.checkAccess();
    await button('Done').click();
    await run('ROWS 3');
    await page.getByText('3 rows', {exact: true}).waitFor();
    assert.deepEqual(editor.engine.asked.statements.slice(-4), [
      'SET hive.exec.parallel=true',
      'ADD JAR /tmp/udf.jar',
      "CREATE TEMPORARY FUNCTION low AS 'org.example.Low'",
      'ROWS 3',
    ]);
    await page.reload();
    await button('Session: 3 set').click();
    await soon(async () =>
      assert.equal(await field('Path of file 1').inputValue(), '/tmp/udf.jar'),
    );
    await soon(async () =>
      assert.equal(
        await field('Name of setting 2').count(),
        0,
        'a row that nobody has filled in is gone',
      ),
    );
    await button('Remove file 1').click();
    await button('Remove function 1').click();
    await button('Done').click();
    await button('Session: 1 set').waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('what is no setting is refused in words', async () => {
    const {page} = world;
    await button('Session: 1 set').click();
    await field('Value of setting 1').fill('true; DROP TABLE t');
    await button('Done').click();
    await run('ROWS 1');
    await page
      .getByRole('alert')
      .getByText(/the setting hive.exec.parallel cannot be/)
      .waitFor();
    await button('Session: 1 set').click();
    await button('Remove setting 1').click();
    await button('Done').click();
  });

  test('a sheet can have a session of its own, in which all of its statements run until it is closed', async () => {
    const {page} = world;
    const sessions = editor.engine.asked.sessions;
    await button('Session').click();
    await button('Open one').click();
    await page.getByText('tez', {exact: true}).waitFor();
    await world.picture('session-own');
    await world.checkAccess();
    await button('Done').click();
    const opened = sessions.length;
    await run('ROWS 4');
    await page.getByText('4 rows', {exact: true}).waitFor();
    await run('ROWS 5');
    await page.getByText('5 rows', {exact: true}).waitFor();
    const ledger = () =>
      editor.editor.pool.ledger().filter(({guid}) => guid === sessions[opened - 1]);
    assert.equal(ledger().length, 1);
    await button('Session: own session').click();
    const held = async () => await page.getByRole('row', {name: /^Session /}).innerText();
    const old = await held();
    await button('Close it and open a new one').click();
    await page.getByText('New dedicated session opened').first().waitFor();
    await soon(async () => assert.notEqual(await held(), old));
    assert.deepEqual(ledger(), [], 'the old one is closed');
    await button('Close it').click();
    await page.getByText('Session closed').waitFor();
    await button('Open one').waitFor();
    assert.deepEqual(
      editor.editor.pool.ledger().filter(({leases}) => leases > 0),
      [],
    );
    assert.deepEqual(world.problems, []);
  });

  test('says so when the session had ended and a statement got another one', async () => {
    const {page} = world;
    await button('Open one').click();
    await page.getByText('tez', {exact: true}).waitFor();
    await button('Done').click();
    await button('Session: own session').waitFor();
    const admin = asUser(editor, 'admin');
    const {sessions} = (await admin('GET', '/api/v1/sessions')).body as {
      sessions: {id: string; state: string}[];
    };
    for (const {id} of sessions)
      assert.equal((await admin('DELETE', `/api/v1/sessions/${id}`)).status, 204);
    await run('ROWS 6');
    await page.getByText('The session had ended').waitFor();
    await page.getByText('6 rows', {exact: true}).waitFor();
    await button('Session').waitFor();
  });

  test('tells what a statement waits for while a session is being opened', async t => {
    const {page} = world;
    const {promise, resolve} = Promise.withResolvers<void>();
    editor.engine.gate = promise;
    t.after(() => resolve());
    await run('ROWS 8');
    await page.getByText('A session is being opened').waitFor();
    await world.picture('session-waiting');
    await world.checkAccess();
    resolve();
    await page.getByText('8 rows', {exact: true}).waitFor();
    const {body} = await asUser(editor, 'admin')('GET', '/api/v1/queries/waiting');
    assert.deepEqual(body['waiting'], []);
    assert.deepEqual(world.problems, []);
  });

  test('fits into a narrow window', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await world.open();
    await button('Session').click();
    await button('Add a function').click();
    await world.picture('session-narrow');
    await world.checkAccess();
    await world.checkWidth();
  });
});
