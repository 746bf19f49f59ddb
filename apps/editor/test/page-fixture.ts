// The editor's pages in a real browser: what their tests share.
import assert from 'node:assert/strict';
import {access, mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before} from 'node:test';
import axe from 'axe-core';
import {type Browser, chromium, type Page} from 'playwright-core';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** For suites: why they cannot run here, or false. */
export const skipWithoutBrowser = await access(executablePath).then(
  () => false as const,
  () => 'needs Chromium (apt-get install chromium, or CHROMIUM=<its path>)',
);
/** A folder for pictures of every view, for people who look at them. */
const pictures = process.env['PICTURES'];

export const desktop = {width: 1280, height: 800};
export const phone = {width: 390, height: 844};

export type PageWorld = {
  readonly url: string;
  readonly page: Page;
  /** What the browser complained of: errors of scripts, of the console, of the security policy. */
  readonly problems: string[];
  open(path?: string): Promise<void>;
  /** Another browser: nothing is shared with the first one but the server. It goes with the suite. */
  another(user?: string): Promise<Page>;
  /** Replaces the text of the sheet. */
  type(text: string): Promise<void>;
  picture(name: string): Promise<void>;
  /** Fails with what axe finds wrong, in light and in dark. */
  checkAccess(): Promise<void>;
};

/**
 * Colours on their way from one scheme to the other would be judged as they are. What inherits one begins to change only when its
 * parent has, so it is over when nothing has moved for some frames.
 */
const settled = `(async () => {
  for (let calm = 0; calm < 5;) {
    await new Promise(next => requestAnimationFrame(next));
    const moving = document.getAnimations().filter(one => one.effect.getTiming().iterations !== Infinity);
    calm = moving.length === 0 ? calm + 1 : 0;
    await Promise.allSettled(moving.map(one => one.finished));
  }
})()`;

/**
 * Where somebody types between words of different colours, the browser tries to keep the colour with a style of its own, which
 * the policy forbids and the text editor would take out again. Nothing is lost but the line on the console.
 */
const typedStyle = /Applying inline style violates/;

/** Inside of a suite: a server that `start` brings up, and a browser that is logged in. */
export function usePages(start: () => Promise<{url: string; stop: () => Promise<unknown>}>): PageWorld {
  const problems: string[] = [];
  let browser: Browser | undefined;
  let server: Awaited<ReturnType<typeof start>> | undefined;
  let page: Page | undefined;
  const there = <T>(value: T | undefined): T => value ?? assert.fail('the suite has not started');

  before(async () => {
    server = await start();
    browser = await chromium.launch({executablePath, args: ['--no-sandbox']});
    page = await logIn('admin');
  });
  const logIn = async (user: string): Promise<Page> => {
    const context = await there(browser).newContext({
      viewport: desktop,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => {
      if (message.type() === 'error' && !typedStyle.test(message.text())) problems.push(message.text());
    });
    await page.goto(`${there(server).url}/hue/accounts/login`);
    await page.fill('#user', user);
    await page.fill('#password', user);
    // The first page may wait for a build.
    await page.press('#password', 'Enter', {timeout: 60_000});
    await page.locator('main h1').waitFor();
    return page;
  };
  after(async () => {
    if (pictures !== undefined) await page?.screenshot({path: join(pictures, 'last.png')});
    await browser?.close();
    await server?.stop();
  });
  return {
    problems,
    get url() {
      return there(server).url;
    },
    get page() {
      return there(page);
    },
    open: async (path = '/app/editor/') => {
      await there(page).goto(there(server).url + path);
      await there(page).locator('main h1').waitFor();
    },
    another: async (user = 'admin') => await logIn(user),
    type: async text => {
      await there(page).locator('.cm-content').click();
      await there(page).keyboard.press('Control+a');
      await there(page).keyboard.press('Delete');
      await there(page).keyboard.insertText(text);
    },
    picture: async name => {
      if (pictures === undefined) return;
      await mkdir(pictures, {recursive: true});
      await there(page).screenshot({path: join(pictures, `${name}.png`)});
    },
    checkAccess: async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await there(page).emulateMedia({colorScheme, reducedMotion: 'reduce'});
        assert.deepEqual(await violations(there(page)), [], colorScheme);
      }
      await there(page).emulateMedia({colorScheme: 'light'});
    },
  };
}

async function violations(page: Page): Promise<readonly string[]> {
  // The security policy forbids scripts in the page, not those of the tool that drives it.
  await page.evaluate(axe.source);
  await page.evaluate(settled);
  // The library's dialogs have a header element of their own, which is taken for another one of the page.
  const found = (await page.evaluate(
    `axe.run({resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'],
      rules: {'landmark-no-duplicate-banner': {enabled: false}, 'landmark-unique': {enabled: false}}})`,
  )) as {violations: {id: string; help: string; nodes: {target: string[]; failureSummary: string}[]}[]};
  return found.violations.map(
    ({id, help, nodes}) =>
      `${id}: ${help}\n${nodes
        .slice(0, 5)
        .map(node => `  ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')}`)
        .join('\n')}`,
  );
}
