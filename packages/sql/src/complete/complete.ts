import type {Dialect} from '../dialects.ts';
import {writtenName} from '../dialects.ts';
import type {Expected} from '../expected.ts';
import {madeTables, once, withMadeTables} from '../made/made-tables.ts';
import type {NameCatalog} from '../name-catalog.ts';
import {ColumnFinder} from '../query/columns.ts';
import {type Clause, isSymbol, word} from '../query/query-tree.ts';
import type {Token} from '../tokens.ts';
import {statementAround} from '../statement-around.ts';
import {variablesIn} from '../variables.ts';
import {expressionProposals, qualifiedProposals} from './expressions.ts';
import {joinProposals} from './join-conditions.ts';
import {expressionWords, nextWords} from './next-words.ts';
import {openParenthesis, type CaretContext, contextAt, qualifiersOf} from './caret-context.ts';
import type {Question} from './question.ts';
import {
  besideQueries,
  best,
  columnProposals,
  nearest,
  plain,
  type Proposal,
  type Ranked,
  tableProposal,
} from './proposal.ts';
import {settingsOf} from './settings.ts';
import {valueProposals, valuesInText} from './values.ts';
import {expressionSnippets, statementSnippets} from './snippets.ts';

export type Completion = {
  /** Where the word begins that a proposal takes the place of. */
  readonly from: number;
  /** Where it ends, if not at the caret. */
  readonly to?: number;
  /** The best ones first. */
  readonly proposals: readonly Proposal[];
};

const tableWords = new Set(
  'from join into update table describe desc overwrite only view truncate straight_join'.split(' '),
);
/** Whole statements that only a table is missing of. */
const beforeTable =
  /^(?:summarize|pivot|unpivot|optimize|vacuum|copy|desc(?:ribe)? (?:formatted|extended|detail)|refresh|invalidate metadata|compute (?:incremental )?stats|show (?:partitions|(?:table|column) stats|stats for|columns (?:in|from)))$/;
/** Behind them an expression begins. */
const operandWords = new Set(
  'select where on having by set using and or when then else case limit distinct in between not like is qualify over filter returning values all any from straight_join xor div mod rlike regexp ilike'.split(
    ' ',
  ),
);
/** Shorter ones may be aliases. */
const minWordLength = 3;
const unquoted = new Set<string>(['keyword', 'function', 'snippet', 'join', 'type']);
const none = (from: number): Completion => ({from, proposals: []});

