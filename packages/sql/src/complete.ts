import {type Dialect, writtenName} from './dialects.ts';
import {joinConditions} from './join-conditions.ts';
import {leading} from './leading.ts';
import type {ColumnName, NameCatalog} from './name-catalog.ts';
import {scoreOf} from './score.ts';
import {type Scope, scopeAt, type Source} from './scope.ts';
import {statementAround} from './statement-around.ts';
import {type Token, tokensOf} from './tokens.ts';

export type ProposalKind =
  | 'keyword'
  | 'database'
  | 'table'
  | 'view'
  | 'column'
  | 'function'
  | 'source'
  | 'join';

export type Proposal = {
  readonly label: string;
  /** What is put into the text. */
  readonly insert: string;
  readonly kind: ProposalKind;
  /** Beside the label: a type, where it comes from. */
  readonly detail: string;
  readonly comment: string;
};

export type Question = {
  readonly text: string;
  readonly caret: number;
  readonly dialect: Dialect;
  /** Of names without one. */
  readonly database: string;
};

export type Completion = {
  /** Where the word begins that a proposal takes the place of. */
  readonly from: number;
  /** The best ones first. */
  readonly proposals: readonly Proposal[];
};

const maxProposals = 120;
const tableWords = new Set([
  'from',
  'join',
  'into',
  'update',
  'table',
  'describe',
  'desc',
  'overwrite',
  'only',
  'view',
]);
const clauseWords = new Set([
  ...tableWords,
  ...'select where on having by set using and or when then else case values limit with use distinct as in between not'.split(
    ' ',
  ),
]);
const none = (from: number): Completion => ({from, proposals: []});

