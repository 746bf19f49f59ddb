// The editor's part of `npm run pictures`: every page with something on it, and empty.
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Browser, BrowserContextOptions, Page} from 'playwright-core';
import {startEditorProcess} from '../apps/editor/test/editor-process.ts';
import {detailViews} from './pictures-editor-details.ts';
import {emptyPageViews, pageViews, savePages} from './pictures-editor-pages.ts';
import {startStates} from './pictures-editor-states.ts';
import {onSheet, type View} from './pictures-views.ts';

type Take = (page: Page, name: string) => Promise<void>;

const long = `${'a_very_long_name_'.repeat(8)}שלום_العربية`;
const sales = `SELECT date_trunc('month', day)::DATE AS month, sum(orders) AS orders, sum(amount) AS amount
FROM sample.daily_sales
GROUP BY month
ORDER BY month`;
const menuOf = async (page: Page, row: string, item: string): Promise<void> => {
  await page.getByRole('button', {name: `More about ${row}`, exact: true}).click();
  await page.getByRole('menuitem', {name: item}).click();
};

const emptyViews: readonly View[] = [
  {name: 'editor-empty', path: '/app/editor/'},
  {name: 'editor-documents-empty', path: '/app/documents'},
  {name: 'editor-shared-empty', path: '/app/documents?folder=shared'},
  {name: 'editor-trash-empty', path: '/app/documents?folder=trash'},
  {name: 'editor-history-empty', path: '/app/history'},
  {name: 'editor-result-unknown', path: '/app/result?share=00000000-0000-0000-0000-000000000000'},
];

