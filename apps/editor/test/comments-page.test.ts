// Comments on a saved query and on a shared result in the browser, by the owner and by somebody
// whom it is shared with, and who opened it.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {suite, test} from 'node:test';
import type {Page} from 'playwright-core';
import {soon} from '@gazetteer/model/testing';
import {startEditorProcess} from './editor-process.ts';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const long = `${'averylongwordwithoutanyspaces'.repeat(10)}\nשלום`;

suite('comments and viewers', {skip: skipWithoutBrowser}, () => {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-comments-'));
    const line = (name: string, group: string) =>
      `${name}=${group}::${createHash('sha256').update(name).digest('hex')}\n`;
    const users = line('admin', 'ADMIN') + line('ben', 'ANALYST');
    await writeFile(join(data, 'users-credentials.properties'), users);
    const editor = await startEditorProcess(['editor', '--data', data]);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const item = async (name: string) => {
    await world.page.getByRole('button', {name: 'Query actions'}).click();
    await world.page.getByRole('menuitem', {name}).click();
  };
  const dialog = (page: Page) => page.getByRole('dialog', {name: 'Comments'});
  const write = async (page: Page, text: string) => {
    await dialog(page).getByRole('textbox', {name: 'Comment'}).fill(text);
    await dialog(page).getByRole('button', {name: 'Add comment'}).click();
    await dialog(page)
      .getByRole('listitem')
      .filter({hasText: text.slice(0, 20)})
      .waitFor();
  };
  const close = async (page: Page) => {
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({state: 'detached'});
  };

  test('are written by all who may read it, counted beside it, and deleted', async () => {
    const {page} = world;
    await world.type('SELECT 1 AS one');
    await page.locator('.cm-content').press('Control+s');
    const save = page.getByRole('dialog', {name: 'Save query'});
    await save.getByRole('textbox', {name: 'Name'}).fill('Sales');
    await save.getByRole('button', {name: 'Save', exact: true}).click();
    await page.getByText('version 1', {exact: true}).waitFor();
    await item('Comments');
    await dialog(page).getByText('No comments yet').waitFor();
    await world.picture('comments-empty');
    await world.checkAccess();
    await write(page, 'Is that with returns?');
    await close(page);
    await page.getByRole('button', {name: '1 comment', exact: true}).waitFor();
    await item('Share');
    const share = page.getByRole('dialog', {name: 'Share'});
    const link = await share.getByRole('textbox', {name: 'Link'}).inputValue();
    await share.getByRole('combobox', {name: 'Name of a user'}).fill('ben');
    await page.getByRole('option', {name: 'ben'}).click();
    await share.getByRole('button', {name: 'Add', exact: true}).click();
    await share.getByRole('button', {name: 'Share', exact: true}).click();
    await page.getByText('Shared', {exact: true}).waitFor();

    const ben = await world.another('ben');
    await ben.goto(link);
    await ben.getByRole('button', {name: '1 comment', exact: true}).click();
    await dialog(ben).getByText('Is that with returns?').waitFor();
    await write(ben, long);
    assert.equal(
      await dialog(ben).getByRole('button', {name: 'Delete comment of admin'}).count(),
      0,
      'it is not his',
    );
    await ben.context().close();

    await page.getByRole('button', {name: '1 comment', exact: true}).click();
    await dialog(page).getByRole('button', {name: 'Delete comment of ben'}).waitFor();
    await world.picture('comments');
    await world.checkAccess();
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('comments-narrow');
    await page.setViewportSize(desktop);
    const remove = dialog(page).getByRole('button', {name: 'Delete comment of ben'});
    const focused = () => page.evaluate('document.activeElement.ariaLabel');
    await remove.click();
    await page.getByRole('dialog', {name: 'Delete comment?'}).waitFor();
    await soon(async () =>
      assert.equal(await page.evaluate('document.activeElement.innerText'), 'Cancel'),
    );
    await page.keyboard.press('Enter');
    await soon(async () => assert.equal(await focused(), 'Delete comment of ben'));
    await remove.click();
    await page.getByRole('button', {name: 'Delete comment', exact: true}).click();
    await dialog(page).getByText('averylongword').waitFor({state: 'detached'});
    await close(page);
    await page.getByRole('button', {name: '1 comment', exact: true}).waitFor();
    assert.deepEqual(world.problems, []);
  });

  test('keep what is being written when they can’t be read again', async () => {
    const {page} = world;
    await page.getByRole('button', {name: '1 comment', exact: true}).click();
    const draft = dialog(page).getByRole('textbox', {name: 'Comment'});
    await draft.fill('Not sent yet');
    const address = /\/documents\/[^/]+\/comments$/;
    await page.route(address, route => route.fulfill({status: 403, json: {message: 'Not now'}}));
    await dialog(page).getByRole('button', {name: 'Delete comment of admin'}).click();
    await page.getByRole('button', {name: 'Delete comment', exact: true}).click();
    await dialog(page).getByText('Not now').waitFor();
    assert.equal(await draft.inputValue(), 'Not sent yet');
    await page.unroute(address);
    await close(page);
    assert.deepEqual(
      world.problems.splice(0).filter(problem => !problem.includes('403')),
      [],
    );
  });

  test('are on the page of a shared result, where its owner sees who opened it', async () => {
    const {page} = world;
    await page.locator('.cm-content').press('Control+e');
    await world.type('SELECT * FROM range(30)');
    await page.keyboard.press('Control+Enter');
    await page.getByText('30 rows', {exact: true}).waitFor();
    const result = page.getByRole('region', {name: 'Result'});
    await result.getByRole('button', {name: 'Share', exact: true}).click();
    const share = page.getByRole('dialog', {name: 'Share this result'});
    await share.getByRole('textbox', {name: 'Title'}).fill('Thirty');
    await share.getByRole('switch', {name: 'Anyone logged in who has the link'}).check();
    await share.getByRole('button', {name: 'Create link'}).click();
    const link = await share
      .getByRole('region', {name: 'Links to this result'})
      .getByRole('textbox', {name: 'Link'})
      .inputValue();

    const panel = (of: Page, name: string) => of.getByRole('complementary', {name});
    await page.goto(link);
    await page.getByRole('heading', {name: 'Thirty'}).waitFor();
    const button = (of: Page, name: string) => of.getByRole('button', {name, exact: true});
    await button(page, 'Viewers').click();
    await panel(page, 'Viewers').getByText('No other user has opened it yet.').waitFor();
    await world.picture('share-viewers-empty');
    await world.checkAccess();
    await button(page, 'Comments').click();
    await panel(page, 'Comments').getByText('No comments yet').waitFor();
    await world.picture('share-comments-empty');

    const ben = await world.another('ben');
    await ben.goto(link);
    await button(ben, 'Comments').click();
    const said = panel(ben, 'Comments');
    await said.getByRole('textbox', {name: 'Comment'}).fill('Why thirty?');
    await said.getByRole('button', {name: 'Add comment'}).click();
    await said.getByText('Why thirty?').waitFor();
    await button(ben, 'Comments (1)').waitFor();
    assert.equal(await button(ben, 'Viewers').count(), 0, 'of the owner alone');
    await said.getByRole('textbox', {name: 'Comment'}).fill(long);
    await said.getByRole('button', {name: 'Add comment'}).click();
    await button(ben, 'Comments (2)').waitFor();
    await ben.context().close();

    await page.goto(link);
    await button(page, 'Comments (2)').click();
    await panel(page, 'Comments').getByText('Why thirty?').waitFor();
    await world.picture('share-comments');
    await world.checkAccess();
    await button(page, 'Viewers').click();
    await panel(page, 'Viewers').getByRole('listitem').filter({hasText: 'ben'}).waitFor();
    await world.picture('share-viewers');
    await page.setViewportSize(phone);
    await world.checkWidth();
    await world.picture('share-viewers-narrow');
    await button(page, 'Comments (2)').click();
    await panel(page, 'Comments').getByText('Why thirty?').waitFor();
    await world.checkWidth();
    await world.checkAccess();
    await world.picture('share-comments-narrow');
    await page.setViewportSize(desktop);
    assert.deepEqual(world.problems, []);
  });

  test('say so where who opened it can’t be read', async () => {
    const {page} = world;
    const address = /\/shares\/[^/]+\/viewers$/;
    await page.route(address, route => route.fulfill({status: 403, json: {message: 'Not now'}}));
    await page.reload();
    await page.getByRole('button', {name: 'Viewers', exact: true}).click();
    const panel = page.getByRole('complementary', {name: 'Viewers'});
    await panel.getByText('Not now').waitFor();
    await world.picture('share-viewers-error');
    await page.unroute(address);
    await panel.getByRole('button').click();
    await panel.getByRole('listitem').filter({hasText: 'ben'}).waitFor();
    assert.deepEqual(
      world.problems.splice(0).filter(problem => !problem.includes('403')),
      [],
    );
  });

  test('of a saved query: its owner sees in the dialog to share it who opened it', async () => {
    const {page} = world;
    await world.open('/app/documents');
    await page.getByRole('button', {name: 'More about Sales', exact: true}).click();
    await page.getByRole('menuitem', {name: 'Share', exact: true}).click();
    const share = page.getByRole('dialog', {name: 'Share'});
    await share.getByText('Viewers', {exact: true}).click();
    await share.getByRole('list', {name: 'Viewers'}).getByText('ben').waitFor();
    await world.picture('documents-viewers');
    await world.checkAccess();
    assert.deepEqual(world.problems, []);
  });
});