/** What could stand at a place of a text. */
export async function complete(question: Question, engine: NameCatalog): Promise<Completion> {
  const {text, caret, dialect, uses = {}} = question;
  const variable = /\$\{(\w*)$/.exec(text.slice(Math.max(0, caret - 100), caret));
  if (variable !== null) return variableNames(question, variable[1] ?? '');
  const context = contextAt(text, caret, dialect);
  const made = () => {
    const {from} = statementAround(text, caret, dialect);
    return madeTables(text.slice(0, from), dialect, question.database);
  };
  const catalog = withMadeTables(once(made), question.database, engine, false);
  if (context === undefined) {
    const values = await valuesInText(question, catalog);
    if (values === undefined) return none(caret);
    const {from, to, prefix, all} = values;
    return {from, to, proposals: best(all, prefix, uses)};
  }
  const settings = settingNames(question, context.statement.slice(0, context.at));
  if (settings !== undefined) return settings;
  const all = await proposalsAt(context, question, catalog);
  const proposals = context.isQuoted ? all.filter(({kind}) => !unquoted.has(kind)) : all;
  return {from: context.from + context.wordFrom, proposals: best(proposals, context.prefix, uses)};
}

/** Names that the text uses already. */
function variableNames({text, caret, uses = {}}: Question, prefix: string): Completion {
  const isClosed = text[caret] === '}';
  const proposals = variablesIn(text).map(({name, fallback}): Ranked => ({
    ...plain(name, 'variable', fallback ?? '', 5),
    insert: isClosed ? name : `${name}}`,
  }));
  return {from: caret - prefix.length, proposals: best(proposals, prefix, uses)};
}

async function proposalsAt(
  context: CaretContext,
  question: Question,
  catalog: NameCatalog,
): Promise<readonly Ranked[]> {
  const {dialect} = question;
  const {before, prefix} = context;
  const finder = new ColumnFinder(catalog, question.database);
  const qualifiers = qualifiersOf(before);
  if (qualifiers.length > 0)
    return await qualifiedProposals(context, qualifiers, question, catalog, finder);
  if (isSymbol(before.at(-1), '.')) return [];
  if (before.length === 0) return [...keywords(dialect, prefix), ...statementSnippets];
  if (isType(before)) return types(dialect, prefix);
  // A name of one's own choice comes next; what is proposed would take its place on Enter.
  if (isBeforeAlias(before)) return [];
  if (isDatabasePlace(before)) return await databases(catalog, dialect);
  const indexed = indexedTable(before);
  if (indexed !== undefined) {
    const {table, database = question.database} = indexed;
    const list = await catalog.columns(database, table).catch(() => []);
    return columnProposals(list, dialect, table, 5);
  }
  const clause = clauseOf(context);
  if (clause === 'columns') return await insertColumns(context, dialect, finder);
  if (isTablePlace(before, clause)) return await tables(context, question, catalog);
  const isOperand = isOperandNext(before);
  // `FROM orders o`: the beginning of a word is an alias as well, which Enter must not replace.
  const isBehindTable = clause === 'from' && !isOperand && isEndOfTable(context);
  if (isBehindTable && prefix !== '' && prefix.length < minWordLength) return [];
  const expected = await question.expected?.(context.statement, context.at);
  const words = likelyWords(dialect, prefix, clause, isOperand, expected);
  // Behind something complete only words follow, unless somebody has begun to write a name.
  if (!isOperand) return [...(await joinsBehind(context, question, finder)), ...words];
  const [values, expressions] = await Promise.all([
    valueProposals(before, context.queries, question, catalog),
    expressionProposals(context, question, catalog, finder),
  ]);
  return [...values, ...expressions, ...words, ...expressionSnippets];
}

function isEndOfTable({queries, before}: CaretContext): boolean {
  const last = before.at(-1);
  return (queries[0]?.relations ?? []).some(
    ({path, kind, at}) =>
      path.at(-1) === last ||
      (kind !== 'table' && at.from < (last?.from ?? 0) && isSymbol(last, ')')),
  );
}

/** Which part of the query the caret is in. */
function clauseOf({queries, wordFrom}: CaretContext): Clause {
  const own = queries[0]?.tokens.findLast(({token}) => token.to <= wordFrom);
  const last = queries[0]?.relations.findLast(({at}) => at.to <= wordFrom);
  // Names of tables are none of the query's own tokens.
  if (last !== undefined && !last.isTarget && last.at.from > (own?.token.from ?? -1)) return 'from';
  return own?.clause ?? 'start';
}

/** `USE`, `SHOW TABLES IN`. */
function isDatabasePlace(before: readonly Token[]): boolean {
  const written = before.slice(-5).map(word).join(' ');
  return /^use$|^show (?:full |external |materialized )?(?:tables|views|functions|table extended) (?:in|from)$/.test(
    written,
  );
}

/** The table of `CREATE INDEX i ON t (`, `… ON db.t USING btree (`. */
function indexedTable(before: readonly Token[]): {database?: string; table: string} | undefined {
  const isIndex = word(before[0]) === 'create' && before.some(one => word(one) === 'index');
  const open = isIndex ? openParenthesis(before) : undefined;
  if (open === undefined) return undefined;
  const end = word(before[open.at - 2]) === 'using' ? open.at - 2 : open.at;
  const table = before[end - 1]?.text ?? '';
  if (word(before[end - 2]) === 'on') return {table};
  const isInDatabase = isSymbol(before[end - 2], '.') && word(before[end - 4]) === 'on';
  return isInDatabase ? {database: before[end - 3]?.text ?? '', table} : undefined;
}

/** Columns follow: `ON DUPLICATE KEY UPDATE`. */
function isSettingOfConflict(before: readonly Token[]): boolean {
  return word(before.at(-1)) === 'update' && word(before.at(-2)) === 'key';
}

function isTablePlace(before: readonly Token[], clause: Clause): boolean {
  const last = before.at(-1);
  if (before.length < 4 && beforeTable.test(before.map(word).join(' '))) return true;
  if (isSettingOfConflict(before)) return false;
  // `CREATE TABLE t LIKE`
  if (word(last) === 'like' && word(before[0]) === 'create' && clause === 'start') return true;
  if (tableWords.has(word(last))) {
    if (word(last) !== 'from') return word(before.at(-2)) !== 'select';
    // extract(day FROM x), IS DISTINCT FROM x
    const inside = openParenthesis(before)?.name ?? '';
    return (
      word(before.at(-2)) !== 'distinct' && !/^(?:extract|trim|substring|overlay)$/.test(inside)
    );
  }
  const isIf = /^(?:exists)$/.test(word(last)) && /^(?:if|not)$/.test(word(before.at(-2)));
  if (isIf) return word(before[0]) === 'drop';
  return clause === 'from' && isSymbol(last, ',') && openParenthesis(before)?.name !== 'on'
    ? isCommaOfFrom(before)
    : false;
}

/** Not one inside of parentheses of a FROM clause, as in `FROM range(1, |`. */
function isCommaOfFrom(before: readonly Token[]): boolean {
  for (let n = before.length - 1, depth = 0; n >= 0; n--) {
    if (isSymbol(before[n], ')')) depth++;
    else if (isSymbol(before[n], '(') && depth-- === 0) return false;
    else if (depth === 0 && /^(?:from|join)$/.test(word(before[n]))) return true;
  }
  return false;
}

/** Whether an expression begins or goes on here, and not ends. */
function isOperandNext(before: readonly Token[]): boolean {
  const last = before.at(-1);
  if (last === undefined) return false;
  if (isSettingOfConflict(before)) return true;
  if (last.kind === 'symbol')
    return !/^[)\]}]$/.test(last.text) && last.text !== '*'
      ? true
      : last.text === '*' && !/^(?:select|distinct|,|\.|\()?$/i.test(before.at(-2)?.text ?? '');
  return last.kind === 'name' && operandWords.has(word(last));
}

