// What is drawn and where, as data. The picture on the page, the table beside it and the files are
// all made from one scene, so that they cannot differ.
import {isManual, qualityOf, trustOf} from '@gazetteer/model/asset';
import type {EntityHeader, ObjectRef} from '../../api/wire.ts';
import {typeLabel} from '../../entity/display-name.ts';
import {nameOf} from '../../entity/name-of.ts';
import type {Column, ColumnWays} from './column-ways.ts';
import {type Flow, flowOf, neighboursOf, reach, type Side} from '../../graph/flow.ts';
import {layOut, type Picture, type PlacedNode, type Point} from '../../graph/layout/layout.ts';
import type {NodeKind, VisibleGraph, VisibleNode} from './visible-graph.ts';

/**
 * One node as it is drawn. It has all that any of its drawings needs; nothing is looked up while
 * drawing.
 */
export type Card = {
  readonly guid: string;
  readonly kind: NodeKind;
  readonly typeName: string;
  readonly name: string;
  /** What it belongs to, or its type. */
  readonly caption: string;
  readonly isDeleted: boolean;
  /** Whether somebody has put it there. */
  readonly isByHand?: boolean;
  /** Certified, Deprecated or the like, where it was said. */
  readonly certification?: string | undefined;
  /** How its checks ended, where it has any. */
  readonly checks?: string | undefined;
  readonly classifications: readonly string[];
  readonly rows: readonly Column[];
  /** Undefined for tables that are there only because of their columns, and of stacks. */
  readonly node: VisibleNode | undefined;
  /** Of a stack: whose neighbours it stands for. */
  readonly stack?: Stack;
};

export type Stack = {
  readonly owner: Card;
  readonly side: Side;
  readonly count: number;
};

export type Line = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly points: readonly Point[];
  /** Of columns: whether only somebody's hand has put it there. */
  readonly isByHand?: boolean;
};

export type Scene = {
  readonly base: string;
  readonly cards: ReadonlyMap<string, Card>;
  readonly places: ReadonlyMap<string, PlacedNode>;
  readonly lines: readonly Line[];
  readonly columnLines: readonly Line[];
  /** With those to stacks. */
  readonly flows: readonly Flow[];
};

/**
 * In pixels. The layout needs them before anything is drawn, so they stand here and not in the
 * style sheet, which has to keep to them:
 * `tags` is the line of classifications, `row` one column, `rowsEnd` what is below the last one.
 */
export const sizes = {
  data: {width: 200, height: 52},
  process: {width: 132, height: 36},
  junction: {width: 16, height: 16},
  stack: {width: 200, height: 52},
  tags: 24,
  row: 24,
  rowsEnd: 4,
} as const;

/** Where each thing that is seen stands. */
export function sceneOf(
  visible: VisibleGraph,
  columns: ColumnWays,
  owners: ReadonlyMap<string, ObjectRef>,
): Scene {
  const cards = new Map<string, Card>();
  for (const node of visible.nodes.values()) cards.set(node.guid, cardOf(node, columns, owners));
  for (const [guid, table] of columns.tables)
    // Tables that only their columns have brought.
    if (!cards.has(guid)) cards.set(guid, cardOfTable(table, columns));
  const flows = [...visible.flows, ...flowsOfAdded(visible, columns)];
  // After all cards are known, since a stack hangs where some neighbours are drawn.
  for (const stack of stacksOf([...cards.values()], flows)) {
    const {guid, stack: of} = stack;
    cards.set(guid, stack);
    if (of !== undefined)
      flows.push(of.side === 'in' ? flowOf(guid, of.owner.guid) : flowOf(of.owner.guid, guid));
  }
  // The layout knows sizes and lines, and nothing of entities.
  const boxes = [...cards.values()].map(card => ({id: card.guid, ...sizeOf(card)}));
  const picture = layOut(boxes, flows, visible.base);
  return {
    base: visible.base,
    cards,
    places: picture.places,
    flows,
    lines: flows.flatMap(({id, from, to}) => {
      const points = picture.routes.get(id);
      return points === undefined ? [] : [{id, from, to, points}];
    }),
    columnLines: columnLinesOf(columns, cards, picture),
  };
}

function cardOf(
  node: VisibleNode,
  columns: ColumnWays,
  owners: ReadonlyMap<string, ObjectRef>,
): Card {
  const {guid, header, kind} = node;
  const owner = owners.get(guid)?.displayText;
  return {
    guid,
    kind,
    typeName: header.typeName,
    name: nameOf(header),
    caption:
      owner === undefined
        ? typeLabel(header.typeName)
        : `${typeLabel(header.typeName)} of ${owner}`,
    isDeleted: header.status === 'DELETED',
    certification: trustOf(header).certification,
    checks: qualityOf(header)?.checks,
    isByHand: isManual(header),
    classifications: kind === 'data' ? namesOf(header) : [],
    rows: kind === 'data' ? (columns.rows.get(guid) ?? []) : [],
    node,
  };
}

/** Own ones and propagated ones may have the same name. */
function namesOf({classificationNames}: EntityHeader): readonly string[] {
  return [...new Set(classificationNames)].sort((a, b) => a.localeCompare(b));
}

function cardOfTable(
  {guid, typeName, displayText, entityStatus}: ObjectRef,
  columns: ColumnWays,
): Card {
  return {
    guid,
    kind: 'data',
    typeName,
    name: displayText ?? guid,
    caption: typeLabel(typeName),
    isDeleted: entityStatus === 'DELETED',
    classifications: [],
    rows: columns.rows.get(guid) ?? [],
    node: undefined,
  };
}

/** No guid has a colon. */
const stackMark = 'stack:';

/** Whether a card stands for others that are not drawn. */
export function isStack(guid: string): boolean {
  return guid.startsWith(stackMark);
}