/** What could stand at a place of a text. */
export async function complete(question: Question, catalog: NameCatalog): Promise<Completion> {
  const {text, caret, dialect} = question;
  const statement = statementAround(text, caret, dialect.name);
  const at = caret - statement.from;
  const all = tokensOf(statement.text, dialect.hasDoubleQuotedTexts);
  const inside = all.find(
    token => token.from < at && (token.to > at || (token.to === at && !token.isClosed)),
  );
  if (inside?.kind === 'text' || inside?.kind === 'comment' || inside?.kind === 'variable')
    return none(caret);
  if (
    all.some(
      token =>
        token.kind === 'comment' &&
        token.text.startsWith('--') &&
        token.from < at &&
        token.to === at,
    )
  )
    return none(caret);
  const tokens = all.filter(token => token.kind !== 'comment');
  const typed = tokens.find(
    token =>
      (token.kind === 'name' || token.kind === 'quoted') && token.from < at && token.to >= at,
  );
  if (typed === undefined && tokens.some(token => token.kind === 'number' && token.to === at))
    return none(caret);
  const from = typed?.from ?? at;
  const prefix = statement.text.slice(from, at).replace(/^["`]/, '');
  const before = tokens.filter(token => token.to <= from);
  const qualifiers = qualifiersOf(before);
  const scope = scopeAt(tokens, at);
  const proposals =
    qualifiers.length > 0
      ? await qualified(question, catalog, scope, qualifiers, prefix)
      : await unqualified(question, catalog, scope, before, prefix);
  return {from: statement.from + from, proposals: best(proposals, prefix)};
}

type Ranked = Proposal & {readonly weight: number};

function best(proposals: readonly Ranked[], prefix: string): Proposal[] {
  const seen = new Set<string>();
  const scored = proposals
    .map(proposal => ({proposal, score: scoreOf(proposal.label, prefix)}))
    .filter(({score}) => score > 0);
  const rank = ({proposal, score}: (typeof scored)[number]): number => score * 10 + proposal.weight;
  return leading(
    scored,
    maxProposals * 2,
    (a, b) => rank(b) - rank(a) || byLabel(a.proposal.label, b.proposal.label),
  )
    .filter(
      ({proposal: {label, kind}}) => !seen.has(`${kind} ${label}`) && seen.add(`${kind} ${label}`),
    )
    .slice(0, maxProposals)
    .map(({proposal: {label, insert, kind, detail, comment}}) => ({
      label,
      insert,
      kind,
      detail,
      comment,
    }));
}

function byLabel(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Of the tables of a database, which may be many thousand, those that could be shown. */
function nearest<Table extends {readonly name: string}>(
  tables: readonly Table[],
  prefix: string,
): readonly Table[] {
  if (tables.length <= maxProposals) return tables;
  const scored = tables
    .map(table => ({table, score: scoreOf(table.name, prefix)}))
    .filter(({score}) => score > 0);
  const first = leading(
    scored,
    maxProposals,
    (a, b) => b.score - a.score || byLabel(a.table.name, b.table.name),
  );
  return first.map(({table}) => table);
}

/** Names with dots behind them, right before a place: `a.b.` */
function qualifiersOf(before: readonly Token[]): string[] {
  const names: string[] = [];
  for (let n = before.length - 1; before[n]?.text === '.' && before[n]?.kind === 'symbol'; n -= 2) {
    const name = before[n - 1];
    if (name?.kind !== 'name' && name?.kind !== 'quoted') break;
    names.unshift(name.text);
  }
  return names;
}

async function qualified(
  {dialect, database}: Question,
  catalog: NameCatalog,
  scope: Scope,
  qualifiers: readonly string[],
  prefix: string,
): Promise<Ranked[]> {
  const [first = '', second] = qualifiers;
  if (second !== undefined)
    return columnsOf(await catalog.columns(first, second).catch(() => []), dialect, second, 5);
  const source = scope.sources.find(({alias}) => alias.toLowerCase() === first.toLowerCase());
  const columns = source === undefined ? [] : await sourceColumns(source, catalog, database);
  // A name that is still being written looks like a table: `FROM sales.`
  if (columns.length > 0) return columnsOf(columns, dialect, first, 5);
  const tables = await catalog.tables(first).catch(() => []);
  return nearest(tables, prefix).map(table => tableProposal(table, dialect, first, 5));
}

async function unqualified(
  question: Question,
  catalog: NameCatalog,
  scope: Scope,
  before: readonly Token[],
  prefix: string,
): Promise<Ranked[]> {
  const {dialect, database} = question;
  const last = before.findLast(
    token => token.kind === 'name' && clauseWords.has(token.text.toLowerCase()),
  );
  const context = last?.text.toLowerCase() ?? '';
  const isFirst = before.length === 0;
  const words = keywords(dialect, prefix);
  if (isFirst) return words;
  // A name of one's own choice comes next; what is proposed would take its place on Enter.
  if (isBeforeAlias(before)) return [];
  const isRight = before.at(-1) === last || /^[,(]$/.test(before.at(-1)?.text ?? '');
  if (context === 'use') return await databases(catalog, dialect);
  if (tableWords.has(context) && isRight) {
    const tables = await catalog.tables(database).catch(() => []);
    const named = [...scope.named.keys()].map(name => plain(name, 'table', 'WITH', 6));
    const all = nearest(tables, prefix).map(table => tableProposal(table, dialect, '', 4));
    return [...named, ...all, ...(await databases(catalog, dialect)), ...words];
  }
  const joins =
    context === 'on' || context === 'join' ? await joinsFor(question, catalog, scope, context) : [];
  const sources = scope.sources.map(({alias}) => plain(alias, 'source', 'from here', 3));
  const aliases =
    context === 'by'
      ? scope.aliases.map(name => plain(name, 'column', 'of the select list', 6))
      : [];
  const functions = (await catalog.functions().catch(() => [])).map((name): Ranked => ({
    label: name,
    insert: `${name}(`,
    kind: 'function',
    detail: '',
    comment: '',
    weight: 1,
  }));
  return [
    ...joins,
    ...aliases,
    ...(await allColumns(scope, catalog, question)),
    ...sources,
    ...functions,
    ...words,
  ];
}

const castWords = new Set(['cast', 'try_cast', 'safe_cast']);

/**
 * Behind an AS, except where that leads to a type or to the statement that a table or view is made
 * from.
 */
function isBeforeAlias(before: readonly Token[]): boolean {
  if (!isWord(before.at(-1), 'as')) return false;
  let open = -1;
  for (let n = before.length - 1, depth = 0; n >= 0 && open < 0; n--) {
    const text = before[n]?.text;
    if (text === ')') depth++;
    else if (text === '(' && depth-- === 0) open = n;
  }
  if (open > 0 && castWords.has(before[open - 1]?.text.toLowerCase() ?? '')) return false;
  const isMade = ['create', 'alter', 'replace', 'with', 'cache'].some(word =>
    isWord(before[0], word),
  );
  return !isMade || before.some(token => isWord(token, 'select'));
}

function isWord(token: Token | undefined, word: string): boolean {
  return token?.kind === 'name' && token.text.toLowerCase() === word;
}

/** Columns of everything in sight; where two have the same name, with the source in front. */
async function allColumns(
  {sources}: Scope,
  catalog: NameCatalog,
  {dialect, database}: Question,
): Promise<Ranked[]> {
  const lists = await Promise.all(sources.map(source => sourceColumns(source, catalog, database)));
  const counts = new Map<string, number>();
  for (const {name} of lists.flat())
    counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
  return sources.flatMap(({alias}, n) =>
    columnsOf(lists[n] ?? [], dialect, alias, 5).map(column =>
      (counts.get(column.label.toLowerCase()) ?? 0) > 1
        ? {
            ...column,
            label: `${alias}.${column.label}`,
            insert: `${writtenName(alias, dialect)}.${column.insert}`,
          }
        : column,
    ),
  );
}

async function sourceColumns(
  {path, columns}: Source,
  catalog: NameCatalog,
  database: string,
): Promise<readonly ColumnName[]> {
  if (columns !== undefined)
    return columns.filter(name => name !== '*').map(name => ({name, type: '', comment: ''}));
  const [first = '', second] = path;
  return await catalog
    .columns(second === undefined ? database : first, second ?? first)
    .catch(() => []);
}

async function joinsFor(
  {database, dialect}: Question,
  catalog: NameCatalog,
  {sources}: Scope,
  context: string,
): Promise<Ranked[]> {
  const joined = sources.at(-1);
  if (joined === undefined || sources.length < 2) return [];
  const columns = new Map<Source, readonly ColumnName[]>();
  for (const source of sources) columns.set(source, await sourceColumns(source, catalog, database));
  return joinConditions(sources, columns, dialect).map(condition => {
    const text = context === 'join' ? `ON ${condition}` : condition;
    return {label: text, insert: text, kind: 'join', detail: 'same names', comment: '', weight: 7};
  });
}

function columnsOf(
  columns: readonly ColumnName[],
  dialect: Dialect,
  of: string,
  weight: number,
): Ranked[] {
  return columns.map(({name, type, comment}) => ({
    label: name,
    insert: writtenName(name, dialect),
    kind: 'column',
    detail: type === '' ? of : `${type} · ${of}`,
    comment,
    weight,
  }));
}

function tableProposal(
  {name, type, comment}: {readonly name: string; readonly type: string; readonly comment: string},
  dialect: Dialect,
  database: string,
  weight: number,
): Ranked {
  const kind = /view/i.test(type) ? 'view' : 'table';
  return {label: name, insert: writtenName(name, dialect), kind, detail: database, comment, weight};
}

async function databases(catalog: NameCatalog, dialect: Dialect): Promise<Ranked[]> {
  const names = await catalog.databases().catch(() => []);
  return names.map(name => ({
    ...plain(name, 'database', '', 3),
    insert: writtenName(name, dialect),
  }));
}

function plain(name: string, kind: ProposalKind, detail: string, weight: number): Ranked {
  return {label: name, insert: name, kind, detail, comment: '', weight};
}

/** In capitals, unless somebody writes small letters. */
function keywords({keywords: all}: Dialect, prefix: string): Ranked[] {
  const isSmall = prefix !== '' && prefix === prefix.toLowerCase();
  return all.map(word => plain(isSmall ? word : word.toUpperCase(), 'keyword', '', 0));
}