async function tables(
  {prefix, queries}: CaretContext,
  {dialect, database, uses = {}}: Question,
  catalog: NameCatalog,
): Promise<Ranked[]> {
  const [own, others, all] = await Promise.all([
    catalog.tables(database).catch(() => []),
    catalog.otherTables(database).catch(() => []),
    databases(catalog, dialect),
  ]);
  const named = (queries[0]?.ctes ?? []).map(({name}) =>
    plain(name.text, 'table', besideQueries, 7),
  );
  return [
    ...named,
    ...nearest(own, prefix, uses, () => database).map(table =>
      tableProposal(table, dialect, database, 6),
    ),
    ...all,
    // Many thousand would bury the rest while nothing is typed.
    ...nearest(others, prefix, uses, table => table.database).map((table): Ranked => {
      const {insert, ...rest} = tableProposal(table, dialect, table.database, 2);
      return {...rest, insert: `${writtenName(table.database, dialect)}.${insert}`};
    }),
    plain('select', 'keyword', '', -2),
    plain('lateral', 'keyword', '', -2),
  ];
}

/** Columns of the table that is written to, without those that are listed already. */
async function insertColumns(
  {queries, before}: CaretContext,
  dialect: Dialect,
  finder: ColumnFinder,
): Promise<Ranked[]> {
  const target = queries[0]?.relations.find(({isTarget}) => isTarget);
  if (target === undefined) return [];
  const listed = new Set(openParenthesis(before)?.tokens.map(({text}) => text.toLowerCase()));
  const {list} = await finder.ofRelation(target);
  const left = list.filter(({name}) => !listed.has(name.toLowerCase()));
  return columnProposals(left, dialect, target.alias, 5).map((one, n) => ({
    ...one,
    weight: 5 - n / 1000,
  }));
}

async function joinsBehind(
  context: CaretContext,
  question: Question,
  finder: ColumnFinder,
): Promise<readonly Ranked[]> {
  const joined = context.queries[0]?.relations.at(-1);
  return joined?.join === 'open'
    ? await joinProposals(context.queries[0]?.relations ?? [], finder, question.dialect, 'ON ')
    : [];
}

