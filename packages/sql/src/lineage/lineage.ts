import type {Dialect} from '../dialects.ts';
import type {Query, QueryTree} from '../query/query-tree.ts';
import {isSymbol, queryTree, same, word} from '../query/query-tree.ts';
import {filesIn, tablesIn} from '../tables-read.ts';
import {type Token, tokensOf} from '../tokens.ts';
import {assignmentsOf} from './assignments.ts';
import {ColumnSources} from './column-sources.ts';
import type {
  ColumnLineage,
  ColumnsOf,
  Lineage,
  Output,
  TablePath,
  Written,
} from './lineage-parts.ts';
import {headOf, type WriteHead} from './write-head.ts';

/** Nobody writes that by hand, and it takes its time. */
const maxLength = 1_000_000;

/** Tables that a statement names, for whoever asks for their columns first. */
export function tablesOf(statement: string, dialect: Dialect): readonly TablePath[] {
  const found = lineageOf(statement, dialect, () => undefined);
  if (found === undefined) return [];
  const paths = [...found.writes.map(({path}) => path), ...found.reads];
  return [...new Map(paths.map(path => [JSON.stringify(path), path])).values()];
}

/** Undefined for a statement that writes nothing, or of which nothing can be told. */
export function lineageOf(
  statement: string,
  dialect: Dialect,
  columnsOf: ColumnsOf,
): Lineage | undefined {
  const {head, rest = [], tree} = partsOf(statement, dialect) ?? {};
  if (head === undefined || tree === undefined) return undefined;
  const {kind, isTemporary, readPaths, writtenPaths} = head;
  const seesTarget = kind === 'merge' || kind === 'update';
  const sources = new ColumnSources(tree, dialect, columnsOf, seesTarget);
  const groups = head.path === undefined ? groupsOf(tree.queries) : [{queries: tree.queries}];
  const writes = groups.flatMap(({queries, target}): Written[] => {
    const path = head.path ?? target?.path.map(({text}) => text);
    // What follows DIRECTORY is a folder.
    const isFolder = kind === 'insert' && writtenPaths.length > 0;
    if (path === undefined || isFolder) return [];
    if (head.kind === 'load' || head.kind === 'copy')
      return [{path, columns: [], isComplete: false}];
    if (seesTarget)
      return [assignmentsOf({path, tokens: rest, query: queries[0], sources, columnsOf})];
    return [written(path, head, sources.outputs(queries), targetColumns(head, queries), columnsOf)];
  });
  return {
    kind,
    isTemporary,
    writes,
    reads: [...tablesIn(tree), ...head.reads],
    readPaths: [...readPaths, ...filesIn(tree)],
    writtenPaths,
  };
}

type Parts = {
  /** Undefined for what writes nothing. */
  readonly head: WriteHead | undefined;
  /** The tokens of its query, and what they say. */
  readonly rest: readonly Token[];
  readonly tree: QueryTree;
};

/** Undefined for a text that is too long. */
export function partsOf(statement: string, dialect: Dialect): Parts | undefined {
  if (statement.length > maxLength) return undefined;
  const tokens = tokensOf(statement, dialect).filter(({kind}) => kind !== 'comment');
  const head = headOf(tokens);
  const end = head?.kind === 'insert' ? endOfInsert(tokens) : undefined;
  const rest = tokens.slice(head?.queryFrom ?? 0, end);
  return {head, rest, tree: queryTree(rest, statement.length)};
}

/** Where `ON CONFLICT …`, `ON DUPLICATE KEY …` or `RETURNING …` begins. */
function endOfInsert(tokens: readonly Token[]): number {
  let depth = 0;
  const end = tokens.findIndex((token, n) => {
    if (isSymbol(token, '(')) depth++;
    if (isSymbol(token, ')')) depth--;
    const isConflict = word(token) === 'on' && /^(?:conflict|duplicate)$/.test(word(tokens[n + 1]));
    return depth === 0 && (isConflict || word(token) === 'returning');
  });
  return end < 0 ? tokens.length : end;
}

type Group = {readonly queries: readonly Query[]; readonly target?: Query['relations'][number]};

/** Each INSERT with the branches of its query: Hive has several in one statement. */
function groupsOf(queries: readonly Query[]): Group[] {
  const groups: {queries: Query[]; target?: Query['relations'][number]}[] = [];
  for (const query of queries) {
    const target = query.relations.find(one => one.isTarget);
    if (target !== undefined) groups.push({queries: [query], target});
    else groups.at(-1)?.queries.push(query);
  }
  return groups;
}

/** What `INSERT INTO t (a, b)` names. */
function targetColumns(head: WriteHead, [query]: readonly Query[]): readonly string[] | undefined {
  if (head.columns !== undefined) return head.columns;
  const named = (query?.tokens ?? []).filter(({clause}) => clause === 'columns');
  const names = named.filter(({token}) => token.kind === 'name' || token.kind === 'quoted');
  return names.length === 0 ? undefined : names.map(({token}) => token.text);
}

function written(
  path: TablePath,
  head: WriteHead,
  outputs: {readonly list: readonly Output[]; readonly isComplete: boolean},
  named: readonly string[] | undefined,
  columnsOf: ColumnsOf,
): Written {
  const {list} = outputs;
  const known = columnsOf(path);
  // What is created is called as the query calls it, what is there already by its place.
  const isOwn = head.kind === 'create' || head.kind === 'view';
  const isFitting = known !== undefined && known.length === list.length;
  const nameAt = (place: number): string => {
    const own = list[place]?.name ?? '';
    if (head.isByName) return own;
    if (named !== undefined) return named[place] ?? '';
    if (isOwn) return own === '' && isFitting ? (known[place] ?? '') : own;
    return known?.[place] ?? '';
  };
  const columns = list.flatMap((output, place): ColumnLineage[] => {
    const name = nameAt(place);
    return name === '' ? [] : [{name, sources: output.sources, way: output.way}];
  });
  const isEach = list.every((output, place) => output.isKnown && nameAt(place) !== '');
  // Behind a star whose columns are not known nothing has a place.
  if (!outputs.isComplete && !isOwn && !head.isByName)
    return {path, columns: [], isComplete: false};
  // What is read without a FROM is followed no further.
  const isComplete = outputs.isComplete && isEach && head.reads.length === 0;
  return {path, columns: merged(columns), isComplete};
}

function merged(columns: readonly ColumnLineage[]): ColumnLineage[] {
  return columns.filter((one, n) => columns.findIndex(other => same(other.name, one.name)) === n);
}
