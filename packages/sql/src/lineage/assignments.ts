import {isName, isSymbol, type Query, same, word} from '../query/query-tree.ts';
import type {Token} from '../tokens.ts';
import type {ColumnSources} from './column-sources.ts';
import type {ColumnLineage, ColumnsOf, TablePath, Written} from './lineage-parts.ts';

type Input = {
  readonly path: TablePath;
  readonly tokens: readonly Token[];
  readonly query: Query | undefined;
  readonly sources: ColumnSources;
  readonly columnsOf: ColumnsOf;
};
type Assignment = {readonly name: string; readonly value: readonly Token[]};

/** What MERGE and UPDATE write: `SET a = …`, `INSERT (a) VALUES (…)`, and stars by their names. */
export function assignmentsOf({path, tokens, query, sources, columnsOf}: Input): Written {
  if (query === undefined) return {path, columns: [], isComplete: false};
  const known = columnsOf(path);
  const [given, isWhole] = allAssignments(tokens, known);
  const columns = new Map<string, ColumnLineage>();
  let isComplete = isWhole;
  for (const {name, value} of given) {
    const made = sources.ofExpression({query, tokens: value});
    isComplete &&= made.isKnown;
    const key = name.toLowerCase();
    const before = columns.get(key);
    const isPlain = value.every(token => isName(token) || isSymbol(token, '.'));
    columns.set(key, {
      name,
      sources: distinct([...(before?.sources ?? []), ...made.sources]),
      way: isPlain && before?.way !== 'TRANSFORMATION' ? 'IDENTITY' : 'TRANSFORMATION',
    });
  }
  if (hasStar(tokens)) {
    const source = query.relations.find(one => !one.isTarget);
    const starred = source === undefined ? undefined : sources.ofStarOf(source);
    isComplete &&= known !== undefined && starred?.isComplete === true;
    for (const {name, sources: of} of starred?.list ?? [])
      if (known === undefined || known.some(one => same(one, name)))
        columns.set(name.toLowerCase(), {name, sources: of, way: 'IDENTITY'});
  }
  return {path, columns: [...columns.values()], isComplete};
}

/** `UPDATE SET *`, `INSERT *`. */
function hasStar(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, n) => isSymbol(token, '*') && /^(?:set|insert)$/.test(word(tokens[n - 1])),
  );
}

/** @returns those that could be read, and whether those are all */
function allAssignments(
  tokens: readonly Token[],
  known: readonly string[] | undefined,
): [Assignment[], boolean] {
  const found: Assignment[] = [];
  let isWhole = true;
  for (let at = 0; at < tokens.length; at++) {
    if (word(tokens[at]) === 'set') found.push(...setAt(tokens, at + 1));
    if (word(tokens[at]) !== 'values') continue;
    const names = namesBefore(tokens, at) ?? known;
    const values = listAt(tokens, at + 1);
    if (names === undefined || values.length > names.length) isWhole = false;
    else found.push(...values.map((value, n) => ({name: names[n] ?? '', value})));
  }
  return [found, isWhole];
}

const behindSet = new Set(['when', 'from', 'where', 'returning', 'order', 'limit']);

function setAt(tokens: readonly Token[], from: number): Assignment[] {
  const end = endOf(tokens, from, token => behindSet.has(word(token)));
  return cut(tokens.slice(from, end)).flatMap(part => {
    const is = part.findIndex(token => isSymbol(token, '='));
    const name = part[is - 1];
    return is > 0 && isName(name) ? [{name: name.text, value: part.slice(is + 1)}] : [];
  });
}

/** `INSERT (a, b) VALUES`: the names. */
function namesBefore(tokens: readonly Token[], values: number): string[] | undefined {
  if (!isSymbol(tokens[values - 1], ')')) return undefined;
  const open = tokens.findLastIndex((token, n) => n < values && isSymbol(token, '('));
  const parts = cut(tokens.slice(open + 1, values - 1));
  return parts.map(part => part.at(-1)?.text ?? '');
}

function listAt(tokens: readonly Token[], open: number): (readonly Token[])[] {
  if (!isSymbol(tokens[open], '(')) return [];
  return cut(
    tokens.slice(
      open + 1,
      endOf(tokens, open + 1, token => isSymbol(token, ')')),
    ),
  );
}

/** The first token outside of all parentheses that ends something. */
function endOf(tokens: readonly Token[], from: number, isEnd: (token: Token) => boolean): number {
  for (let at = from, depth = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    if (depth === 0 && isEnd(token)) return at;
    if (isSymbol(token, '(')) depth++;
    if (isSymbol(token, ')')) depth--;
  }
  return tokens.length;
}

/** At its commas. */
function cut(tokens: readonly Token[]): (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (/^[([{]$/.test(token.text) && token.kind === 'symbol') depth++;
    if (/^[)\]}]$/.test(token.text) && token.kind === 'symbol') depth--;
    if (depth === 0 && isSymbol(token, ',')) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter(part => part.length > 0);
}

function distinct(sources: ColumnLineage['sources']): ColumnLineage['sources'] {
  return [
    ...new Map(
      sources.map(one => [JSON.stringify([one.table, one.column.toLowerCase()]), one]),
    ).values(),
  ];
}
