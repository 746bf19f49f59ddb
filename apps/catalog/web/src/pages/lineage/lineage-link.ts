// The view of a lineage and its address. All that somebody chooses is in the address, so that a
// link shows a colleague the same picture and the browser's way back takes a step back.
import {addressTexts} from '../../address-texts.ts';
import {wholeNumber} from '../../whole-number.ts';
import type {Side} from '../../graph/flow.ts';

/** That so many relations of a node are to be shown. */
export type Wanted = {readonly guid: string; readonly side: Side; readonly limit: number};
/** That what lies behind a node is put away. */
export type Fold = {readonly guid: string; readonly side: Side};

/** A classification of the root that propagated from another entity. */
export type Propagated = {readonly name: string; readonly source: string};

/** All that somebody has chosen to see of a lineage; the address carries it. */
export type LineageView = {
  readonly direction: 'BOTH' | 'INPUT' | 'OUTPUT';
  /** Hops from data set to data set; 0: all. */
  readonly depth: number;
  /** Relations of each node at first. */
  readonly relations: number;
  readonly isWithProcesses: boolean;
  readonly isWithDeleted: boolean;
  readonly isWithColumns: boolean;
  /** As it was at this time (epoch ms); undefined: as it is. */
  readonly asOf: number | undefined;
  readonly show: 'graph' | 'table' | 'impact';
  /** What is chosen of the facets of the impact, as `writeFacets` writes it. */
  readonly facets: string | undefined;
  /** The column whose way is drawn. */
  readonly column: string | undefined;
  /** The node whose details are open and whose ways are lit. */
  readonly node: string | undefined;
  /** Only what lies between the start and this node. */
  readonly path: string | undefined;
  /** The classification, and where it is assigned, whose way to the root is drawn and lit. */
  readonly tag: Propagated | undefined;
  readonly more: readonly Wanted[];
  readonly folds: readonly Fold[];
};

/** Short, because addresses with many opened nodes get long. */
const names = [
  'direction',
  'depth',
  'relations',
  'hide',
  'level',
  'asOf',
  'view',
  'facets',
  'column',
  'node',
  'path',
  'tag',
  'more',
  'fold',
] as const;
/** The same as texts of an address; what is as usual is left out. */
export type LineageSearch = {readonly [Name in (typeof names)[number]]?: string | undefined};

/** Steps to either side that the page offers; 0 stands for all there are. */
export const depths = [1, 2, 3, 5, 10, 0] as const;
/** Relations of one entity that are loaded at first; the rest is counted, and comes with “more”. */
export const relationCounts = [5, 10, 25, 100, 1000] as const;
/** What is as usual is left out, so changing one of these changes what old links show. */
const usual = {direction: 'BOTH', depth: 3, relations: 10} as const;

/** Anything else in the address is not ours. */
export function readLineageSearch(search: Readonly<Record<string, unknown>>): LineageSearch {
  return addressTexts(names, search);
}

/**
 * What an address asks to see. What it does not say, or says in a way that makes no sense, is as
 * usual.
 */
export function viewOf(search: LineageSearch): LineageView {
  const hidden = new Set(search.hide?.split(','));
  const {direction} = search;
  return {
    direction: direction === 'INPUT' || direction === 'OUTPUT' ? direction : usual.direction,
    // A number that makes no sense counts as none.
    depth: wholeNumber(search.depth, 0, 1000) ?? usual.depth,
    relations: wholeNumber(search.relations, 1, 1000) ?? usual.relations,
    isWithProcesses: !hidden.has('processes'),
    isWithDeleted: !hidden.has('deleted'),
    isWithColumns: search.level === 'columns',
    asOf: wholeNumber(search.asOf, 0, Number.MAX_SAFE_INTEGER),
    show: search.view === 'table' || search.view === 'impact' ? search.view : 'graph',
    facets: search.facets,
    column: search.column,
    node: search.node,
    path: search.path,
    tag: propagatedOf(search.tag),
    // An entry that cannot be read is dropped alone.
    more: listOf(search.more).flatMap(([guid, side, limit]) => {
      const count = wholeNumber(limit, 1, 100_000);
      return guid !== undefined && isSide(side) && count !== undefined
        ? [{guid, side, limit: count}]
        : [];
    }),
    folds: listOf(search.fold).flatMap(([guid, side]) =>
      guid !== undefined && isSide(side) ? [{guid, side}] : [],
    ),
  };
}

/**
 * The address of a view: the shortest that says the same, so that a link to the usual view has no
 * parameters.
 */
export function searchOf(view: LineageView): LineageSearch {
  // What is hidden and not what is shown: by default everything is.
  const hide = [
    view.isWithProcesses ? '' : 'processes',
    view.isWithDeleted ? '' : 'deleted',
  ].filter(Boolean);
  return readLineageSearch({
    direction: view.direction === usual.direction ? '' : view.direction,
    depth: view.depth === usual.depth ? '' : view.depth,
    relations: view.relations === usual.relations ? '' : view.relations,
    hide: hide.join(','),
    level: view.isWithColumns ? 'columns' : '',
    asOf: view.asOf,
    view: view.show === 'graph' ? '' : view.show,
    facets: view.facets,
    column: view.column,
    node: view.node,
    path: view.path,
    // A dot between, which guids do not have.
    tag: view.tag && `${view.tag.name}.${view.tag.source}`,
    more: view.more.map(({guid, side, limit}) => `${guid}.${side}.${limit}`).join(','),
    fold: view.folds.map(({guid, side}) => `${guid}.${side}`).join(','),
  });
}

/**
 * With so many relations of a node instead of those that were wanted of it before; what was put
 * away there comes back. Asking for more of a side shows that somebody wants to see it.
 */
export function withMore(view: LineageView, wanted: readonly Wanted[]): LineageView {
  const isAt = (one: Fold) => wanted.some(({guid, side}) => one.guid === guid && one.side === side);
  return {
    ...view,
    more: [...view.more.filter(one => !isAt(one)), ...wanted],
    folds: view.folds.filter(one => !isAt(one)),
  };
}

/** The same view with what lies behind one side of an entity put away, or shown again. */
export function withFold(view: LineageView, fold: Fold, isFolded: boolean): LineageView {
  const others = view.folds.filter(one => one.guid !== fold.guid || one.side !== fold.side);
  return {...view, folds: isFolded ? [...others, fold] : others};
}

/**
 * Neighbours of a node that are drawn at one side; the others are a stack. The largest counts:
 * wanting fewer than at first is not offered.
 */
export function limitAt(
  {relations, more}: Pick<LineageView, 'relations' | 'more'>,
  guid: string,
  side: Side,
): number {
  return Math.max(
    relations,
    ...more.filter(one => one.guid === guid && one.side === side).map(one => one.limit),
  );
}

function isSide(text: string | undefined): text is Side {
  return text === 'in' || text === 'out';
}

/** Names of classifications may have dots, guids have none. */
function propagatedOf(text = ''): Propagated | undefined {
  const dot = text.lastIndexOf('.');
  const [name, source] = [text.slice(0, Math.max(0, dot)), text.slice(dot + 1)];
  return name === '' || source === '' ? undefined : {name, source};
}

/** `guid.side.limit,guid.side.limit`. */
function listOf(text: string | undefined): readonly (readonly string[])[] {
  return (text ?? '')
    .split(',')
    .filter(part => part !== '')
    .map(part => part.split('.'));
}
