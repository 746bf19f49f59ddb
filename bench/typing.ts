import {loadavg} from 'node:os';
import type {Page} from 'playwright-core';
import {type EditorForTests, editorForTests} from '../apps/editor/test/editor-fixture.ts';
import {desktop, launch} from '../packages/ui/test/browser.ts';

const scriptLines = 10_000;
const tableCount = 30_000;
const keystrokes = 100;
/** As fast as people who type fast. */
const pauseMs = 60;

/**
 * What somebody at the editor's page waits for, in Chromium on loopback, with an engine that
 * answers at once: keystrokes until they are painted, with the tree of 30,000 tables beside the
 * text.
 * @returns a table in Markdown
 */
export async function measureTyping(): Promise<string> {
  const clean: (() => Promise<void>)[] = [];
  const editor = await editorForTests({after: work => void clean.push(work)});
  editor.engine.tables = Array.from({length: tableCount}, (_, n) => ({
    name: `events_${n}`,
    type: 'TABLE',
    comment: '',
  }));
  const browser = await launch({isMeasured: true});
  const rows: [measure: string, value: string][] = [];
  const lines = scriptLines.toLocaleString('en');
  try {
    const page = await (
      await browser.newContext({
        viewport: desktop,
        permissions: ['clipboard-read', 'clipboard-write'],
      })
    ).newPage();
    // The pages may have to be built first.
    page.setDefaultTimeout(120_000);
    await openEditor(page, editor);
    rows.push(['first proposals behind FROM, once the page is idle', await firstProposals(page)]);
    const cpu = await cpuOf(page);
    const type = async (text: string) => {
      const before = await cpu();
      const times = await typed(page);
      const ms = ((await cpu()) - before) / keystrokes;
      rows.push([text, `${inWords(times)}; ${ms.toFixed(1)} ms`]);
    };
    await type('typing in an empty sheet');
    rows.push([`pasting ${lines} lines`, inWords(await paste(page, script()))]);
    await goToLine(page, scriptLines / 2);
    await type(`typing in the middle of ${lines} lines`);
    await page.keyboard.press('Control+End');
    await type('… at their end');
  } finally {
    await browser.close();
    for (const work of clean.toReversed()) await work();
  }
  const head = `| Load of the machine ${loadavg()[0]?.toFixed(1)} | 50 %, 95 %, slowest; of the page's thread |`;
  return [head, '|---|---:|', ...rows.map(row => `| ${row.join(' | ')} |`)].join('\n');
}

async function openEditor(page: Page, {app}: EditorForTests): Promise<void> {
  const url = await app.listen({host: '127.0.0.1', port: 0});
  await page.goto(`${url}/hue/accounts/login`);
  await page.fill('#user', 'admin');
  await page.fill('#password', 'admin');
  await page.press('#password', 'Enter', {timeout: 60_000});
  await page.locator('.cm-content').click();
  await page.getByRole('treeitem', {name: /^events_0(?!\w)/}).waitFor();
}

/** Statements of ten lines each, of the kind that people keep in one script. */
function script(): string {
  const statement = (n: number) =>
    [
      `-- Step ${n}: what came in since yesterday`,
      `INSERT INTO sales.daily_${n} PARTITION (day = '2024-02-29')`,
      'SELECT e.customer, count(*) AS visits, sum(e.amount) AS total,',
      "  CASE WHEN sum(e.amount) > 1000 THEN 'large' WHEN sum(e.amount) > 100 THEN 'middle' ELSE 'small' END AS size",
      `FROM events_${n} e`,
      `  JOIN events_${n + 1} f ON e.id = f.id AND f.kind IN ('visit', 'order', 'return')`,
      "WHERE e.day >= date_sub('2024-02-29', 1)",
      'GROUP BY e.customer',
      'HAVING count(*) > 3;',
      '',
    ].join('\n');
  return Array.from({length: scriptLines / 10}, (_, n) => statement(n)).join('\n');
}

/** By the clipboard, as people bring a long script along. Milliseconds until it is painted. */
async function paste(page: Page, text: string): Promise<readonly number[]> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  return await painted(page, () => page.keyboard.press('Control+v'));
}

/** From the last key until the list is drawn, on a page that has come to rest. */
async function firstProposals(page: Page): Promise<string> {
  // What is loaded when the page is idle begins in the first pause, and has come in the next ones.
  for (let n = 0; n < 5; n++) {
    await page.evaluate('new Promise(resolve => requestIdleCallback(resolve))');
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
  await page.keyboard.type('SELECT * FROM');
  await page.keyboard.press('Escape');
  await page.evaluate(`(() => {
    window.proposed_ = new Promise(resolve => {
      const list = () => document.querySelector('.cm-tooltip-autocomplete li');
      window.addEventListener('keydown', event => {
        const look = () => (list() === null ? requestAnimationFrame(look) : resolve(performance.now() - event.timeStamp));
        look();
      }, {capture: true, once: true});
    });
  })()`);
  await page.keyboard.press('Space');
  const ms = (await page.evaluate('window.proposed_')) as number;
  await page.keyboard.press('Escape');
  return `${Math.round(ms)} ms`;
}

async function goToLine(page: Page, line: number): Promise<void> {
  await page.keyboard.press('Control+Home');
  // The statement is ended there, so that what is typed begins another one.
  for (let n = 0; n < line / 25; n++) await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
}

/** Reads how many milliseconds of a processor the page's thread has used. */
async function cpuOf(page: Page): Promise<() => Promise<number>> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable', {timeDomain: 'threadTicks'});
  return async () => {
    const {metrics} = await client.send('Performance.getMetrics');
    return 1000 * (metrics.find(({name}) => name === 'TaskDuration')?.value ?? NaN);
  };
}

/** Milliseconds from each key until the frame that shows it was handed out. */
async function typed(page: Page): Promise<readonly number[]> {
  const text = `\nSELECT customer, total FROM events_12 WHERE amount > 17 AND kind = 'visit' `;
  return await painted(page, async () => {
    for (let n = 0; n < keystrokes; n++) {
      const key = text[n % text.length] ?? ' ';
      await page.keyboard.press(key === '\n' ? 'Enter' : key === ' ' ? 'Space' : key, {delay: 0});
      await new Promise(resolve => setTimeout(resolve, pauseMs));
    }
    await page.keyboard.press('Escape');
  });
}

/** Milliseconds from each key in `work` until its frame was handed out. */
async function painted(page: Page, work: () => Promise<void>): Promise<readonly number[]> {
  await page.evaluate(`(() => {
    window.painted_ = [];
    const channel = new MessageChannel();
    const waiting = (window.waiting_ = []);
    channel.port1.onmessage = () => { const now = performance.now(); for (const at of waiting.splice(0)) window.painted_.push(now - at); };
    window.key_ = event => { waiting.push(event.timeStamp); requestAnimationFrame(() => channel.port2.postMessage(0)); };
    window.addEventListener('keydown', window.key_, true);
  })()`);
  await work();
  // The frame of the last key may still be to come.
  await page.evaluate(
    `new Promise(resolve => { const look = () => window.waiting_.length === 0 ? resolve() : requestAnimationFrame(look); look(); })`,
  );
  return (await page.evaluate(
    `(() => { window.removeEventListener('keydown', window.key_, true); return window.painted_; })()`,
  )) as number[];
}

function inWords(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  return `${at(0.5)} ms, ${at(0.95)} ms, ${at(1)} ms`;
}
