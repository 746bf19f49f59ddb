// Pages in a real browser against a real server: what tests of pages share.
import assert from 'node:assert/strict';
import {after, afterEach, before} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import type {Browser, Page} from 'playwright-core';
import {
  checkAccess,
  checkWidth,
  desktop,
  desktopAtRest,
  hurryAfterFailure,
  launch,
  phone,
  skipWithoutBrowser,
  takePicture,
  watch,
} from '../../../packages/ui/test/browser.ts';
import {ask, type Ask} from './client.ts';
import {type RunningCatalog, startFreshCatalog} from './server-fixture.ts';

export {desktop, launch, phone, skipWithoutBrowser};

export type PageWorld = {
  readonly server: RunningCatalog;
  readonly page: Page;
  /**
   * What the browser complained of since it was last emptied: errors of scripts, of the console, of
   * the security policy.
   */
  readonly problems: string[];
  /** Goes to a page of the catalog and waits until it has drawn what it got. */
  open(hash: string): Promise<void>;
  /**
   * Waits until this is the page's heading: that of the page before stays until the code of the
   * next has come.
   */
  titled(text: string): Promise<void>;
  picture(name: string): Promise<void>;
  /** Fails when something goes over the edge of the window. */
  checkWidth(): Promise<void>;
  /** Fails with what axe finds wrong, in the colours as they are and in the other ones. */
  checkAccess(): Promise<void>;
  /** One change through the API, as admin. Fails when the server refuses it. */
  put(path: string, ask: Ask): Promise<unknown>;
};

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
    page = await (await browser.newContext(desktopAtRest)).newPage();
    watch(page, problems);
    if (isLoggedIn) await logIn(page, server.url);
  });
  afterEach(t => hurryAfterFailure(t, page));
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
      await soon(async () => assert.equal(await there(page).locator('main h1').innerText(), text));
    },
    picture: async name => await takePicture(there(page), name),
    checkWidth: async () => await checkWidth(there(page)),
    checkAccess: async () => await checkAccess(there(page)),
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
