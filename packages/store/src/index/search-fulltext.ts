import type {Dialect, Param, Session, Table} from '@gazetteer/db';
import {tokens, valueBreak, type SearchDocument, type TextQuery} from '@gazetteer/model';
import {document} from '../schema/schema.ts';

/**
 * Text of an entity with the words of its name and what narrows a search without a join: its type
 * and whether it is deleted.
 */
export type DocumentRow = SearchDocument & {
  readonly id: number;
  readonly name: string;
  readonly type: number;
  readonly isDeleted: boolean;
};

/** A query text without wildcards inside words, in which each negation takes from something. */
export type IndexedText =
  | {kind: 'phrase'; words: string[]; prefix: boolean}
  | {kind: 'or'; parts: IndexedText[]}
  | {kind: 'and'; parts: IndexedText[]; without: IndexedText[]}
  /** Whatever is of one of the types, by their numbers. */
  | {kind: 'types'; types: number[]}
  | {kind: 'all'};

/** The words that begin so, by beginnings of words; see word-endings.ts. */
export type Endings = ReadonlyMap<string, readonly string[]>;

/** Documents of these types only, and of this status only; undefined: any. */
export type Narrowing = {
  readonly types?: readonly number[] | undefined;
  /** In place of `types` all but these: for types whose documents are most of all there are. */
  readonly exceptTypes?: readonly number[] | undefined;
  readonly status?: 'ACTIVE' | 'DELETED' | undefined;
  /** Asked for in place of beginnings, where relevance is not asked for. */
  readonly endings?: Endings | undefined;
};

/**
 * What the two full-text indexes disagree on. Both are given words, so that neither splits or folds
 * text its own way.
 */
export type FullText = {
  /** Its name in the log. */
  readonly backend: string;
  /** None of them may be there. */
  add(session: Session, rows: readonly DocumentRow[]): Promise<void>;
  remove(session: Session, ids: readonly number[]): Promise<void>;
  /** Row number of the entity in the table `document`. */
  readonly id: string;
  /** Condition with one parameter, a text of `expression`. */
  readonly matches: string;
  expression(text: IndexedText | undefined, narrowing?: Narrowing, columns?: 'names'): string;
  /**
   * The same for those alone that have the text in their name; undefined where the index does not
   * tell names apart.
   */
  nameExpression(text: IndexedText, narrowing?: Narrowing): string | undefined;
  /** The same for those that have it elsewhere, which are all others that have it. */
  elsewhereExpression(text: IndexedText, narrowing?: Narrowing): string | undefined;
  /** A statement with a limit meets no more hits than that; otherwise all are found first. */
  readonly stopsAtLimit: boolean;
  /** ORDER BY terms, best first; `params` from the text without narrowing. */
  rank(text: IndexedText): {sql: string; params: readonly Param[]};
  /** Such a term for what does not have the text but something that weighs as much as a name. */
  readonly rankOfNames: number;
};

/**
 * Each document has one of the two. No word of a text is like a narrowing token, since `¤` is no
 * letter.
 */
const activeToken = '¤active';
const deletedToken = '¤deleted';
const typeToken = (type: number) => `¤t${type}`;

/**
 * Before each word of a name, where it stands once more: names then have lists of their own in the
 * index. Asked for by its column, a word is looked for in all documents that have it anywhere: 5 ms
 * for one that 125,000 have, whatever of them have it in their names.
 */
const nameMark = '§';

/** Relevance of the columns a, b, c. */
const weights = [10, 8, 3] as const;

type Grammar = {
  all(parts: readonly string[]): string;
  any(parts: readonly string[]): string;
  except(left: string, right: string): string;
  token(token: string): string;
};

const sqliteGrammar: Grammar = {
  all: parts => parts.join(' AND '),
  any: parts => parts.join(' OR '),
  except: (left, right) => `(${left}) NOT ${right}`,
  token: token => `"${token}"`,
};

const postgresGrammar: Grammar = {
  all: parts => parts.join(' & '),
  any: parts => parts.join(' | '),
  except: (left, right) => `(${left}) & !${right}`,
  token: token => `'${token}'`,
};

const sqliteFullText: FullText = {
  backend: 'sqlite-fts5',
  add: (session, rows) =>
    session.insert(
      document,
      rows.map(row => [
        row.id,
        row.a,
        row.b,
        row.c,
        nameTokens(row),
        narrowingTokens(row).join(' '),
      ]),
    ),
  remove: (session, ids) =>
    session.remove(
      document,
      ['rowid'],
      ids.map(id => [id]),
    ),
  id: 'rowid',
  matches: 'document MATCH ?',
  expression: (text, narrowing = {}, columns = undefined) => {
    const within = (inner: string) => (columns === undefined ? inner : `{a b} : (${inner})`);
    return narrowed(text && within(sqliteText(text, narrowing.endings)), narrowing, sqliteGrammar);
  },
  nameExpression: (text, narrowing = {}) => {
    const wanted = wantedOf(text);
    if (wanted === undefined) return undefined;
    const {endings} = narrowing;
    const named = sqliteText(wanted, endings, nameMark);
    // What must not be there must be nowhere. Otherwise the names alone: to meet the whole text as
    // well, all that have it anywhere would be walked through.
    const whole = leavesOut(text) ? `(${named}) AND (${sqliteText(text, endings)})` : named;
    return narrowed(whole, narrowing, sqliteGrammar);
  },
  elsewhereExpression: (text, narrowing = {}) => {
    const wanted = wantedOf(text);
    if (wanted === undefined) return undefined;
    const {endings} = narrowing;
    const elsewhere = `(${sqliteText(text, endings)}) NOT (${sqliteText(wanted, endings, nameMark)})`;
    return narrowed(elsewhere, narrowing, sqliteGrammar);
  },
  stopsAtLimit: true,
  rank: () => ({sql: `bm25(document, ${weights.join(', ')}, 0, 0)`, params: []}),
  rankOfNames: -weights[0],
};