/** How many relations of a card are at one side and not drawn. */
export function total({node}: Card, side: Side): number {
  return node?.moreAt[side].reduce((sum, {count}) => sum + count, 0) ?? 0;
}

/**
 * A card for what a node has more of than is drawn. Where nothing is drawn yet there is none: the
 * node ends at the depth, and a button of its own loads what follows.
 */
function stacksOf(cards: readonly Card[], flows: readonly Flow[]): readonly Card[] {
  const neighbours = neighboursOf(
    cards.map(card => card.guid),
    flows,
  );
  const byGuid = new Map(cards.map(card => [card.guid, card]));
  return cards.flatMap(owner =>
    (['in', 'out'] as const).flatMap((side): Card[] => {
      const count = total(owner, side);
      const shown = (neighbours.get(owner.guid)?.[side] ?? []).flatMap(
        guid => byGuid.get(guid) ?? [],
      );
      if (count === 0 || shown.length === 0) return [];
      return [
        {
          guid: `${stackMark}${side}:${owner.guid}`,
          kind: 'stack',
          typeName: shown[0]?.typeName ?? '',
          name: `${count.toLocaleString()} more ${nounOf(shown, count)}`,
          caption: 'Search and filter',
          isDeleted: false,
          classifications: [],
          rows: [],
          node: undefined,
          stack: {owner, side, count},
        },
      ];
    }),
  );
}

/**
 * What a stack has, by the neighbours that are drawn beside it: “tables” where all are. The word
 * that people use for most of them; nobody knows what the others are.
 */
function nounOf(shown: readonly Card[], count: number): string {
  const nouns = new Set(
    shown.map(({kind, typeName}) =>
      kind === 'data' ? (typeLabel(typeName).split(' ').at(-1) ?? '').toLowerCase() : 'process',
    ),
  );
  const [noun = ''] = nouns;
  const one = nouns.size === 1 && noun !== '' ? noun : 'data set';
  if (count === 1) return one;
  // Type names are English, and so is the page.
  return /(s|x|ch|sh)$/.test(one) ? `${one}es` : `${one.replace(/([^aeiou])y$/, '$1ie')}s`;
}

/** How much room a card takes with all that it shows. */
export function sizeOf({kind, classifications, rows}: Card): {
  readonly width: number;
  readonly height: number;
} {
  const {width, height} = sizes[kind];
  const tags = classifications.length > 0 ? sizes.tags : 0;
  return {
    width,
    height: height + tags + (rows.length > 0 ? rows.length * sizes.row + sizes.rowsEnd : 0),
  };
}

/**
 * From table to table, of tables that only their columns have brought: without it they would stand
 * anywhere.
 */
function flowsOfAdded(visible: VisibleGraph, {flows, tableOf}: ColumnWays): readonly Flow[] {
  const found = new Map<string, Flow>();
  for (const flow of flows) {
    const [from, to] = [tableOf.get(flow.from) ?? '', tableOf.get(flow.to) ?? ''];
    // Inside one table no line is needed, and between two known ones it is there.
    if (from === to || (visible.nodes.has(from) && visible.nodes.has(to))) continue;
    found.set(flowOf(from, to).id, flowOf(from, to));
  }
  return [...found.values()];
}

function columnLinesOf(
  columns: ColumnWays,
  cards: ReadonlyMap<string, Card>,
  picture: Picture,
): readonly Line[] {
  return columns.flows.flatMap(({id, from, to, isByHand}) => {
    const [left, right] = [
      rowPlace(from, columns, cards, picture),
      rowPlace(to, columns, cards, picture),
    ];
    // The row may be of a table that is not drawn.
    if (left === undefined || right === undefined || left.table === right.table) return [];
    const points: Point[] = [
      // From the right edge of one to the left edge of the other, as data goes.
      [left.x + left.width, left.y],
      [right.x, right.y],
    ];
    return [{id, from, to, points, isByHand}];
  });
}

function rowPlace(
  column: string,
  columns: ColumnWays,
  cards: ReadonlyMap<string, Card>,
  picture: Picture,
) {
  const table = columns.tableOf.get(column) ?? '';
  const place = picture.places.get(table);
  const card = cards.get(table);
  const n = card?.rows.findIndex(row => row.guid === column) ?? -1;
  if (place === undefined || card === undefined || n < 0) return undefined;
  // From the bottom: what stands above the rows differs from card to card.
  const top = place.y + place.height - sizes.rowsEnd - card.rows.length * sizes.row;
  return {table, x: place.x, width: place.width, y: top + (n + 0.5) * sizes.row};
}

/**
 * What lies before and behind a node, with itself; lines of it connect two of them on one side. Two
 * sets, because a line between something before and something behind is not lit.
 */
export type Lit = {readonly before: ReadonlySet<string>; readonly behind: ReadonlySet<string>};

/**
 * What is lit while somebody points at a thing: all that flows into it and all that comes of it, of
 * what is drawn.
 */
export function litBy(guid: string, ids: Iterable<string>, flows: readonly Flow[]): Lit {
  const neighbours = neighboursOf(ids, flows);
  return {before: reach(neighbours, guid, 'in'), behind: reach(neighbours, guid, 'out')};
}

/** What is lit of a path: its nodes, and lines between any two of them. */
export function litPath(guids: readonly string[]): Lit {
  return {before: new Set(guids), behind: new Set()};
}

/**
 * Lines are lit inside one half only: one that goes past the thing, from before to behind it, is
 * not on its way.
 */
export function isLit(
  {before, behind}: Lit,
  {from, to}: {readonly from: string; readonly to: string},
): boolean {
  return (before.has(from) && before.has(to)) || (behind.has(from) && behind.has(to));
}
