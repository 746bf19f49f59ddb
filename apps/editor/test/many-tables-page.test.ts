// A database of 30,000 tables, and a table of many partitions, in a real browser.
import assert from 'node:assert/strict';
import {suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {type EditorForTests, editorForTests} from './editor-fixture.ts';
import {skipWithoutBrowser, usePages} from './page-fixture.ts';

const tableCount = 30_000;

suite('a database of 30,000 tables', {skip: skipWithoutBrowser}, () => {
  let editor: EditorForTests;
  const world = usePages(async () => {
    const clean: (() => Promise<void>)[] = [];
    const ini = '[beeswax]\nlist_partitions_limit=10000';
    editor = await editorForTests(
      {after: work => void clean.push(work)},
      undefined,
      undefined,
      ini,
    );
    const {engine} = editor;
    engine.tables = Array.from({length: tableCount}, (_, n) => ({
      name: `events_${n}`,
      type: 'TABLE',
      comment: '',
    }));
    engine.answers.set('DESCRIBE FORMATTED', [
      ['# col_name', 'data_type', 'comment'],
      ['id', 'bigint', 'who'],
      ['# Partition Information', '', ''],
      ['# col_name', 'data_type', 'comment'],
      ['day', 'string', ''],
      ['# Detailed Table Information', '', ''],
      ['Owner:', 'ada', ''],
    ]);
    engine.answers.set(
      'SHOW PARTITIONS',
      Array.from({length: 4000}, (_, n) => [
        `day=${n === 7 ? '__HIVE_DEFAULT_PARTITION__' : `a%2Fb ${n}`}`,
      ]),
    );
    const url = await editor.app.listen({host: '127.0.0.1', port: 0});
    return {url, stop: async () => await Promise.all(clean.map(work => work()))};
  });
  // Under the mouse, buttons become part of the name.
  const item = (name: string) =>
    world.page.getByRole('treeitem', {name: new RegExp(`^${name}(?!\\w)`)});

  test('a list that nobody waits for any more is given up on the engine', async () => {
    const {page} = world;
    await item('default 30,000').click();
    await item('sales').waitFor();
    const {promise, resolve} = Promise.withResolvers<void>();
    editor.engine.tablesGate = promise;
    await item('sales').click();
    await page.getByText('Loading tables…').waitFor();
    const before = editor.engine.aborted;
    await item('sales').click();
    while (editor.engine.aborted === before) await new Promise(next => setTimeout(next, 20));
    resolve();
    editor.engine.tablesGate = undefined;
    await item('default').click();
    assert.deepEqual(world.problems, []);
  });

  test('only what is in sight is drawn, and the last one is a key away', async () => {
    const {page} = world;
    await item('events_0').waitFor();
    await soon(async () => assert.ok((await page.getByRole('treeitem').count()) < 100));
    await page.getByRole('tree').press('End');
    await item('Functions').waitFor();
    await page.getByRole('textbox', {name: 'Filter the sources'}).fill('events_29999');
    // Also in the database that nobody has opened.
    await soon(async () => assert.equal(await item('events_29999').count(), 2));
    await soon(async () => assert.ok((await page.getByRole('treeitem').count()) < 10));
    await world.picture('many-filtered');
    await world.checkAccess();
  });

  test('one question finds tables of databases that nobody has opened', async () => {
    const {page} = world;
    const filter = page.getByRole('textbox', {name: 'Filter the sources'});
    editor.engine.findsTables = true;
    await page.getByRole('button', {name: 'Refresh'}).click();
    await filter.fill('events_29');
    await soon(async () => {
      await page.getByRole('tree').press('End');
      assert.equal(await page.getByText(/^1,722 more tables/).count(), 1);
    });
    await filter.fill('events_29876');
    await soon(async () => assert.equal(await item('events_29876').count(), 2));
    await filter.fill('events_29999');
    await soon(async () => assert.equal(await item('events_29999').count(), 2));
  });

  test('Ctrl+P finds a table, shows its details or inserts its name', async () => {
    const {page} = world;
    const field = page.getByRole('combobox', {name: 'Part of a name'});
    const found = page.getByRole('option', {name: /^events_12345\s*(?:default|sales)/});
    await world.type('SELECT * FROM ');
    await page.keyboard.press('Control+p');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.insertText('events_12345');
    await soon(async () => assert.equal(await found.count(), 2));
    await world.picture('many-finder');
    await world.checkAccess();
    await field.fill('sales.events_12345');
    await soon(async () => assert.equal(await found.count(), 1));
    await page.keyboard.press('Control+Enter');
    await page.locator('.cm-content', {hasText: 'FROM sales.events_12345'}).waitFor();
    await page.keyboard.press('Control+p');
    await field.fill('events_777');
    await page.getByRole('option', {name: /^events_777\s*default/}).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', {name: 'default.events_777'}).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    await page.keyboard.press('Control+p');
    await field.fill('no_such_table');
    await page.getByText('No table has this in its name.').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({state: 'detached'});
    assert.deepEqual(world.problems, []);
  });

  test('completion finds one of them while a long statement is being typed', async () => {
    const {page} = world;
    const columns = Array.from({length: 250}, (_, n) => `t.column_number_${n}`).join(', ');
    await world.type(`SELECT ${columns} FROM events_2 t JOIN `);
    await page.keyboard.type('events_2987');
    // Those of its own database, and beside them those of the other one.
    await page.getByRole('option', {name: /^events_29876default/}).waitFor();
    await page.getByRole('option', {name: /^events_2987default/}).waitFor();
    await page.getByRole('option', {name: /^events_2987sales/}).waitFor();
    await world.picture('many-completion');
    await page.keyboard.press('Escape');
    await soon(async () =>
      assert.match(await page.locator('.cm-content').innerText(), /JOIN events_2987$/),
    );
    assert.deepEqual(world.problems, []);
  });

  test('the partitions of a table are listed, found and queried', async () => {
    const {page} = world;
    await item('events_29999').first().click();
    await page.getByRole('tree').press('Alt+Enter');
    const drawer = page.getByRole('dialog', {name: 'default.events_29999'});
    await drawer.getByText('Partitions', {exact: true}).click();
    await drawer.getByText('4,000 partitions').waitFor();
    await soon(async () => assert.ok((await drawer.getByRole('row').count()) < 100));
    await world.picture('many-partitions');
    await world.checkAccess();
    await drawer.getByRole('textbox', {name: 'Filter the partitions'}).fill('b 3999');
    await drawer.getByText('1 of 4,000 partitions').waitFor();
    await drawer.getByRole('button', {name: 'Query a/b 3999'}).click();
    await page.locator('.cm-content', {hasText: "WHERE day = 'a/b 3999'"}).waitFor();
    const asked = /FROM `default`.events_29999\nWHERE day = 'a\/b 3999'/;
    await soon(() => assert.match(editor.engine.asked.statements.at(-1) ?? '', asked));
    assert.deepEqual(world.problems, []);
  });
});
