// Pages in a real browser against a real server: what tests of pages share.
import assert from 'node:assert/strict';
import {access, mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before} from 'node:test';
import axe from 'axe-core';
import {type Browser, chromium, type Page} from 'playwright-core';
import {ask, type Ask} from './client.ts';
import {type RunningCatalog, startFreshCatalog} from './server-fixture.ts';

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
/** For suites: why they cannot run here, or false. */
export const skipWithoutBrowser = await access(executablePath).then(
  () => false as const,
  () => 'needs Chromium (apt-get install chromium, or CHROMIUM=<its path>)',
);
/** A folder for pictures of every view, for people who look at them. */
const pictures = process.env['PICTURES'];

export type PageWorld = {
  readonly server: RunningCatalog;
  readonly page: Page;
  /** What the browser complained of since it was last emptied: errors of scripts, of the console, of the security policy. */
  readonly problems: string[];
  /** Goes to a page of the catalog and waits until it has drawn what it got. */
  open(hash: string): Promise<void>;
  /** Waits until this is the page's heading: that of the page before stays until the code of the next has come. */
  titled(text: string): Promise<void>;
  picture(name: string): Promise<void>;
  /** Fails with what axe finds wrong, in the colours as they are and in the other ones. */
  checkAccess(): Promise<void>;
  /** One change through the API, as admin. Fails when the server refuses it. */
  put(path: string, ask: Ask): Promise<unknown>;
};

export const desktop = {width: 1280, height: 800};
export const phone = {width: 390, height: 844};

/**
 * Colours on their way from one scheme to the other would be judged as they are: waits until the page has taken up the scheme, which on a
 * busy machine is some frames after the browser has, and until nothing has moved for two frames.
 */
const settled = (colorScheme: string) => `(async () => {
  const frame = () => new Promise(next => requestAnimationFrame(next));
  // The login page has no script that follows the scheme: its styles do.
  const isTaken = () => document.getElementById('root') === null || document.documentElement.dataset.mantineColorScheme === '${colorScheme}';
  const isMoving = () => document.getAnimations().some(one => one.effect.getTiming().iterations !== Infinity && one.playState !== 'finished');
  // A menu that has faded out stays for a moment, seen by nobody.
  const isLeaving = () => [...document.querySelectorAll('[role=menu]')].some(one => getComputedStyle(one).opacity === '0');
  const end = performance.now() + 30_000;
  for (let still = 0; still < 2; still = isTaken() && !isMoving() && !isLeaving() ? still + 1 : 0) {
    if (performance.now() > end) throw new Error('the page does not come to rest in its ${colorScheme} colours');
    await frame();
  }
})()`;

export async function launch(): Promise<Browser> {
  return await chromium.launch({executablePath, args: ['--no-sandbox']});
}

/** Inside of a suite: a fresh server and a browser that is logged in, for all of its tests. */
export function usePages({
  isLoggedIn = true,
  args = [],
}: {isLoggedIn?: boolean; args?: readonly string[]} = {}): PageWorld {
  const problems: string[] = [];
  let browser: Browser | undefined;
  let server: RunningCatalog | undefined;
  let page: Page | undefined;
  const there = <T>(value: T | undefined): T => value ?? assert.fail('the suite has not started');

  before(async () => {
    server = await startFreshCatalog({args});
    browser = await launch();
    page = await (await browser.newContext({viewport: desktop})).newPage();
    // Machines that run many tests at once are slow; nothing here is about speed.
    page.setDefaultTimeout(60_000);
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => {
      if (message.type() === 'error') problems.push(message.text());
    });
    if (isLoggedIn) await logIn(page, server.url);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });
  return {
    problems,
    get server() {
      return there(server);
    },
    get page() {
      return there(page);
    },
    open: async hash => {
      // A page that is there already would only follow the link.
      await there(page).goto('about:blank');
      await there(page).goto(`${there(server).url}/n/index.html${hash}`);
      await drawn(there(page));
    },
    titled: async text => {
      for (const end = Date.now() + 30_000; ;) {
        const found = await there(page).locator('main h1').innerText();
        if (found === text || Date.now() > end) return assert.equal(found, text);
        await new Promise(resolve => setTimeout(resolve, 50));
      }
    },
    picture: async name => {
      if (pictures === undefined) return;
      await mkdir(pictures, {recursive: true});
      await there(page).screenshot({path: join(pictures, `${name}.png`)});
    },
    checkAccess: async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await there(page).emulateMedia({colorScheme, reducedMotion: 'reduce'});
        await there(page).evaluate(settled(colorScheme));
        assert.deepEqual(await violations(there(page)), [], colorScheme);
      }
      await there(page).emulateMedia({colorScheme: 'light'});
    },
    put: async (path, what) => {
      const answer = await ask(`${there(server).url}/api/atlas${path}`, what);
      assert.ok(answer.status < 300, answer.text);
      return answer.json;
    },
  };
}

/** Users of tests have their names as passwords. */
export async function logIn(page: Page, url: string, name = 'admin'): Promise<void> {
  await page.goto(`${url}/login.jsp`);
  await page.fill('#user', name);
  await page.fill('#password', name);
  await page.press('#password', 'Enter');
  await drawn(page);
}

/** The page has its heading and waits for nothing. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('main [aria-busy=false] h1').waitFor();
  await page.locator('main [aria-busy=true]').first().waitFor({state: 'detached'});
}

async function violations(page: Page): Promise<readonly string[]> {
  // The security policy forbids scripts in the page, not those of the tool that drives it.
  await page.evaluate(axe.source);
  const found = (await page.evaluate(
    `axe.run({resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']})`,
  )) as {violations: {id: string; help: string; nodes: {target: string[]; failureSummary: string}[]}[]};
  return found.violations.map(
    ({id, help, nodes}) =>
      `${id}: ${help}\n${nodes
        .slice(0, 5)
        .map(node => `  ${node.target.join(' ')}: ${node.failureSummary.replaceAll('\n', ' ')}`)
        .join('\n')}`,
  );
}