const postgresTable = {
  name: 'document',
  columns: {entity_id: 'id', words: 'words'},
} as const satisfies Table;

const postgresFullText: FullText = {
  backend: 'postgres-tsvector',
  add: (session, rows) =>
    session.insert(
      postgresTable,
      rows.map(row => [row.id, postgresDocument(row)]),
    ),
  remove: async (session, ids) => {
    if (ids.length > 0)
      await session.run(`DELETE FROM document WHERE ${session.dialect.inList('entity_id')}`, [ids]);
  },
  id: 'entity_id',
  matches: 'words @@ ?::tsquery',
  expression: (text, narrowing = {}, columns = undefined) =>
    narrowed(
      text && postgresText(text, columns === undefined ? '' : 'AB'),
      narrowing,
      postgresGrammar,
    ),
  // Its index holds words alone: where they stand is read from each hit.
  nameExpression: () => undefined,
  elsewhereExpression: () => undefined,
  stopsAtLimit: false,
  rank: text => ({
    sql: `-ts_rank('{0, ${weights
      .toReversed()
      .map(weight => weight / 10)
      .join(', ')}}', words, ?::tsquery)`,
    params: [postgresText(text, '')],
  }),
  // One word in a name.
  rankOfNames: -0.6,
};

const fullTexts: Readonly<Record<Dialect['fullText'], FullText>> = {
  fts5: sqliteFullText,
  tsvector: postgresFullText,
};

export function fullTextOf(dialect: Dialect): FullText {
  return fullTexts[dialect.fullText];
}

function narrowed(
  text: string | undefined,
  {types, exceptTypes = [], status}: Narrowing,
  grammar: Grammar,
): string {
  const tokens = (ids: readonly number[]) => ids.map(type => grammar.token(typeToken(type)));
  const parts = text === undefined ? [] : [`(${text})`];
  if (types !== undefined) parts.push(`(${grammar.any(tokens(types))})`);
  if (status === 'DELETED') parts.push(grammar.token(deletedToken));
  const all = grammar.all(parts);
  // Few are deleted: leaving them out costs less than meeting with all that are not.
  const deleted = status === 'ACTIVE' ? [grammar.token(deletedToken)] : [];
  const unwanted = [...tokens(exceptTypes), ...deleted];
  return unwanted.length === 0 ? all : grammar.except(all, `(${grammar.any(unwanted)})`);
}

function nameTokens({name}: DocumentRow): string {
  return name === '' ? '' : nameMark + name.replaceAll(' ', ` ${nameMark}`);
}

function narrowingTokens(row: DocumentRow): string[] {
  return [typeToken(row.type), row.isDeleted ? deletedToken : activeToken];
}

/** undefined: the text asks for nothing, or for what the index does not hold. */
export function indexedText(text: TextQuery): IndexedText | undefined {
  switch (text.kind) {
    case 'phrase':
    case 'all':
      return text;
    case 'not': {
      const part = indexedText(text.part);
      return part && {kind: 'and', parts: [{kind: 'all'}], without: [part]};
    }
    case 'or': {
      const parts = text.parts.map(indexedText);
      return parts.every(part => part !== undefined) ? {kind: 'or', parts} : undefined;
    }
    case 'and': {
      const parts = text.parts.filter(part => part.kind !== 'not').map(indexedText);
      const without = text.parts.flatMap(part =>
        part.kind === 'not' ? [indexedText(part.part)] : [],
      );
      if (!parts.every(part => part !== undefined) || !without.every(part => part !== undefined))
        return undefined;
      return {kind: 'and', parts: parts.length > 0 ? parts : [{kind: 'all'}], without};
    }
    default:
      return undefined;
  }
}

/** The text, in which the whole name of a type stands for what is of the type, too. */
export function withTypeNames(
  text: IndexedText,
  types: readonly {name: string; id: number}[],
): IndexedText {
  switch (text.kind) {
    case 'phrase': {
      const words = text.words.join(' ');
      const named = types.filter(one => tokens(one.name).join(' ') === words).map(one => one.id);
      return named.length === 0 ? text : {kind: 'or', parts: [text, {kind: 'types', types: named}]};
    }
    case 'or':
      return {...text, parts: text.parts.map(part => withTypeNames(part, types))};
    case 'and':
      return {
        ...text,
        parts: text.parts.map(part => withTypeNames(part, types)),
        without: text.without.map(part => withTypeNames(part, types)),
      };
    default:
      return text;
  }
}

