import type {Dialect} from '../dialects.ts';
import {isSymbol, type Query, word} from '../query/query-tree.ts';
import {type Reference, referencesOf} from '../query/references.ts';
import {tablesIn} from '../tables-read.ts';
import type {Token} from '../tokens.ts';
import {ColumnSources} from './column-sources.ts';
import {lineageOf, partsOf} from './lineage.ts';
import type {ColumnsOf, Source, TablePath} from './lineage-parts.ts';

/** Tables with the columns that a statement names, and how it joins them. */
export type StatementUse = {
  readonly reads: readonly {readonly path: TablePath; readonly columns: readonly string[]}[];
  readonly writes: readonly TablePath[];
  readonly joins: readonly JoinUse[];
};
/** Two tables, and the columns that are equal in the condition. */
type JoinUse = {
  readonly left: TablePath;
  readonly right: TablePath;
  readonly columns: readonly {readonly left: string; readonly right: string}[];
};
type Pair = readonly [Source, Source];

const keyOf = (path: TablePath): string => JSON.stringify(path);

/** Tables that a statement uses; none for what neither queries nor writes, as EXPLAIN. */
export function tablesUsed(statement: string, dialect: Dialect): readonly TablePath[] {
  const {reads = [], writes = []} = tablesOfUse(statement, dialect, () => undefined) ?? {};
  return [...new Map([...reads, ...writes].map(path => [keyOf(path), path])).values()];
}

/** Undefined for what neither queries nor writes. */
export function statementUse(
  statement: string,
  dialect: Dialect,
  columnsOf: ColumnsOf,
): StatementUse | undefined {
  const tables = tablesOfUse(statement, dialect, columnsOf);
  if (tables === undefined) return undefined;
  const {tree, seesTarget, writes} = tables;
  const sources = new ColumnSources(tree, dialect, columnsOf, seesTarget);
  const columns = new Map(tables.reads.map(path => [keyOf(path), new Map<string, string>()]));
  const pairs: Pair[] = [];
  for (const query of tree.all) {
    const isColumn = (name: string) => sources.isColumnIn(query, name);
    const references = referencesOf(query, dialect, isColumn);
    const using = usingPairs(query, sources);
    const used = references.flatMap(one => sources.ofReference(one.parts, query));
    for (const {table, column} of [...used, ...using.flat()])
      columns.get(keyOf(table))?.set(column.toLowerCase(), column);
    pairs.push(...using, ...equalPairs(query, references, sources));
  }
  const reads = tables.reads.map(path => ({
    path,
    columns: [...(columns.get(keyOf(path))?.values() ?? [])],
  }));
  return {reads, writes, joins: joinsOf(pairs)};
}

function tablesOfUse(statement: string, dialect: Dialect, columnsOf: ColumnsOf) {
  const parts = partsOf(statement, dialect);
  if (parts === undefined) return undefined;
  const {head, rest, tree} = parts;
  const first = word(rest.find(token => !isSymbol(token, '(')));
  if (head === undefined && !/^(?:select|with|from|values)$/.test(first)) return undefined;
  const lineage = head && lineageOf(statement, dialect, columnsOf);
  return {
    tree,
    seesTarget: head?.kind === 'merge' || head?.kind === 'update',
    reads: lineage?.reads ?? tablesIn(tree),
    writes: lineage === undefined || lineage.isTemporary ? [] : lineage.writes.map(one => one.path),
  };
}

/** `a.x = b.y`, as a whole, in a condition. */
function equalPairs(
  query: Query,
  references: readonly Reference[],
  sources: ColumnSources,
): Pair[] {
  const ending = new Map(references.map(one => [one.parts.at(-1), one]));
  const beginning = new Map(references.map(one => [one.parts[0], one]));
  const placeOf = new Map(query.tokens.map(({token}, at) => [token, at]));
  const at = (place: number) => query.tokens[place]?.token;
  return query.tokens.flatMap(({token, clause}, n) => {
    const isEqual = token.kind === 'symbol' && /^(?:=|==|<=>)$/.test(token.text);
    if (!isEqual || (clause !== 'on' && clause !== 'where')) return [];
    const [left, right] = [ending.get(at(n - 1)), beginning.get(at(n + 1))];
    if (left === undefined || right === undefined) return [];
    const before = at((placeOf.get(left.parts[0] as Token) ?? 0) - 1);
    const behind = at((placeOf.get(right.parts.at(-1) as Token) ?? 0) + 1);
    if (isOperator(before) || isOperator(behind)) return [];
    return pairOf(sources.ofReference(left.parts, query), sources.ofReference(right.parts, query));
  });
}

function isOperator(token: Token | undefined): boolean {
  return token?.kind === 'symbol' && /^(?:[-+*/%^&|[]|\|\||::)$/.test(token.text);
}

/** `USING (x)`: of what is joined there, and the first before it that has the column. */
function usingPairs(query: Query, sources: ColumnSources): Pair[] {
  const read = query.relations.filter(one => !one.isTarget);
  return query.tokens.flatMap(({token, clause}) => {
    if (clause !== 'using' || (token.kind !== 'name' && token.kind !== 'quoted')) return [];
    const before = read.filter(one => one.at.from < token.from);
    const joined = before.pop();
    const ofJoined = joined === undefined ? [] : sources.ofColumn(joined, token.text);
    const others = before.map(one => sources.ofColumn(one, token.text));
    return pairOf(others.find(one => one.length > 0) ?? [], ofJoined);
  });
}

function pairOf(left: readonly Source[], right: readonly Source[]): Pair[] {
  const [one, other] = [left[0], right[0]];
  if (one === undefined || other === undefined || left.length > 1 || right.length > 1) return [];
  return keyOf(one.table) === keyOf(other.table) ? [] : [[one, other]];
}

/** By the two tables, whichever is named first. */
function joinsOf(pairs: readonly Pair[]): JoinUse[] {
  const turned = pairs.map(([one, other]): Pair =>
    keyOf(one.table) < keyOf(other.table) ? [one, other] : [other, one],
  );
  const byTables = Map.groupBy(turned, ([one, other]) => JSON.stringify([one.table, other.table]));
  return [...byTables.values()].flatMap((all): JoinUse[] => {
    const [first] = all;
    if (first === undefined) return [];
    const columns = all.map(([one, other]) => ({left: one.column, right: other.column}));
    const unique = new Map(columns.map(one => [JSON.stringify(one).toLowerCase(), one]));
    return [{left: first[0].table, right: first[1].table, columns: [...unique.values()]}];
  });
}
