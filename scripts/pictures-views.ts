import type {Page} from 'playwright-core';

/** A picture, and how to come to what it shows. */
export type View = {
  readonly name: string;
  readonly path: string;
  readonly act?: (page: Page) => Promise<unknown>;
  /** What it shows is not there in a narrow window. */
  readonly isWide?: true;
};

/**
 * Writes on a new sheet, runs it, and waits; the sheets before it are closed, so that pictures do
 * not fill with them.
 */
export function onSheet(
  text: string,
  shown: (page: Page) => Promise<unknown>,
  run: 'Control+Enter' | 'Control+Shift+Enter' = 'Control+Enter',
): (page: Page) => Promise<void> {
  return async page => {
    await page.locator('.cm-content').press('Control+e');
    const close = page.getByRole('button', {name: 'Close this tab'});
    for (const tab of (await page.getByRole('tablist', {name: 'Tabs'}).getByRole('tab').all())
      .slice(0, -1)
      .toReversed()) {
      await tab.click();
      await close.click();
    }
    await page.locator('.cm-content').click();
    await page.keyboard.insertText(text);
    await page.locator('.cm-content').press(run);
    await shown(page);
  };
}
