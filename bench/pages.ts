import {loadavg} from 'node:os';
import type {BrowserContext, Page} from 'playwright-core';
import {saveLargeLineage} from '../apps/catalog/test/lineage-page-world.ts';
import {desktop, drawn, launch, logIn} from '../apps/catalog/test/page-fixture.ts';
import {sqliteStore} from './places.ts';
import {grow} from './scale.ts';

const rounds = 5;
const panMs = 3000;

/**
 * What somebody at a browser waits for, on loopback and SQLite: pages until they have drawn what
 * they got, and how evenly the picture of a lineage of 1,001 nodes follows the mouse. Browser and
 * server share the machine.
 * @returns a table in Markdown
 */
export async function measurePages(entities: number): Promise<string> {
  const place = await sqliteStore();
  const browser = await launch({isMeasured: true});
  const rows: [measure: string, value: string][] = [];
  try {
    const server = await place.startServer();
    await grow(server, entities);
    const guid = (await saveLargeLineage(server.url, [4, 12, 36, 66, 66, 66])).get('middle') ?? '';
    const first = await browser.newContext({viewport: desktop});
    await logIn(await first.newPage(), server.url);
    const login = await first.storageState();
    const anew = () => browser.newContext({viewport: desktop, storageState: login});
    const all = `${server.url}/n/index.html#!/search/searchResult?searchType=basic&type=`;
    rows.push([
      'first page, all entities, nothing in the cache',
      await repeated(() => visit(anew, `${all}_ALL_ENTITY_TYPES`)),
    ]);
    rows.push([
      'the same with its files in the cache',
      await repeated(() => visitAgain(first, `${all}_ALL_ENTITY_TYPES`)),
    ]);
    rows.push([
      'tables with words to find',
      await repeated(() => visitAgain(first, `${all}hive_table&query=customer`)),
    ]);
    const lineage = `${server.url}/n/index.html#!/detailPage/${guid}?tabActive=lineage&depth=0&relations=100`;
    rows.push([
      'lineage of 1,001 nodes',
      await repeated(() => visitAgain(first, lineage, '[data-card]')),
    ]);
    const page = await first.newPage();
    await open(page, lineage, '[data-card]');
    rows.push(['its picture while it is moved, as it opens', await pan(page)]);
    await page.getByRole('button', {name: 'Show everything'}).click();
    rows.push(['the same with all nodes in sight', await pan(page)]);
    await server.stop();
  } finally {
    await browser.close();
    await place.remove();
  }
  const count = entities.toLocaleString('en');
  const lines = rows.map(row => `| ${row.join(' | ')} |`);
  const load = loadavg()[0]?.toFixed(1) ?? '';
  return [`| With ${count} entities, load of the machine ${load} | |`, '|---|---:|', ...lines].join(
    '\n',
  );
}

/** The middle one and the slowest of some rounds. */
async function repeated(once: () => Promise<number>): Promise<string> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n++) times.push(await once());
  times.sort((a, b) => a - b);
  return `${Math.round(times[rounds >> 1] ?? 0)} ms (slowest ${Math.round(times.at(-1) ?? 0)} ms)`;
}

async function visit(anew: () => Promise<BrowserContext>, url: string): Promise<number> {
  const context = await anew();
  const page = await context.newPage();
  const ms = await open(page, url);
  await context.close();
  return ms;
}

async function visitAgain(context: BrowserContext, url: string, awaited?: string): Promise<number> {
  const page = await context.newPage();
  const ms = await open(page, url, awaited);
  await page.close();
  return ms;
}

/** From the address to the page with its heading and rows, and nothing on its way any more. */
async function open(page: Page, url: string, awaited = 'main tbody tr'): Promise<number> {
  const start = performance.now();
  await page.goto(url);
  await page.locator(awaited).first().waitFor();
  await drawn(page);
  return performance.now() - start;
}

/** Frames while the mouse drags the picture to and fro. */
async function pan(page: Page): Promise<string> {
  const stage = await page.locator('section[aria-label^=Lineage]').boundingBox();
  if (stage === null) throw new Error('the lineage has no place on the page');
  const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height - 24];
  await page.evaluate(`(() => {
    window.frames_ = [];
    const step = time => { window.frames_.push(time); if (window.frames_ !== undefined) window.next_ = requestAnimationFrame(step); };
    window.next_ = requestAnimationFrame(step);
  })()`);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const end = performance.now() + panMs;
  for (let n = 0; performance.now() < end; n++)
    await page.mouse.move(x + 200 * Math.sin(n / 10), y - 60 * (1 - Math.cos(n / 7)));
  await page.mouse.up();
  const times = (await page.evaluate(
    `(() => { cancelAnimationFrame(window.next_); return window.frames_; })()`,
  )) as number[];
  const gaps = times
    .slice(1)
    .map((time, n) => time - (times[n] ?? 0))
    .toSorted((a, b) => a - b);
  const at = (part: number) => (gaps[Math.floor((gaps.length - 1) * part)] ?? 0).toFixed(0);
  return `a frame every ${at(0.5)} ms (95 of 100 within ${at(0.95)} ms)`;
}
