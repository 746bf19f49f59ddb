// Views of the editor's pages that show how they bear names, sheets and addresses that nobody
// expects.
import type {Page} from 'playwright-core';
import {onSheet, type View} from './pictures-views.ts';

const amounts = `SELECT c.country, sum(o.amount * 1.10), sum(o.amount * 0.10), o."a.b", o."a.b" AS "a.b"
FROM (SELECT 1 AS id, 12.5 AS amount, 'x' AS "a.b") o, (SELECT 'NL' AS country) c
GROUP BY ALL`;

async function openSheets(page: Page): Promise<void> {
  for (let sheet = 0; sheet < 18; sheet++) await page.locator('.cm-content').press('Control+e');
  await page.locator('.cm-content').click();
  await page.keyboard.insertText('SELECT 18');
}

export const detailViews: readonly View[] = [
  {
    name: 'editor-heads',
    path: '/app/editor/',
    act: onSheet(amounts, page => page.getByText('1 row', {exact: true}).waitFor()),
  },
  {
    name: 'editor-search-rows',
    path: '/app/editor/',
    act: onSheet('SELECT i, md5(i::VARCHAR) AS text FROM range(900000) t(i)', async page => {
      await page.getByRole('gridcell').first().waitFor();
      await page
        .getByRole('textbox', {name: /^Search/})
        .first()
        .fill('ffffff');
    }),
  },
  {
    name: 'editor-source-filter',
    path: '/app/editor/',
    isWide: true,
    act: async page => {
      await page.getByRole('textbox', {name: 'Filter the sources'}).fill('custom');
      await page.getByText('customers', {exact: true}).first().waitFor();
    },
  },
  {
    name: 'editor-table-sample',
    path: '/app/editor/',
    isWide: true,
    act: async page => {
      await page.getByText('customers', {exact: true}).first().hover();
      await page.getByRole('button', {name: 'Details'}).filter({visible: true}).first().click();
      await page.getByRole('dialog').getByText('Sample', {exact: true}).click();
      await page.getByRole('dialog').getByRole('table').waitFor();
    },
  },
  {name: 'editor-many-sheets', path: '/app/editor/', act: openSheets},
  {name: 'editor-unknown-address', path: '/hue/metastore'},
  {name: 'editor-api', path: '/apidocs/'},
];
