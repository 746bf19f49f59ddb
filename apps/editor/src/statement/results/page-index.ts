import {PackedPage} from '../../engine/packed-page.ts';
import {PageParts} from '../../engine/page-parts.ts';

export type IndexedPage<Place> = {
  readonly firstRow: number;
  readonly rowCount: number;
  /** Bytes. */
  readonly length: number;
  readonly place: Place;
};

/** The pages of a result by their rows. */
export class PageIndex<Place> {
  readonly #pages: IndexedPage<Place>[] = [];
  readonly #load: (page: IndexedPage<Place>) => Promise<PackedPage>;
  /** The page read last: clients take a page of a server in many small ones. */
  #last: {readonly of: IndexedPage<Place>; readonly page: PackedPage} | undefined;

  constructor(load: (page: IndexedPage<Place>) => Promise<PackedPage>) {
    this.#load = load;
  }

  get rowCount(): number {
    const last = this.#pages.at(-1);
    return last === undefined ? 0 : last.firstRow + last.rowCount;
  }

  get rowBytes(): number | undefined {
    const last = this.#pages.at(-1);
    return last && last.length / last.rowCount;
  }

  /** @param page its values, where they are at hand */
  add(rowCount: number, length: number, place: Place, page?: PackedPage): void {
    const added = {firstRow: this.rowCount, rowCount, length, place};
    this.#pages.push(added);
    if (page !== undefined) this.#last = {of: added, page};
  }

  /** Rows from `first` on, at most `count`, of one page. */
  async read(first: number, count: number): Promise<PageParts> {
    const found = this.#pageWith(first);
    if (found === undefined) return new PageParts([]);
    const from = first - found.firstRow;
    const to = Math.min(from + count, found.rowCount);
    return new PageParts([{page: await this.#pageOf(found), from, to}]);
  }

  async lastPage(): Promise<{readonly firstRow: number; readonly page: PackedPage} | undefined> {
    const last = this.#pages.at(-1);
    return last && {firstRow: last.firstRow, page: await this.#pageOf(last)};
  }

  behind(count: number): readonly IndexedPage<Place>[] {
    return this.#pages.slice(count);
  }

  async #pageOf(found: IndexedPage<Place>): Promise<PackedPage> {
    if (this.#last?.of === found) return this.#last.page;
    const page = await this.#load(found);
    this.#last = {of: found, page};
    return page;
  }

  #pageWith(row: number): IndexedPage<Place> | undefined {
    let [low, high] = [0, this.#pages.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const {firstRow, rowCount} = this.#pages[middle] as IndexedPage<Place>;
      if (firstRow + rowCount <= row) low = middle + 1;
      else high = middle;
    }
    return this.#pages[low];
  }
}
