// A real browser for tests of pages: what those of both applications share.
import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {soon} from '@gazetteer/model/testing';
import axe from 'axe-core';
import {type Browser, chromium, type Page} from 'playwright-core';

/**
 * Without windows of its own, which cost the whole browser half of its start and more with each
 * page, Chromium draws the same.
 */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env['CHROMIUM'] ?? places.find(path => existsSync(path)) ?? '';
/** For suites: why they cannot run here, or false. */
export const skipWithoutBrowser = existsSync(executablePath)
  ? false
  : 'needs Chromium (apt-get install chromium-headless-shell, or chromium; or CHROMIUM=<its path>)';
/** A folder for pictures of every view, for people who look at them. */
const pictures = process.env['PICTURES'];

export const desktop = {width: 1280, height: 800};
/** Nothing moves: a test would wait for the end of each movement. */
export const desktopAtRest = {viewport: desktop, reducedMotion: 'reduce'} as const;
export const phone = {width: 390, height: 844};

/**
 * Pages of tests are gone before code that was made fast has paid for its making: some 5 % of what
 * a suite of pages costs, and 15 % where pages are loaded again and again.
 */
const withoutOptimizing = '--js-flags=--max-optimized-bytecode-size=0';

/** @param isMeasured for benchmarks: as people have it */
export async function launch({isMeasured = false} = {}): Promise<Browser> {
  const args = ['--no-sandbox', ...(isMeasured ? [] : [withoutOptimizing])];
  return await chromium.launch({executablePath, args});
}

/**
 * Machines that run many tests at once are slow, and nothing here is about speed. Adds to
 * `problems` what the browser complains of.
 */
export function watch(
  page: Page,
  problems: string[],
  isKnown: (message: string) => boolean = () => false,
): void {
  page.setDefaultTimeout(120_000);
  page.on('pageerror', error => problems.push(error.message));
  page.on('console', message => {
    if (message.type() === 'error' && !isKnown(message.text())) problems.push(message.text());
  });
}

/**
 * Behind each test of a suite whose tests share a page. What a failed one leaves open, such as a
 * dialog, would keep each of the next waiting for the whole time: a failure of 6 tests took 12
 * minutes. They fail soon instead, as their run has failed already.
 */
export function hurryAfterFailure(context: object, page?: Page): void {
  // Node's types do not know it yet.
  const {passed} = context as {readonly passed?: boolean};
  if (passed === false) page?.setDefaultTimeout(5_000);
}

/** Takes a picture for people who asked for some. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return;
  await mkdir(pictures, {recursive: true});
  await page.screenshot({path: join(pictures, `${name}.png`)});
}

/** Fails when the page is wider than its window. */
export async function checkWidth(page: Page): Promise<void> {
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await soon(async () => assert.equal(await page.evaluate(overflow), 0, 'pixels over the edge'));
}

/**
 * Fails with what axe finds wrong, apart from the rules named by `except`, in light and in dark.
 * The scheme changes only colours, so the other rules are asked once, in the scheme that the page
 * has. It keeps the other one, since a change costs as much as most rules together.
 */
export async function checkAccess(page: Page, except: readonly string[] = []): Promise<void> {
  // The security policy forbids scripts in the page, not those of the tool that drives it.
  await page.evaluate(`window.axe === undefined && (${loadAxe})()`);
  const isDark = (await page.evaluate(
    `matchMedia('(prefers-color-scheme: dark)').matches`,
  )) as boolean;
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await settle(page, first);
  assert.deepEqual(await violations(page, allRules, except), [], first);
  await settle(page, second);
  assert.deepEqual(await violations(page, ['color-contrast'], except), [], second);
}

async function settle(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({colorScheme, reducedMotion: 'reduce'});
  await page.evaluate(settled(colorScheme));
}

const allRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'];
const loadAxe = `() => { ${axe.source} }`;

/**
 * Colours on their way from one scheme to the other would be judged as they are: waits until the
 * page has taken up the scheme, which on a busy machine is some frames after the browser has, and
 * until nothing has moved for some frames. What inherits a colour begins to change only when its
 * parent has. What went round for ever would be a mistake, as nothing does for those who want less
 * motion.
 */
const settled = (colorScheme: string) => `(async () => {
  const frame = () => new Promise(next => requestAnimationFrame(next));
  // The login page has no script that follows the scheme: its styles do.
  const isTaken = () => document.getElementById('root') === null || document.documentElement.dataset.mantineColorScheme === '${colorScheme}';
  const isMoving = () => document.getAnimations().some(one => one.playState !== 'finished');
  // A menu that has faded out stays for a moment, seen by nobody.
  const isLeaving = () => [...document.querySelectorAll('[role=menu]')].some(one => getComputedStyle(one).opacity === '0');
  const end = performance.now() + 120_000;
  for (let still = 0; still < 5; still = isTaken() && !isMoving() && !isLeaving() ? still + 1 : 0) {
    if (performance.now() > end) throw new Error('the page does not come to rest in its ${colorScheme} colours');
    await frame();
  }
})()`;

async function violations(
  page: Page,
  runOnly: readonly string[],
  except: readonly string[],
): Promise<readonly string[]> {
  const options = {
    resultTypes: ['violations'],
    // Media are read for a rule about them: the pages have none.
    preload: false,
    runOnly,
    rules: Object.fromEntries(except.map(rule => [rule, {enabled: false}])),
  };
  const found = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as {
    violations: {id: string; help: string; nodes: {target: string[]; failureSummary: string}[]}[];
  };
  return found.violations.map(
    ({id, help, nodes}) =>
      `${id}: ${help}\n${nodes
        .slice(0, 5)
        .map(node => `  ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')}`)
        .join('\n')}`,
  );
}
