// `npm run pictures [-- part-of-name...]`: starts a server of its own, loads the sample data the
// way a visitor does, and takes a picture of every view: light, dark, narrow. They go to
// .cache/pictures, for people to look at.
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {BrowserContext, Page} from 'playwright-core';
import {ask} from '../apps/catalog/test/client.ts';
import {drawn, launch, logIn} from '../apps/catalog/test/page-fixture.ts';
import {startFreshCatalog} from '../apps/catalog/test/server-fixture.ts';
import {type View, views} from './pictures-catalog-views.ts';
import {takeEditor} from './pictures-editor.ts';
import {saveExtremes} from './pictures-extremes.ts';

const folder = join(import.meta.dirname, '..', '.cache', 'pictures');
/** For a machine that does much else. */
const patienceMs = 120_000;
const wanted = process.argv.slice(2);
const looks = {
  light: {viewport: {width: 1360, height: 850}, colorScheme: 'light'},
  dark: {viewport: {width: 1360, height: 850}, colorScheme: 'dark'},
  narrow: {viewport: {width: 390, height: 844}, colorScheme: 'light'},
  'narrow-dark': {viewport: {width: 390, height: 844}, colorScheme: 'dark'},
} as const;

async function main(): Promise<void> {
  await mkdir(folder, {recursive: true});
  const server = await startFreshCatalog();
  const browser = await launch();
  try {
    const context = await browser.newContext(looks.light);
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    const inEachLook = async (name: string) => {
      for (const [look, {viewport, colorScheme}] of [
        ...Object.entries(looks),
        ['light', looks.light] as const,
      ]) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({colorScheme});
        await picture(page, `${name}-${look}`);
      }
    };
    await page.goto(`${server.url}/login.jsp`);
    await inEachLook('login');
    await page.fill('#user', 'admin');
    await page.fill('#password', 'wrong');
    await page.press('#password', 'Enter');
    await page.getByRole('alert').filter({hasText: /\S/}).waitFor();
    await inEachLook('login-refused');
    await page.goto(`${server.url}/apidocs/`);
    await page.getByRole('heading').first().waitFor();
    await inEachLook('api');
    await logIn(page, server.url);
    await inEachLook('empty');
    await page.goto(`${server.url}/n/index.html#!/search`);
    await page.getByRole('button', {name: 'Load sample data'}).click();
    await page.getByRole('heading', {name: /results/}).waitFor({timeout: 60_000});
    const guids = new Map<string, string>();
    const takeThose = async (isExtreme: boolean) => {
      const those = views.filter(
        view => (view.isExtreme === true) === isExtreme && isWanted(view.name),
      );
      if (isExtreme && those.length > 0) await saveExtremes(server.url, guids);
      for (const [look, options] of Object.entries(looks)) {
        if (those.length > 0)
          await takeAll(await browser.newContext(options), server.url, look, those, guids);
      }
    };
    await takeThose(false);
    await takeThose(true);
  } finally {
    await browser.close();
    await server.stop();
  }
  const editor = await launch();
  try {
    await takeEditor(editor, looks, isWanted, picture);
  } finally {
    await editor.close();
  }
  console.log(`Pictures are in ${folder}`);
}

function isWanted(name: string): boolean {
  return wanted.length === 0 || wanted.some(part => name.includes(part));
}

async function takeAll(
  context: BrowserContext,
  url: string,
  look: string,
  those: readonly View[],
  guids: Map<string, string>,
): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  page.on(
    'console',
    message =>
      message.type() === 'error' && console.log(`${look}: ${page.url()}: ${message.text()}`),
  );
  page.on('pageerror', error => console.log(`${look}: ${page.url()}: ${error.message}`));
  await logIn(page, url);
  for (const {name, hash, act} of those) {
    const address = await filled(url, hash, guids);
    await page.goto('about:blank');
    await page.goto(`${url}/n/index.html${address}`);
    await drawn(page).catch(() => console.log(`${look}: ${name} was not drawn`));
    await act?.(page);
    await picture(page, `${name}-${look}`);
    await page.unrouteAll({behavior: 'ignoreErrors'});
  }
  await context.close();
}

async function picture(page: Page, name: string): Promise<void> {
  // What was clicked has to fade in.
  await page.waitForTimeout(400);
  await page.screenshot({path: join(folder, `${name}.png`)});
}

async function filled(url: string, hash: string, guids: Map<string, string>): Promise<string> {
  const [whole, typeName, name] = /<(\w+):([^>]+)>/.exec(hash) ?? [];
  if (whole === undefined) return hash;
  const key = `${typeName}:${name}`;
  if (!guids.has(key)) {
    const {json} = await ask(
      `${url}/api/meta/v2/entity/uniqueAttribute/type/${typeName}/header?attr:qualifiedName=${name}@sample`,
    );
    guids.set(key, (json as {guid: string}).guid);
  }
  return hash.replace(whole, guids.get(key) ?? '');
}

if (wanted.length === 0) await rm(folder, {recursive: true, force: true});
await main();
