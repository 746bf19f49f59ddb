import type {Page} from './sql-engine.ts';

/** Rows of a page from one place up to another. */
export type PagePart = {readonly page: Page; readonly from: number; readonly to: number};

/**
 * Rows of several pages, one behind the other. Their values are made when somebody asks for them,
 * not for whoever passes them on.
 */
export class PageParts implements Page {
  readonly parts: readonly PagePart[];
  readonly rowCount: number;

  constructor(parts: readonly PagePart[]) {
    this.parts = parts;
    this.rowCount = parts.reduce((sum, {from, to}) => sum + to - from, 0);
  }

  static of(page: Page): PageParts {
    return page instanceof PageParts ? page : new PageParts([{page, from: 0, to: page.rowCount}]);
  }

  get columns(): readonly (readonly unknown[])[] {
    const slices = this.parts.map(({page, from, to}) =>
      page.columns.map(values => values.slice(from, to)),
    );
    return slices[0]?.map((_, column) => slices.flatMap(part => part[column] ?? [])) ?? [];
  }
}
