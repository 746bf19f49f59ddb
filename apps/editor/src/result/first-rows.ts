import type {EditorConfig} from '../config/editor-config.ts';
import type {Page} from '../engine/sql-engine.ts';

/** `[beeswax] download_row_limit`: undefined where downloads have all rows. */
export function downloadLimitOf({beeswax}: Pick<EditorConfig, 'beeswax'>): number | undefined {
  return beeswax.download_row_limit < 0 ? undefined : beeswax.download_row_limit;
}

/**
 * The first rows of pages, and none of the pages behind them is asked for.
 * @param onCut called once where there are more
 */
export async function* firstRows(
  pages: AsyncIterable<Page>,
  count: number,
  onCut: () => void,
): AsyncGenerator<Page> {
  let left = count;
  for await (const page of pages) {
    if (page.rowCount > left) {
      onCut();
      if (left > 0)
        yield {columns: page.columns.map(values => values.slice(0, left)), rowCount: left};
      return;
    }
    yield page;
    left -= page.rowCount;
  }
}