/** `<document>` and `<share>` stand for their ids. */
const views: readonly View[] = [
  {
    name: 'editor-rows',
    path: '/app/editor/',
    act: page => page.getByRole('gridcell').first().waitFor(),
  },
  {
    name: 'editor-chart',
    path: '/app/editor/',
    act: async page => {
      await page.getByText('Chart', {exact: true}).click();
      await page.locator('canvas').waitFor();
    },
  },
  {
    name: 'editor-share-result',
    path: '/app/editor/',
    act: async page => {
      await page
        .getByRole('region', {name: 'Result'})
        .getByRole('button', {name: 'Share', exact: true})
        .click();
      await page.getByRole('region', {name: 'Links to this result'}).waitFor();
    },
  },
  {
    name: 'editor-save',
    path: '/app/editor/',
    act: async page => {
      await page.getByRole('button', {name: 'Query actions'}).click();
      await page.getByRole('menuitem', {name: 'Save as new query'}).click();
      await page.getByRole('textbox', {name: 'Description'}).waitFor();
    },
  },
  {
    name: 'editor-columns',
    path: '/app/editor/',
    act: async page => {
      await page.getByText('Columns', {exact: true}).click();
      await page.getByRole('button', {name: /^amount/}).click();
      await page.getByRole('img', {name: /^How values spread/}).waitFor();
    },
  },
  {
    name: 'editor-download',
    path: '/app/editor/',
    act: async page => {
      await page.getByRole('button', {name: 'Download', exact: true}).click();
      await page.getByRole('menuitem', {name: 'CSV'}).waitFor();
    },
  },
  {
    name: 'editor-copy',
    path: '/app/editor/',
    act: async page => {
      await page.getByRole('button', {name: 'Copy', exact: true}).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    name: 'editor-table',
    path: '/app/editor/',
    isWide: true,
    act: async page => {
      // The sample data stands open at once.
      await page.getByText('customers', {exact: true}).hover();
      await page.getByRole('button', {name: 'Details'}).filter({visible: true}).first().click();
      await page.getByRole('dialog').getByText('ISO 3166 code').waitFor();
    },
  },
  {
    name: 'editor-whole',
    path: '/app/editor/',
    act: async page => {
      await page.getByRole('button', {name: 'Full screen'}).click();
      await page.getByRole('button', {name: 'Exit full screen'}).waitFor();
    },
  },
  {
    name: 'editor-explain',
    path: '/app/editor/',
    act: async page => {
      await page.locator('.cm-content').press('Control+Shift+X');
      await page.getByRole('region', {name: 'Plan'}).waitFor();
    },
  },
  {name: 'editor-documents', path: '/app/documents'},
  {
    name: 'editor-documents-nothing',
    path: '/app/documents?text=nowhere',
    act: page => page.getByRole('heading', {name: 'No matching queries'}).waitFor(),
  },
  {
    name: 'editor-versions',
    path: '/app/documents',
    act: async page => {
      await menuOf(page, 'Sales by month', 'Versions');
      await page.getByRole('region', {name: 'Difference'}).waitFor();
    },
  },
  {
    name: 'editor-share',
    path: '/app/documents',
    act: async page => {
      await menuOf(page, 'Sales by month', 'Share');
      await page.getByRole('textbox', {name: 'Link'}).waitFor();
    },
  },
  {
    name: 'editor-move',
    path: '/app/documents',
    act: async page => {
      await menuOf(page, 'Sales by month', 'Move');
      await page.getByRole('button', {name: 'Move here'}).waitFor();
    },
  },
  {name: 'editor-trash', path: '/app/documents?folder=trash'},
  {name: 'editor-history', path: '/app/history'},
  {
    name: 'editor-result',
    path: '/app/result?share=<share>',
    act: page => page.locator('canvas').waitFor(),
  },
  {name: 'editor-jobs', path: '/jobbrowser/'},
  {name: 'editor-jobs-unconfigured', path: '/jobbrowser/?view=jobs'},
  {
    name: 'editor-history-nothing',
    path: '/app/history',
    act: async page => {
      await page.getByRole('textbox', {name: 'Search the statements'}).fill('nowhere');
      await page.getByRole('heading', {name: 'No statement fits'}).waitFor();
    },
  },
  {
    name: 'editor-files',
    path: '/app/documents',
    act: async page => {
      await page.getByRole('button', {name: 'Files'}).click();
      await page.getByRole('menuitem').or(page.getByRole('dialog')).first().waitFor();
    },
  },
  {name: 'editor-nowhere', path: '/app/documents?folder=00000000-0000-0000-0000-000000000000'},
];

const columnList = Array.from({length: 1000}, (_, n) => `i + ${n} AS column_${n}`).join(', ');

/** Taken last, as they fill sheets of their own. */
const largeViews: readonly View[] = [
  {
    name: 'editor-wide',
    path: '/app/editor/',
    act: onSheet(`SELECT ${columnList} FROM range(3000) t(i)`, page =>
      page.getByText(/^3,000 rows/).waitFor(),
    ),
  },
  {
    name: 'editor-many-rows',
    path: '/app/editor/',
    act: onSheet(
      "SELECT i, 'row ' || i AS text, i % 7 = 0 AS seventh, NULL AS nothing FROM range(3000000) t(i)",
      async page => {
        await page.getByRole('button', {name: 'Load all rows'}).click();
        await page.getByText('3,000,000 rows', {exact: true}).waitFor({timeout: 120_000});
        await page.getByRole('grid').press('Control+End');
        await page.getByRole('gridcell', {name: 'row 2999999', exact: true}).waitFor();
      },
    ),
  },
  {
    name: 'editor-no-rows',
    path: '/app/editor/',
    act: onSheet("SELECT * FROM sample.customers WHERE country = 'XX'", page =>
      page.getByText('0 rows').waitFor(),
    ),
  },
  {
    name: 'editor-syntax',
    path: '/app/editor/',
    act: onSheet('SELECT * FORM sample.customers', page => page.getByRole('alert').waitFor()),
  },
];

/** @param looks what a window is like, by the name that stands behind that of the view */
export async function takeEditor(
  browser: Browser,
  looks: Readonly<Record<string, BrowserContextOptions>>,
  isWanted: (name: string) => boolean,
  take: Take,
): Promise<void> {
  const takeAll = async (url: string, wanted: readonly View[], share = '') => {
    for (const [look, options] of Object.entries(looks)) {
      const those = wanted.filter(
        ({name, isWide}) => isWanted(name) && !(isWide && look.startsWith('narrow')),
      );
      if (those.length === 0) continue;
      const page = await logIn(browser, url, options);
      for (const {name, path, act} of those) {
        await page.goto(url + path.replace('<share>', share));
        await page.getByRole('heading', {level: 1}).first().waitFor();
        await act?.(page).catch((error: Error) =>
          console.log(`${look}: ${name}: ${error.message}`),
        );
        await take(page, `${name}-${look}`);
      }
      await page.context().close();
    }
  };
  const data = await mkdtemp(join(tmpdir(), 'gazetteer-pictures-'));
  const editor = await startEditorProcess(['editor', '--data', data]);
  try {
    await takeAll(editor.url, [...emptyViews, ...emptyPageViews]);
    const page = await logIn(browser, editor.url, looks['light'] ?? {});
    await takeAll(editor.url, views, await prepare(page));
    await page.context().close();
    await takeAll(editor.url, [...largeViews, ...detailViews, ...pageViews]);
  } finally {
    await editor.stop();
    await rm(data, {recursive: true, force: true});
  }
  const states = await startStates();
  try {
    await takeAll(states.url, states.views);
  } finally {
    await states.stop();
  }
}

async function logIn(browser: Browser, url: string, options: BrowserContextOptions): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  page.on('pageerror', error => console.log(`${page.url()}: ${error.message}`));
  await page.goto(`${url}/hue/accounts/login`);
  await page.fill('#user', 'admin');
  await page.fill('#password', 'admin');
  // The first page may wait for a build.
  await page.press('#password', 'Enter', {timeout: 120_000});
  await page.waitForURL(url => !url.pathname.includes('/login'));
  await page.locator('main h1').waitFor({timeout: 60_000});
  return page;
}