const castWords = new Set(['cast', 'try_cast', 'safe_cast']);

/** Behind `CAST(x AS`, `::`, and a name in the list of a new table's columns. */
function isType(before: readonly Token[]): boolean {
  const last = before.at(-1);
  if (isSymbol(last, '::')) return true;
  const open = openParenthesis(before);
  if (word(last) === 'as') return open !== undefined && castWords.has(open.name);
  const isNew =
    /^(?:create|alter)$/.test(word(before[0])) &&
    !before.some(one => /^(?:select|as)$/.test(word(one)));
  const isName = last?.kind === 'name' || last?.kind === 'quoted';
  if (!isNew || !isName) return false;
  const previous = before.at(-2);
  if (open !== undefined && before.slice(0, open.at).some(one => word(one) === 'table'))
    return open.tokens.length === 1 || isSymbol(previous, ',');
  return (
    word(previous) === 'column' ||
    // Hive: `CHANGE COLUMN a b`
    /^change(?: column)?$/.test(before.slice(3, -2).map(word).join(' ')) ||
    (word(previous) === 'add' && word(last) !== 'column' && word(last) !== 'columns')
  );
}

function types({types}: Dialect, prefix: string): Ranked[] {
  return types.map(name => plain(cased(name, prefix), 'type', '', 5));
}

/** Behind SET, RESET, and `SET SESSION` of Trino: names that have dots; undefined elsewhere. */
function settingNames(
  {dialect, caret, uses = {}}: Question,
  before: string,
): Completion | undefined {
  const found = /^\s*(?:re)?set\s+(?:(?:session|global|local)\s+)?([\w.-]*)$/i.exec(before);
  if (found === null) return undefined;
  const prefix = found[1] ?? '';
  const all = settingsOf(dialect.name).map(({name, what}) => plain(name, 'setting', what, 5));
  return {from: caret - prefix.length, proposals: best(all, prefix, uses)};
}

/**
 * Behind an AS, except where that leads to a type or to the statement that a table or view is made
 * from.
 */
function isBeforeAlias(before: readonly Token[]): boolean {
  if (word(before.at(-1)) !== 'as') return false;
  const isMade = /^(?:create|alter|replace|with|cache)$/.test(word(before[0]));
  return !isMade || before.some(token => word(token) === 'select');
}

export async function databases(catalog: NameCatalog, dialect: Dialect): Promise<Ranked[]> {
  const names = await catalog.databases().catch(() => []);
  return names.map(name => ({
    ...plain(name, 'database', '', 3),
    insert: writtenName(name, dialect),
  }));
}

/** In capitals, unless somebody writes small letters. */
function keywords({keywords: all}: Dialect, prefix: string): Ranked[] {
  return all.map(one => plain(cased(one, prefix), 'keyword', '', 0));
}

const cased = (text: string, prefix: string): string =>
  prefix !== '' && prefix === prefix.toLowerCase() ? text.toLowerCase() : text.toUpperCase();

/**
 * Those that a grammar allows here, or that are usual here; others only for whoever has begun to
 * write them.
 */
function likelyWords(
  dialect: Dialect,
  prefix: string,
  clause: Clause,
  isOperand: boolean,
  expected: Expected | undefined,
): Ranked[] {
  const usual = isOperand ? expressionWords : nextWords(clause);
  const allowed = new Set(expected?.keywords.map(one => one.toLowerCase()));
  const begins = new Set([...allowed].map(one => one.split(' ')[0]));
  const found = new Map<string, number>();
  for (const one of allowed) found.set(one, usual.has(one) ? 4 : 1);
  for (const one of usual)
    if (allowed.size === 0 || begins.has(one.split(' ')[0] ?? '')) found.set(one, 4);
  if (prefix !== '' && allowed.size === 0)
    for (const one of dialect.keywords) if (!found.has(one)) found.set(one, -2);
  return [...found].map(([text, weight]) =>
    plain(cased(text, prefix), 'keyword', '', isOperand ? weight - 4 : weight),
  );
}
