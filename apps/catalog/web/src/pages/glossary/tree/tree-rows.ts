import type {Glossary, RelatedCategory} from '../../../api/wire.ts';
import type {View} from '../glossary-link.ts';
import type {TermList} from '../queries.ts';

type Placed = {
  /** One of its kind in the tree: a term may stand in several categories. */
  readonly key: string;
  /** From 1. */
  readonly level: number;
  /** From 1, among those below the same. */
  readonly place: number;
  readonly size: number;
  readonly parent: string | undefined;
};

/**
 * A line of the tree. Terms are known by their place in a list, since of a long list only the parts
 * in sight are read.
 */
export type TreeRow =
  | (Placed & {
      readonly kind: 'glossary' | 'category';
      readonly guid: string;
      readonly label: string;
      readonly count: number;
      readonly canOpen: boolean;
      readonly isOpen: boolean;
    })
  | (Placed & {readonly kind: 'term'; readonly list: TermList; readonly index: number})
  | (Placed & {readonly kind: 'hit'; readonly index: number})
  /** Where categories will be that are not read yet. */
  | (Placed & {readonly kind: 'waiting'; readonly guid: string});

export type TreeState = {
  readonly glossaries: readonly Glossary[];
  readonly view: View;
  /** Keys of the lines that are open. */
  readonly open: ReadonlySet<string>;
  /** Of a glossary; undefined as long as they are not read. */
  readonly categoriesOf: (glossaryGuid: string) => readonly RelatedCategory[] | undefined;
};

/** The lines of the tree from top to bottom, as far as it is open. */
export function treeRows({glossaries, view, open, categoriesOf}: TreeState): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  glossaries.forEach(({guid, name, termCount = 0, categoryCount = 0}, n) => {
    // Which of both the view counts decides whether the line can open.
    const count = view === 'term' ? termCount : categoryCount;
    const isOpen = count > 0 && open.has(guid);
    const placed = {key: guid, level: 1, place: n + 1, size: glossaries.length, parent: undefined};
    rows.push({
      ...placed,
      kind: 'glossary',
      guid,
      label: name ?? guid,
      count,
      canOpen: count > 0,
      isOpen,
    });
    if (!isOpen) return;
    if (view === 'term')
      addTerms(rows, {of: 'glossary', guid}, {key: guid, level: 1}, {count: termCount, before: 0});
    else addCategories(rows, guid, categoriesOf(guid), open);
  });
  return rows;
}

type Above = {readonly key: string; readonly level: number};

function addCategories(
  rows: TreeRow[],
  glossaryGuid: string,
  categories: readonly RelatedCategory[] | undefined,
  open: ReadonlySet<string>,
): void {
  // One line stands for them, so that the tree shows at once that it opened.
  if (categories === undefined) {
    const key = `${glossaryGuid}/waiting`;
    rows.push({
      kind: 'waiting',
      key,
      guid: glossaryGuid,
      level: 2,
      place: 1,
      size: 1,
      parent: glossaryGuid,
    });
    return;
  }
  const below = childrenOf(categories);
  // Categories first, then the terms; both are counted together for screen readers.
  const add = (parent: string, above: Above, terms: number): void => {
    const children = below.get(parent) ?? [];
    children.forEach(({categoryGuid: guid, displayText, termCount = 0}, n) => {
      const canOpen = termCount > 0 || below.has(guid);
      const isOpen = canOpen && open.has(guid);
      const placed = {
        key: guid,
        level: above.level + 1,
        place: n + 1,
        size: children.length + terms,
        parent: above.key,
      };
      rows.push({
        ...placed,
        kind: 'category',
        guid,
        label: displayText ?? guid,
        count: termCount,
        canOpen,
        isOpen,
      });
      if (!isOpen) return;
      const here = {key: guid, level: placed.level};
      add(guid, here, termCount);
      addTerms(rows, {of: 'category', guid}, here, {
        count: termCount,
        before: below.get(guid)?.length ?? 0,
      });
    });
  };
  add('', {key: glossaryGuid, level: 1}, 0);
}

/**
 * By the guid of the one above; empty for those at the top. One whose parent is not among them
 * counts as one at the top: it must not vanish.
 */
export function childrenOf(
  categories: readonly RelatedCategory[],
): ReadonlyMap<string, readonly RelatedCategory[]> {
  const known = new Set(categories.map(one => one.categoryGuid));
  return Map.groupBy(categories, ({parentCategoryGuid: parent}) =>
    parent !== undefined && known.has(parent) ? parent : '',
  );
}

/** Lines without contents: the number of terms is known before any is read. */
function addTerms(
  rows: TreeRow[],
  list: TermList,
  {key, level}: Above,
  {count, before}: {count: number; before: number},
): void {
  for (let index = 0; index < count; index++) {
    rows.push({
      kind: 'term',
      key: termKey(list.guid, index),
      list,
      index,
      level: level + 1,
      place: before + index + 1,
      size: before + count,
      parent: key,
    });
  }
}

/**
 * A term is named by its place, not its guid: the same term stands in several categories, and its
 * row must be one in each.
 */
export function termKey(listGuid: string, index: number): string {
  return `${listGuid}/${index}`;
}

/** What a filter has found, as lines. */
export function hitRows(count: number): readonly TreeRow[] {
  return Array.from({length: count}, (_, index) => ({
    kind: 'hit',
    key: `hit/${index}`,
    index,
    level: 1,
    place: index + 1,
    size: count,
    parent: undefined,
  }));
}

/** The categories from the top down to this one. Ends where a parent is unknown. */
export function pathTo(
  categories: readonly RelatedCategory[],
  guid: string,
): readonly RelatedCategory[] {
  const byGuid = new Map(categories.map(one => [one.categoryGuid, one]));
  const path: RelatedCategory[] = [];
  for (
    let one = byGuid.get(guid);
    one !== undefined;
    one = byGuid.get(one.parentCategoryGuid ?? '')
  )
    path.unshift(one);
  return path;
}
