import type {ValuesOf} from '@gazetteer/kernel';
import {choice, id, list, optional, wholeNumber} from '@gazetteer/kernel/fields';
import {AppError} from '@gazetteer/model';
import type {Column} from '../../engine/column.ts';
import {columnKind} from '../../engine/column-kind.ts';
import {rowsOf} from '../formats/result-format.ts';
import {ask} from './ask-result.ts';
import {
  changes,
  type Comparison,
  countsSql,
  differencesSql,
  differingRowsSql,
  onlyRowSql,
  type Pair,
  repeatedSql,
} from './compare-sql.ts';
import {readColumn} from './question.ts';
import type {Prepared} from './result-analyses.ts';

const maxCells = 500_000;
const maxRows = 5000;
const maxKeys = 50;

export const comparisonFields = {
  other: {...id, description: 'Statement of the earlier result, or a share of it'},
  keys: optional(
    list('Places of the columns that rows are found again by; without any, all that both have'),
  ),
  change: optional(
    choice('Selects one kind of rows; without it all that differ are listed', changes),
  ),
  from: wholeNumber('Place of the first row among those that differ, from 0', {default: 0}),
  count: wholeNumber('How many at most', {max: maxRows, default: 100}),
};

/**
 * What has changed from one result to another: rows that were added and removed, and cells of rows
 * that both have. @throws AppError
 */
export async function compareResults(
  now: Prepared,
  before: Prepared,
  {change, from, count, keys}: Omit<ValuesOf<typeof comparisonFields>, 'other'>,
): Promise<object> {
  for (const {isWhole, rowCount} of [now, before]) {
    if (isWhole) continue;
    const text = `Only the first ${rowCount} rows of a result are here, which is too few to compare.`;
    throw new AppError('CONFLICT', [text]);
  }
  const comparison = readComparison(now.columns, before.columns, keys ?? [], before.uuid);
  const list = differencesSql(comparison);
  const counted = await ask(now, {list, ask: countsSql});
  const [kinds = [], counts = []] = counted.page.columns;
  const countOf = (kind: (typeof changes)[number]) => Number(counts[kinds.indexOf(kind)] ?? 0);
  const [changed, added, removed] = [countOf('changed'), countOf('added'), countOf('removed')];
  // As a list, which is kept: it's the same for all pages.
  const repeated = await ask(now, {list: repeatedSql(comparison), ask: onlyRowSql});
  const wanted: readonly (typeof changes)[number][] = change === undefined ? changes : [change];
  const width = now.columns.length + comparison.pairs.length;
  const most = Math.max(1, Math.min(count, Math.floor(maxCells / Math.max(1, width))));
  return {
    columns: now.columns.map(({name, type}) => ({name, type, comment: '', ...columnKind(type)})),
    onlyNow: unpaired(now.columns, comparison.pairs, 'now'),
    onlyBefore: unpaired(before.columns, comparison.pairs, 'before'),
    keys: comparison.keys.map(pair => pair.now),
    changed,
    added,
    removed,
    same: now.rowCount - changed - added,
    repeated: Number(repeated.page.columns[0]?.[0] ?? 0),
    from,
    total: wanted.reduce((sum, kind) => sum + countOf(kind), 0),
    rows: await rowsFrom(now, comparison, list, {wanted, from, count: most}),
  };
}

async function rowsFrom(
  now: Prepared,
  comparison: Comparison,
  list: ReturnType<typeof differencesSql>,
  {wanted, from, count}: {wanted: readonly string[]; from: number; count: number},
): Promise<object[]> {
  const question = {list, ask: differingRowsSql(comparison, wanted, from, count)};
  const {page} = await ask(now, question);
  const [kinds = [], marks = [], ...cells] = page.columns;
  const {pairs, before} = comparison;
  const width = now.columns.length;
  const {rowCount} = page;
  const later = rowsOf({columns: cells.slice(0, width), rowCount}, now.columns, 'json');
  const ones = pairs.map(pair => before[pair.before] ?? {name: '', type: ''});
  const earlier = rowsOf({columns: cells.slice(width), rowCount}, ones, 'json');
  return kinds.map((change, n) => {
    // Cells of the earlier row stand at the places of the later one.
    const old = now.columns.map((): unknown => null);
    for (const [i, pair] of pairs.entries()) old[pair.now] = earlier[n]?.[i] ?? null;
    if (change === 'added') return {change, cells: later[n], changed: []};
    if (change === 'removed') return {change, cells: old, changed: []};
    const changed = pairs.flatMap(({now}, i) => (String(marks[n])[i] === '1' ? [now] : []));
    return {change, cells: later[n], changed, before: changed.map(place => old[place])};
  });
}

/** Columns are the same by their names, of equal ones the first with the first. */
function readComparison(
  now: readonly Column[],
  before: readonly Column[],
  given: readonly unknown[],
  other: string,
): Comparison {
  const places = new Map<string, number[]>();
  for (const [place, {name}] of before.entries())
    places.set(name.toLowerCase(), [...(places.get(name.toLowerCase()) ?? []), place]);
  const pairs = now.flatMap(({name}, place): Pair[] => {
    const found = places.get(name.toLowerCase())?.shift();
    return found === undefined ? [] : [{now: place, before: found}];
  });
  if (pairs.length === 0)
    throw new AppError('BAD_REQUEST', ['The results have no column in common.']);
  if (given.length > maxKeys)
    throw new AppError('BAD_REQUEST', [`There are at most ${maxKeys} keys.`]);
  const keys = given.map(one => {
    const place = readColumn(one, now);
    const pair = pairs.find(pair => pair.now === place);
    if (pair !== undefined) return pair;
    throw new AppError('BAD_REQUEST', [`The earlier result has no column ${now[place]?.name}.`]);
  });
  return {other, now, before, pairs, keys: keys.length === 0 ? pairs : keys};
}

function unpaired(columns: readonly Column[], pairs: readonly Pair[], side: keyof Pair): string[] {
  const paired = new Set(pairs.map(pair => pair[side]));
  return columns.flatMap(({name}, place) => (paired.has(place) ? [] : [name]));
}