/**
 * Prefixes up to so many letters have lists of their own, in names, too, where the mark is one of
 * the 4 of the index; see `fullText` of migrations.ts.
 */
const listedPrefix = 3;

/** Beginnings of words in the text that have no lists of their own. */
export function longPrefixes(text: IndexedText): string[] {
  switch (text.kind) {
    case 'phrase': {
      const last = text.words.at(-1) ?? '';
      return text.prefix && last.length > listedPrefix ? [last] : [];
    }
    case 'or':
      return text.parts.flatMap(longPrefixes);
    case 'and':
      return [...text.parts, ...text.without].flatMap(longPrefixes);
    default:
      return [];
  }
}

/** What a text asks for, without what it leaves out; undefined when that is everything. */
function wantedOf(text: IndexedText): IndexedText | undefined {
  switch (text.kind) {
    case 'phrase':
    case 'types':
      return text;
    case 'all':
      return undefined;
    case 'or':
    case 'and': {
      const parts = text.parts.map(wantedOf);
      if (!parts.every(part => part !== undefined)) return undefined;
      return text.kind === 'or' ? {kind: 'or', parts} : {kind: 'and', parts, without: []};
    }
  }
}

export function leavesOut(text: IndexedText): boolean {
  if (text.kind === 'or') return text.parts.some(leavesOut);
  return text.kind === 'and' && (text.without.length > 0 || text.parts.some(leavesOut));
}

/** @param mark before each word: that of names finds nothing but names */
function sqliteText(text: IndexedText, endings: Endings | undefined, mark = ''): string {
  switch (text.kind) {
    case 'phrase':
      return sqlitePhrase(text, mark, endings?.get(text.words.at(-1) ?? ''));
    case 'types':
      return text.types.map(type => `"${mark}${typeToken(type)}"`).join(' OR ');
    case 'all':
      return `"${activeToken}" OR "${deletedToken}"`;
    case 'or':
      return text.parts.map(part => `(${sqliteText(part, endings, mark)})`).join(' OR ');
    case 'and': {
      const wanted = text.parts.map(part => `(${sqliteText(part, endings, mark)})`).join(' AND ');
      if (text.without.length === 0) return wanted;
      const unwanted = text.without.map(part => `(${sqliteText(part, endings, mark)})`);
      // One after the other they would be as deep as they are many, and FTS5 has a stack of 100.
      return `(${wanted}) NOT (${unwanted.join(' OR ')})`;
    }
  }
}

/** @param endings words that the last one may be, where it is the beginning of one */
function sqlitePhrase(
  {words, prefix}: Extract<IndexedText, {kind: 'phrase'}>,
  mark: string,
  endings: readonly string[] = [],
): string {
  const phrase = (some: readonly string[]) => `"${some.map(word => mark + word).join(' ')}"`;
  if (!prefix || endings.length === 0) return `${phrase(words)}${prefix ? ' *' : ''}`;
  const first = words.slice(0, -1);
  return endings.map(last => phrase([...first, last])).join(' OR ');
}

function postgresText(text: IndexedText, weight: string): string {
  switch (text.kind) {
    case 'phrase': {
      const last = text.words.length - 1;
      const flags = (i: number) => (text.prefix && i === last ? '*' : '') + weight;
      return text.words
        .map((word, i) => `'${word}'${flags(i) === '' ? '' : `:${flags(i)}`}`)
        .join(' <-> ');
    }
    case 'types':
      return text.types.map(type => `'${typeToken(type)}'`).join(' | ');
    case 'all':
      return `'${activeToken}' | '${deletedToken}'`;
    case 'or':
      return text.parts.map(part => `(${postgresText(part, weight)})`).join(' | ');
    case 'and':
      return [
        ...text.parts.map(part => `(${postgresText(part, weight)})`),
        ...text.without.map(part => `!(${postgresText(part, weight)})`),
      ].join(' & ');
  }
}

/**
 * `'orders':1A,5B 'sales':2A …`; between values and columns the positions leave a gap, so no phrase
 * spans it.
 */
function postgresDocument(row: DocumentRow): string {
  const positions = new Map<string, string[]>();
  let position = 0;
  for (const [text, weight] of [
    [row.a, 'A'],
    [row.b, 'B'],
    [row.c, 'C'],
  ] as const) {
    position++;
    for (const word of text === '' ? [] : text.split(' ')) {
      position++;
      if (word === valueBreak) continue;
      const list = positions.get(word) ?? [];
      list.push(`${position}${weight}`);
      positions.set(word, list);
    }
  }
  const words = Array.from(positions, ([word, list]) => `'${word}':${list.join(',')}`);
  return [...words, ...narrowingTokens(row).map(token => `'${token}'`)].join(' ');
}
