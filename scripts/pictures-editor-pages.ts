// Pages of tables, imports, dashboards, notebooks, schedules and files for `npm run pictures`.
import type {Page} from 'playwright-core';
import {fill, home} from '../apps/editor/test/files-page-world.ts';
import {MemoryFiles} from '../apps/editor/test/memory-files.ts';
import type {View} from './pictures-views.ts';

type Send = (method: string, path: string, body: object) => Promise<Record<string, unknown>>;

const table = '/app/tables/duckdb/sample/orders';
const link = (page: Page, name: string) => page.getByRole('link', {name, exact: true});
const ready = (text: string | RegExp) => async (page: Page) =>
  await page.getByText(text).first().waitFor();

export const emptyPageViews: readonly View[] = ['dashboards', 'notebooks', 'schedules'].map(
  what => ({name: `editor-${what}-empty`, path: `/app/${what}`}),
);

/** Those of what `savePages` has saved, and of the sample data. */
export const pageViews: readonly View[] = [
  {name: 'editor-tables-databases', path: '/app/tables/duckdb', act: ready(/databases$/)},
  {name: 'editor-tables-list', path: '/app/tables/duckdb/sample', act: ready(/tables$/)},
  {name: 'editor-tables-columns', path: table, act: ready('customer_id')},
  {
    name: 'editor-tables-profile',
    path: table,
    act: async page => {
      await page.getByRole('button', {name: 'Profile columns'}).click();
      await page.getByRole('button', {name: 'Profile again'}).waitFor();
    },
  },
  ...['sample', 'relations', 'statements', 'facts', 'definition', 'checks'].map(part => ({
    name: `editor-tables-${part}`,
    path: `${table}?part=${part}`,
  })),
  {
    name: 'editor-tables-more',
    path: table,
    act: async page => {
      await page.getByRole('button', {name: 'More'}).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'editor-tables-drop',
    path: table,
    act: async page => {
      await page.getByRole('button', {name: 'More'}).click();
      await page.getByRole('menuitem', {name: 'Drop'}).click();
      await page.getByRole('button', {name: 'Drop table'}).waitFor();
    },
  },
  {name: 'editor-tables-unknown', path: '/app/tables/duckdb/sample/nothing'},
  {name: 'editor-import', path: '/app/import?engine=duckdb', act: ready('Choose file')},
  {
    name: 'editor-import-columns',
    path: '/app/import?engine=duckdb',
    act: async page => {
      const rows = ['id,Ordered at,amount', '1,2024-05-01 10:00:00,0.5', 'last,2024-05-02,1.5'];
      await page.getByRole('textbox', {name: 'Rows'}).fill(`${rows.join('\n')}\n`);
      await page.getByRole('button', {name: 'Import rows'}).click();
      const again = page.getByRole('button', {name: 'Replace file'});
      await again.or(page.getByText('From the file pasted')).first().waitFor();
      if (await again.isVisible()) await again.click();
      await ready('From the file pasted')(page);
      await page.getByRole('button', {name: 'Check rows'}).click();
      await ready(/fit the columns/)(page);
    },
  },
  {name: 'editor-dashboards', path: '/app/dashboards', act: ready('Monthly report')},
  {
    name: 'editor-dashboards-one',
    path: '/app/dashboards',
    act: async page => {
      await link(page, 'Monthly report').click();
      await page.getByRole('button', {name: 'Refresh all'}).click();
      await page.getByRole('article').locator('canvas').first().waitFor();
    },
  },
  {name: 'editor-notebooks', path: '/app/notebooks', act: ready('Where orders come from')},
  {
    name: 'editor-notebooks-one',
    path: '/app/notebooks',
    act: async page => {
      await link(page, 'Where orders come from').click();
      await page.getByRole('button', {name: 'Run all cells'}).click();
      await page.getByRole('cell').first().waitFor();
    },
  },
  {name: 'editor-schedules', path: '/app/schedules', act: ready('Orders every morning')},
  {
    name: 'editor-schedules-one',
    path: '/app/schedules',
    act: async page => {
      await link(page, 'Orders every morning').click();
      await page.getByRole('button', {name: 'Edit schedule'}).first().waitFor();
    },
  },
];

/** A dashboard, a notebook, a schedule. */
export async function savePages(send: Send, sales: string): Promise<void> {
  const documents = '/api/v1/documents';
  const content = (text: string, charts: readonly object[] = []) => ({
    engine: 'duckdb',
    database: 'sample',
    text,
    state: {charts},
  });
  const bars = {title: 'Amount', kind: 'bar', x: 'month', y: ['amount'], aggregate: 'sum'};
  const chart = await send('POST', documents, {name: 'Sales', content: content(sales, [bars])});
  const orders =
    'SELECT country, count(*) AS customers FROM customers GROUP BY country ORDER BY 2 DESC';
  const {uuid} = await send('POST', documents, {name: 'Customers', content: content(orders)});
  const tile = {
    kind: 'chart',
    document: chart['uuid'],
    x: 0,
    y: 0,
    w: 7,
    h: 5,
    id: 'a',
    title: 'Sales',
  };
  const rows = {kind: 'table', document: uuid, x: 7, y: 0, w: 5, h: 5, id: 'b', title: 'Customers'};
  const words = {kind: 'text', text: '## Notes\n\nAmounts are *without* tax.', id: 'c'};
  const tiles = [tile, rows, {...words, x: 0, y: 5, w: 12, h: 2}];
  await send('POST', documents, {
    kind: 'dashboard',
    name: 'Monthly report',
    dashboard: {tiles, filters: []},
  });
  const cells = [
    {id: 'a', kind: 'text', text: '# Where orders come from\n\nBy country of the customer.'},
    {id: 'b', kind: 'sql', text: orders},
  ];
  await send('POST', documents, {
    kind: 'notebook',
    name: 'Where orders come from',
    notebook: {engine: 'duckdb', database: 'sample', cells},
  });
  await send('POST', '/api/v1/schedules', {
    document: uuid,
    name: 'Orders every morning',
    cron: '0 6 * * 1-5',
    timeZone: 'Europe/Berlin',
    rules: [{on: 'failed', by: 'product'}],
  });
}

/** Files of `admin`, with much in them, and of a store of S3. */
export function filesForPictures(): {hdfs: MemoryFiles; s3: MemoryFiles} {
  const files = {hdfs: new MemoryFiles(['admin', 'bob']), s3: new MemoryFiles([], ['lake'])};
  fill(files.hdfs);
  return files;
}

export const fileViews: readonly View[] = [
  {name: 'editor-browse-files', path: `/app/files/hdfs${home}`, act: ready('orders.csv')},
  {name: 'editor-browse-files-many', path: `/app/files/hdfs${home}/many`, act: ready('part-00001')},
  {name: 'editor-browse-files-empty', path: `/app/files/hdfs${home}/target`},
  {name: 'editor-browse-files-unknown', path: '/app/files/hdfs/user/nobody'},
  ...['orders.csv', 'one.json', 'numbers.parquet', 'notes.txt', 'digits.bin'].map(name => ({
    name: `editor-browse-files-${name.replace('.', '-')}`,
    path: `/app/files/hdfs${home}/${name}`,
    act: async (page: Page) =>
      await page
        .getByRole('region', {name: 'Content'})
        .or(page.getByRole('table'))
        .first()
        .waitFor(),
  })),
];
