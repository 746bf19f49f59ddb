// The editor's pages in a real browser: what their tests share.
import assert from 'node:assert/strict';
import {after, afterEach, before} from 'node:test';
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

export {desktop, phone, skipWithoutBrowser};

export type PageWorld = {
  readonly url: string;
  readonly page: Page;
  /** What the browser complained of: errors of scripts, of the console, of the security policy. */
  readonly problems: string[];
  open(path?: string): Promise<void>;
  /**
   * Another browser: nothing is shared with the first one but the server. It goes with the suite.
   */
  another(user?: string): Promise<Page>;
  /** Replaces the text of the sheet. */
  type(text: string): Promise<void>;
  picture(name: string): Promise<void>;
  /** Fails when something goes over the edge of the window. */
  checkWidth(): Promise<void>;
  /** Fails with what axe finds wrong, in light and in dark. */
  checkAccess(): Promise<void>;
};

/**
 * Where somebody types between words of different colours, the browser tries to keep the colour
 * with a style of its own, which the policy forbids and the text editor would take out again.
 * Nothing is lost but the line on the console.
 */
const typedStyle = /Applying inline style violates/;

/**
 * The library's dialogs have a header element of their own, which is taken for another one of the
 * page.
 */
const repeated = ['landmark-no-duplicate-banner', 'landmark-unique'];

/** Inside of a suite: a server that `start` brings up, and a browser that is logged in. */
export function usePages(
  start: () => Promise<{url: string; stop: () => Promise<unknown>}>,
): PageWorld {
  const problems: string[] = [];
  let browser: Browser | undefined;
  let server: Awaited<ReturnType<typeof start>> | undefined;
  let page: Page | undefined;
  const there = <T>(value: T | undefined): T => value ?? assert.fail('the suite has not started');

  before(async () => {
    server = await start();
    browser = await launch();
    page = await logIn('admin');
  });
  const logIn = async (user: string): Promise<Page> => {
    const context = await there(browser).newContext({
      ...desktopAtRest,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    watch(page, problems, message => typedStyle.test(message));
    await page.goto(`${there(server).url}/hue/accounts/login`);
    await page.fill('#user', user);
    await page.fill('#password', user);
    await page.press('#password', 'Enter');
    // Its login page has a heading as well.
    await page.waitForURL(url => !url.pathname.includes('/login'));
    await page.locator('main h1').waitFor();
    return page;
  };
  afterEach(t => hurryAfterFailure(t, page));
  after(async () => {
    if (page !== undefined) await takePicture(page, 'last');
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
    picture: async name => await takePicture(there(page), name),
    checkWidth: async () => await checkWidth(there(page)),
    checkAccess: async () => await checkAccess(there(page), repeated),
  };
}