/** Queries, versions, something in the trash, a result; returns the id of a share of it. */
async function prepare(page: Page): Promise<string> {
  const token =
    /csrftoken=([^;]*)/.exec(await page.evaluate('document.cookie').then(String))?.[1] ?? '';
  const send = async (
    method: string,
    path: string,
    body: object,
  ): Promise<Record<string, unknown>> => {
    const answer = await page.request.fetch(new URL(path, page.url()).href, {
      method,
      ...(method !== 'GET' && {data: body}),
      headers: {'x-csrftoken': token},
    });
    if (!answer.ok())
      throw new Error(`${method} ${path} answers ${answer.status()}: ${await answer.text()}`);
    return (answer.status() === 204 ? {} : await answer.json()) as Record<string, unknown>;
  };
  const content = (text: string) => ({engine: 'duckdb', database: 'main', text, state: {}});
  const documents = '/api/v1/documents';
  await send('POST', documents, {
    kind: 'folder',
    name: 'Reports',
    description: 'What goes to the team every month',
  });
  await send('POST', documents, {kind: 'folder', name: `folder_${long}`});
  const saved = await send('POST', documents, {
    name: 'Sales by month',
    description: 'Orders and their amounts, month by month',
    content: content(sales.replace('sum(orders) AS orders, ', '')),
  });
  await send('PUT', `${documents}/${String(saved['uuid'])}`, {
    version: 1,
    content: content(sales),
    comment: 'Orders, too',
  });
  await send('PUT', `${documents}/${String(saved['uuid'])}/grants`, {
    grants: [
      {kind: 'group', name: 'ANALYST', permission: 'write'},
      {kind: 'user', name: 'ben', permission: 'read'},
    ],
  });
  await send('POST', documents, {name: long, description: long, content: content('SELECT 1')});
  const gone = await send('POST', documents, {name: 'Old report', content: content('SELECT 2')});
  await send('DELETE', `${documents}/${String(gone['uuid'])}`, {});
  await page.goto(new URL(`/app/editor/?document=${String(saved['uuid'])}`, page.url()).href);
  await page.locator('.cm-line', {hasText: 'GROUP BY month'}).waitFor();
  await page.locator('.cm-content').press('Control+Enter');
  await page.getByText('19 rows', {exact: true}).waitFor();
  await page.getByRole('img', {name: 'All tabs are saved'}).waitFor();
  const {statements} = await send('GET', '/api/v1/history?limit=1', {});
  const [{uuid} = {uuid: ''}] = statements as {uuid: string}[];
  const share = await send('POST', `/api/v1/results/${uuid}/shares`, {
    title: 'Sales by month',
    view: {kind: 'chart'},
    grants: [{kind: 'group', name: 'ANALYST'}],
  });
  await savePages(send, sales);
  return String(share['uuid']);
}
