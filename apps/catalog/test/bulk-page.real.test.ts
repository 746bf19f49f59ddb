// Changes of everything that a search finds, in a real browser: chosen, previewed, followed,
// canceled, undone.
import assert from 'node:assert/strict';
import {before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {desktop, phone, skipWithoutBrowser, usePages} from './page-fixture.ts';

const results = '#!/search/searchResult?searchType=basic&type=DataSet';
const count = 60;

suite('bulk changes in the pages', {skip: skipWithoutBrowser}, () => {
  const world = usePages();
  const bar = () => world.page.getByRole('region', {name: 'Selected entities'});
  const counts = () => world.page.getByRole('list', {name: 'Counts'});
  const selectAll = async () => {
    await world.open(results);
    await world.page.getByRole('checkbox', {name: 'Select this row'}).first().check();
    await bar()
      .getByRole('button', {name: `Select all ${count} results`})
      .click();
    await bar().getByText(`All ${count} results selected`).waitFor();
    await soon(async () =>
      assert.equal(await world.page.locator('tbody tr[data-selected]').count(), 25),
    );
  };
  /** Fills the dialog in, and begins what its preview shows. */
  const change = async (button: string, fill: () => Promise<void>, preview: string, go: string) => {
    const {page} = world;
    await selectAll();
    await bar().getByRole('button', {name: button}).click();
    await fill();
    await page.getByRole('button', {name: 'Preview changes'}).click();
    await page.getByRole('dialog').getByText(preview).waitFor();
    await page.getByRole('button', {name: go}).click();
    await page.waitForURL(/bulkChanges\//);
    await page.getByText('finished', {exact: true}).waitFor();
  };

  before(async () => {
    const entities = Array.from({length: count}, (_, i) => ({
      typeName: 'DataSet',
      attributes: {qualifiedName: `set_${i}@test`, name: `set_${i}`, owner: 'etl'},
    }));
    await world.put('/v2/entity/bulk', {body: {entities}});
    const classificationDefs = [
      {name: 'PII', superTypes: [], attributeDefs: []},
      {name: 'ForProcesses', superTypes: [], attributeDefs: [], entityTypes: ['Process']},
    ];
    await world.put('/v2/types/typedefs', {body: {classificationDefs}});
    const glossary = (await world.put('/v2/glossary', {body: {name: 'Words'}})) as {guid: string};
    await world.put('/v2/glossary/term', {
      body: {name: 'Revenue', anchor: {glossaryGuid: glossary.guid}},
    });
  });

  test('without any there is the way to the first', async () => {
    await world.open('#!/bulkChanges');
    await world.page.getByRole('heading', {name: 'No bulk changes yet'}).waitFor();
    await world.picture('bulk-empty');
    await world.checkAccess();
  });

  test('all results are chosen by keys after those of the page', async () => {
    const {page} = world;
    await world.open(results);
    await page.getByRole('checkbox', {name: 'Select this row'}).first().check();
    await bar().getByText('1 selected').waitFor();
    await page.getByRole('checkbox', {name: 'Select all rows of this page'}).focus();
    await page.keyboard.press('Space');
    await bar().getByText('25 selected').waitFor();
    await bar()
      .getByRole('button', {name: `Select all ${count} results`})
      .focus();
    await page.keyboard.press('Enter');
    await bar().getByText(`All ${count} results selected`).waitFor();
    await world.picture('bulk-selected');
    await world.checkAccess();
    // Without one of the rows it is a choice of rows again.
    await page.getByRole('checkbox', {name: 'Select this row'}).first().uncheck();
    await bar().getByText('24 selected').waitFor();
    await bar().getByRole('button', {name: 'Clear selection'}).click();
    await bar().waitFor({state: 'detached'});
  });

  test('an attribute is set on all after a preview, and undone but for what was changed since', async () => {
    const {page} = world;
    const fill = async () => {
      const dialog = page.getByRole('dialog', {name: 'Set attribute'});
      await dialog.getByRole('combobox', {name: 'Attribute'}).click();
      await page.getByRole('option', {name: 'Owner', exact: true}).click();
      await dialog.getByRole('textbox', {name: 'Value'}).fill('finance');
      await world.picture('bulk-attribute');
      await world.checkAccess();
      await page.getByRole('button', {name: 'Preview changes'}).click();
      await dialog.getByText(`${count} will be changed`).waitFor();
      await world.picture('bulk-preview');
      await world.checkAccess();
      await dialog.getByRole('button', {name: 'Back'}).click();
      assert.equal(await dialog.getByRole('textbox', {name: 'Value'}).inputValue(), 'finance');
    };
    await change('Set attribute', fill, `${count} will be changed`, `Change ${count} entities`);
    await world.titled('Set Owner to finance');
    await counts().getByText(`${count} changed`).waitFor();
    await page.getByRole('link', {name: 'Results of the search'}).waitFor();
    await world.picture('bulk-change');
    await world.checkAccess();
    const link = page.url();

    const found = (await world.put('/v2/search/basic', {
      body: {typeName: 'DataSet', query: 'set_7'},
    })) as {
      entities: {guid: string}[];
    };
    await world.put(`/v2/entity/guid/${found.entities[0]?.guid}?name=owner`, {
      body: '"mine"',
      method: 'PUT',
    });
    await page.getByRole('button', {name: 'Undo'}).click();
    const dialog = page.getByRole('dialog', {name: 'Undo'});
    await dialog.getByText('1 changed since and left as they are').waitFor();
    await dialog
      .getByRole('list', {name: 'Not undone'})
      .getByRole('link', {name: 'set_7'})
      .waitFor();
    await world.picture('bulk-undo');
    await world.checkAccess();
    await dialog.getByRole('button', {name: `Undo on ${count - 1} entities`}).click();
    await world.titled('Undo: Set Owner to finance');
    await page.getByText('finished', {exact: true}).waitFor();
    await counts()
      .getByText(`${count - 1} changed`, {exact: true})
      .waitFor();
    await world.picture('bulk-undone');

    // The address leads back to the change, and the list has both.
    await page.goto('about:blank');
    await page.goto(link);
    await world.titled('Set Owner to finance');
    await page.getByRole('link', {name: 'Bulk changes'}).first().click();
    const list = page.getByRole('table', {name: 'Bulk changes'});
    await list.getByRole('link', {name: 'Undo: Set Owner to finance'}).waitFor();
    assert.equal(await list.locator('tbody tr').count(), 2, 'no rehearsals');
    await world.picture('bulk-list');
    await world.checkAccess();
  });

  test('labels, terms and classifications are added and removed', async () => {
    const {page} = world;
    const preview = [`${count} will be changed`, `Change ${count} entities`] as const;
    const label = async () => {
      await page.getByRole('combobox', {name: 'Labels'}).fill('reviewed');
      await page.keyboard.press('Enter');
    };
    await change('Edit labels', label, ...preview);
    await world.titled('Add label reviewed');
    const removed = async () => {
      await label();
      await page.getByRole('dialog').getByText('Remove', {exact: true}).click();
    };
    await change('Edit labels', removed, ...preview);
    await world.titled('Remove label reviewed');
    const term = async () => {
      await page.getByRole('combobox', {name: 'Terms'}).fill('Rev');
      await page.getByRole('option', {name: 'Revenue'}).click();
    };
    await change('Edit terms', term, ...preview);
    await world.titled('Add 1 term');
    await page.getByText('Revenue', {exact: true}).waitFor();
    const classify = async () => {
      // The search behind it has a field of this name, too.
      await page.getByRole('dialog').getByRole('combobox', {name: 'Classification'}).fill('PII');
      await page.getByRole('option', {name: 'PII'}).click();
    };
    await change('Classify', classify, ...preview);
    await world.titled('Add classification PII');
    // Results that are shown afterwards have it.
    await world.open(`${results}&tag=PII`);
    await world.titled(`1–25 of ${count} results`);
  });

  test('what can’t be done to an entity is named in the preview with the reason, and cannot be begun', async () => {
    const {page} = world;
    await selectAll();
    await bar().getByRole('button', {name: 'Classify'}).click();
    const dialog = page.getByRole('dialog', {name: 'Classify'});
    await dialog.getByRole('combobox', {name: 'Classification'}).fill('ForP');
    await page.getByRole('option', {name: 'ForProcesses'}).click();
    await dialog.getByRole('button', {name: 'Preview changes'}).click();
    await dialog.getByText(`${count} skipped`).waitFor();
    await dialog
      .getByText(/ForProcesses.*set_|set_.*ForProcesses|ForProcesses/)
      .nth(1)
      .waitFor();
    await soon(async () =>
      assert.equal(
        await dialog.getByRole('button', {name: 'Change', exact: true}).isDisabled(),
        true,
      ),
    );
    await world.picture('bulk-refused');
    await world.checkAccess();
  });

  test('some rows alone can be given labels as well', async () => {
    const {page} = world;
    await world.open(results);
    const rows = page.getByRole('checkbox', {name: 'Select this row'});
    await rows.nth(0).check();
    await rows.nth(1).check();
    await bar().getByRole('button', {name: 'Edit labels'}).click();
    await page.getByRole('combobox', {name: 'Labels'}).fill('picked');
    await page.keyboard.press('Enter');
    await page.getByRole('button', {name: 'Preview changes'}).click();
    await page.getByRole('button', {name: 'Change 2 entities'}).click();
    await page.waitForURL(/bulkChanges\//);
    await counts().getByText('2 changed', {exact: true}).waitFor();
  });

  test('a change in progress is canceled, and a canceled one is resumed', async () => {
    const {page} = world;
    const link = page.url();
    let held: object = {status: 'IN_PROGRESS', total: 2000};
    await page.route(/\/v2\/bulk\/[0-9a-f-]{36}$/, async route => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        json: {...((await answer.json()) as object), ...held},
      });
    });
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText('in progress', {exact: true}).waitFor();
    await page.getByRole('status').getByText('2 of 2,000 checked').waitFor();
    await world.picture('bulk-progress');
    await world.checkAccess();
    const cancel = page.waitForRequest(request => request.url().endsWith('/cancel'));
    await page.getByRole('button', {name: 'Cancel', exact: true}).click();
    await cancel;
    held = {status: 'CANCELLED', total: 2000};
    const resume = page.waitForRequest(request => request.url().endsWith('/resume'));
    await page.getByRole('button', {name: 'Resume'}).click();
    await resume;
    held = {status: 'FAILED', errorMessage: 'The database is full.'};
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByRole('alert').getByText('Failed: The database is full.').waitFor();
    await world.picture('bulk-failed');
    await world.checkAccess();
    await page.unrouteAll({behavior: 'wait'});
  });

  test('all results are deleted and brought back', async () => {
    const {page} = world;
    await selectAll();
    await bar().getByRole('button', {name: 'Delete', exact: true}).click();
    const dialog = page.getByRole('dialog', {name: 'Delete all results'});
    await dialog.getByRole('button', {name: `Delete ${count} entities`}).click();
    await world.titled('Delete');
    await counts().getByText(`${count} deleted`, {exact: true}).waitFor();
    await page.getByText('finished', {exact: true}).waitFor();
    await page.getByRole('button', {name: 'Undo'}).click();
    await page.getByRole('button', {name: `Undo on ${count} entities`}).click();
    await world.titled('Undo: Delete');
    await page.getByText('finished', {exact: true}).waitFor();
    await world.open(results);
    await world.titled(`1–25 of ${count} results`);
  });

  test('a change that is not there is said to be missing', async () => {
    await world.open('#!/bulkChanges/00000000-0000-0000-0000-000000000000');
    await world.titled('Not found');
    world.problems.length = 0;
  });

  test('in a narrow and dark window everything is in reach', async () => {
    const {page} = world;
    await page.setViewportSize(phone);
    await page.emulateMedia({colorScheme: 'dark'});
    await selectAll();
    await world.checkWidth();
    await world.picture('bulk-selected-narrow');
    await world.open('#!/bulkChanges');
    await page.getByRole('table', {name: 'Bulk changes'}).waitFor();
    await world.checkWidth();
    await world.picture('bulk-list-narrow');
    await page.getByRole('link', {name: 'Add classification PII'}).click();
    await world.titled('Add classification PII');
    await world.checkWidth();
    await world.picture('bulk-change-narrow');
    await page.setViewportSize(desktop);
  });

  test('all that a query of the DSL finds is changed as well, and the change leads back to it', async () => {
    const {page} = world;
    const query = 'from DataSet orderby name';
    await world.open(`#!/search/searchResult?searchType=dsl&query=${encodeURIComponent(query)}`);
    await page.getByRole('checkbox', {name: 'Select this row'}).first().check();
    await bar()
      .getByRole('button', {name: `Select all ${count} results`})
      .click();
    await bar().getByText(`All ${count} results selected`).waitFor();
    await world.picture('bulk-dsl');
    await world.checkAccess();
    await bar().getByRole('button', {name: 'Edit labels'}).click();
    const dialog = page.getByRole('dialog', {name: 'Edit labels'});
    await dialog
      .getByRole('combobox', {name: 'Labels'})
      .or(dialog.getByRole('textbox'))
      .first()
      .fill('asked');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', {name: 'Preview changes'}).click();
    await dialog.getByText(`${count} will be changed`).waitFor();
    await dialog.getByRole('button', {name: `Change ${count} entities`}).click();
    await page.waitForURL(/bulkChanges\//);
    await world.titled('Add label asked');
    await page.getByText('finished', {exact: true}).waitFor();
    await page.getByRole('link', {name: 'Results of the search'}).click();
    await world.titled('DSL query');
    await page.getByText(`1–25 of ${count}`).waitFor();
  });

  test('nothing was complained of', () => {
    assert.deepEqual(world.problems, []);
  });
});
