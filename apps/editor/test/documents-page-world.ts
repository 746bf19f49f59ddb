// Saved queries in a real browser: what their suites share.
import {createHash} from 'node:crypto';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Page} from 'playwright-core';
import {startEditorProcess} from './editor-process.ts';
import {usePages} from './page-fixture.ts';

const users = {admin: 'ADMIN', ben: 'ANALYST', cleo: 'ANALYST'};

/**
 * Inside of a suite: an editor with its embedded engine, and some people on it.
 * @param argv more options
 */
export function useDocuments(...argv: readonly string[]) {
  const world = usePages(async () => {
    const data = await mkdtemp(join(tmpdir(), 'gazetteer-documents-'));
    const hash = (name: string) => createHash('sha256').update(name).digest('hex');
    const lines = Object.entries(users).map(([name, group]) => `${name}=${group}::${hash(name)}\n`);
    await writeFile(join(data, 'users-credentials.properties'), lines.join(''));
    const editor = await startEditorProcess(['editor', '--data', data, ...argv]);
    const stop = async () => {
      await editor.stop();
      await rm(data, {recursive: true, force: true});
    };
    return {url: editor.url, stop};
  });
  const button = (name: string, page: Page = world.page) =>
    page.getByRole('button', {name, exact: true});
  const dialog = (name: string, page: Page = world.page) => page.getByRole('dialog', {name});
  const saveKey = async (page: Page = world.page) =>
    await page.locator('.cm-content').press('Control+s');
  const menu = async (row: string, item: string, page: Page = world.page) => {
    await page.getByRole('button', {name: `More about ${row}`, exact: true}).click();
    await page.getByRole('menuitem', {name: item, exact: true}).click();
  };
  const toList = async (page: Page = world.page) => {
    await page.getByRole('link', {name: 'Saved queries', exact: true}).click();
    await page.getByRole('heading', {name: 'Saved queries', exact: true}).waitFor();
  };
  return {world, button, dialog, saveKey, menu, toList};
}
