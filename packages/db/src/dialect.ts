import {sqlText} from '@gazetteer/model/sql';
import {exactDigits, exactKey} from './exact-key.ts';

/** What becomes of a new row whose key is taken: without more it is left out. */
export type OnConflict = {
  /** `any`: whichever key of the table it is. */
  readonly key: readonly string[] | 'any';
  /** Columns of the row that is there that become those of the new one. */
  readonly set?: readonly string[];
  /** Columns to which those of the new one are added. */
  readonly add?: readonly string[];
  /**
   * Only then: over the row that is there, by the name of its table, and the new one, `excluded`.
   */
  readonly where?: string;
};

/**
 * All that databases disagree on, for the store: what each can do, and how it is said. Which one it
 * is cannot be asked, so that another one is an object like these.
 */
export type Dialect = {
  /** What people call the database. */
  readonly title: string;
  /**
   * One transaction writes at a time: rows are numbered from the highest number on, in the order in
   * which they become visible. Otherwise numbers come from sequences, and the order is given
   * afterwards.
   */
  readonly hasOneWriter: boolean;
  /** Takes the first rows of sorted SELECTs put together without reading the rest of them. */
  readonly mergesSorted: boolean;
  /** What finds words in texts. */
  readonly fullText: 'fts5' | 'tsvector';
  /**
   * Behind the type of a row number that is the key of its table, and given by the database where
   * an insert has none.
   */
  readonly numberedKey: string;
  /** Ends the CREATE TABLE of a table whose rows lie in the order of its key. */
  readonly inOrderOfKey: string;
  /** Ends an INSERT, for `Session.insert` and for statements that insert what they select. */
  readonly onConflict: (table: string, conflict: OnConflict) => string;
  /** `column IN (…)` for a list that is bound as one array parameter. */
  readonly inList: (column: string, type?: ColumnType) => string;
  /**
   * `column IN (select)` for few rows that are found first, whatever the planner believes:
   * PostgreSQL keeps plans that it made while tables were small, and then walks all of a large one
   * for each row.
   */
  readonly inRows: (column: string, select: string) => string;
  /**
   * A set-returning expression over one array parameter; the rows have one column named `value`.
   */
  readonly listRows: (type: ColumnType) => string;
  /**
   * A set-returning expression in parentheses over one parameter, the JSON text of a list of lists.
   */
  readonly tupleRows: (columns: Readonly<Record<string, ColumnType>>) => string;
  /**
   * A set-returning expression: the value at `path` of a JSON text column, or each element when it
   * is a list, in the column `value`. `jsonTexts` gives all scalars as texts, `jsonNumbers` the
   * numbers; no rows when there is nothing.
   */
  readonly jsonTexts: (column: string, path: readonly string[]) => string;
  readonly jsonNumbers: (column: string, path: readonly string[]) => string;
  /**
   * Numbers without loss of digits. `json` gives what `jsonNumbers` does as values that compare
   * exactly, with each other and with `of` a text of digits; `sum` and `average` aggregate them, a
   * sum being such a value again; `digits` reads one.
   */
  readonly exact: {
    readonly json: (column: string, path: readonly string[]) => string;
    readonly of: (text: string) => string;
    readonly sum: (value: string, over: string) => string;
    readonly average: (value: string, over: string) => string;
    readonly digits: (value: unknown) => string;
  };
  /**
   * Epoch ms by the database's clock, which all who share it go by. Later in a transaction it is
   * later.
   */
  readonly now: string;
  /** SQL type of each column type. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /**
   * Ends a SELECT whose rows this transaction goes on to change; SQLite has one writer and needs
   * none.
   */
  readonly forUpdate: string;
  readonly forShare: string;
  /** Ends a SELECT whose rows must not be deleted meanwhile; others may change their values. */
  readonly forKeyShare: string;
  /** Ends a SELECT of rows to be changed that leaves out those that somebody else is changing. */
  readonly forUpdateOfFree: string;
  /**
   * The recursive part of `WITH RECURSIVE name(id, …carried)`: all `steps` from each row already
   * found, which they call
   * `near`; its columns `carried` go on as they are. Parameters stand in the order of the steps.
   */
  readonly recursion: (
    name: string,
    steps: readonly RecursionStep[],
    carried?: readonly string[],
  ) => string;
  /**
   * Whether a text fits a pattern of `pattern`, which is bound as a parameter. Tells upper from
   * lower case.
   */
  readonly fits: (text: string) => string;
  readonly pattern: (parts: readonly PatternPart[]) => string;
  /** As few patterns as possible of which a text fits one when it fits one of these. */
  readonly anyPattern: (patterns: readonly string[]) => string[];
  /** Where a text begins in another one, from 1 on; 0 where it is not in there. */
  readonly indexOf: (text: string, part: string) => string;
  /** In hexadecimal digits, of the text in UTF-8. */
  readonly sha256: (text: string) => string;
  /** JSON as text, without what the JSON of the database cannot hold. */
  readonly readableJson: (text: string) => string;
  /**
   * Whether a regular expression describes a text, in the spelling that PostgreSQL and JavaScript
   * (`su`) read alike.
   */
  readonly matches: (text: string) => string;
  /**
   * A condition that always holds, to be tested on each row that a long statement looks at, whose
   * number is `id`: where nothing else can stop a statement, it does so once its work is to be
   * given up.
   */
  readonly unlessStopped: (id: string) => string;
  /**
   * Asks how a SELECT would be run; the rows are lines of text, whose column each database names
   * its own way.
   */
  readonly explain: (sql: string) => string;
};

/**
 * Of a text pattern: `any` is any text, `one` one character, `boundary` one character that no word
 * holds.
 */
export type PatternPart = {readonly text: string} | 'any' | 'one' | 'boundary';

/** Works in GLOB and in regular expressions alike. */
const boundary = '[^a-zA-Z0-9\u0080-\u{10ffff}]';

/** Of patterns in one regular expression of PostgreSQL, which has a limit on their states. */
const maxAlternatives = 50;

function sqlitePath(path: readonly string[]): string {
  return sqlText(`$${path.map(name => `.${JSON.stringify(name)}`).join('')}`);
}

/** `?` would be read as a parameter. */
function postgresPath(path: readonly string[]): string {
  return sqlText(
    `lax $${path.map(name => `.${JSON.stringify(name)}`).join('')}[*]`.replaceAll(
      '?',
      String.raw`\u003f`,
    ),
  );
}

function onConflict(table: string, {key, set = [], add = [], where}: OnConflict): string {
  const target = key === 'any' ? '' : ` (${key.join(', ')})`;
  const changes = [
    ...set.map(column => `${column} = excluded.${column}`),
    ...add.map(column => `${column} = ${table}.${column} + excluded.${column}`),
  ];
  if (changes.length === 0) return `ON CONFLICT${target} DO NOTHING`;
  return `ON CONFLICT${target} DO UPDATE SET ${changes.join(', ')}${where === undefined ? '' : ` WHERE ${where}`}`;
}

function nearColumns(carried: readonly string[]): string[] {
  return carried.map(column => `near.${column}`);
}

/** One way to go on from the row `near`: `select` is the id that it leads to. */
export type RecursionStep = {
  readonly select: string;
  readonly from: string;
  readonly where: string;
};

/**
 * `id` is a 64-bit row number, `number` a double, `json` JSON as text, `words` a document of
 * PostgreSQL's text search.
 */
export type ColumnType = 'id' | 'int' | 'number' | 'text' | 'json' | 'words';

export const sqlite: Dialect = {
  title: 'SQLite',
  hasOneWriter: true,
  now: "CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)",
  mergesSorted: true,
  fullText: 'fts5',
  numberedKey: 'PRIMARY KEY',
  inOrderOfKey: ' WITHOUT ROWID',
  onConflict,
  // A call for each row would cost as much as the rows.
  unlessStopped: id => `(${id} & 127 <> 0 OR unless_stopped())`,
  inList: column => `${column} IN (SELECT value FROM json_each(?))`,
  inRows: (column, select) => `${column} IN (${select})`,
  listRows: () => `json_each(?)`,
  tupleRows: columns =>
    `(SELECT ${Object.keys(columns)
      .map((name, i) => `json_extract(value, '$[${i}]') AS ${name}`)
      .join(', ')} FROM json_each(?))`,
  types: {id: 'INTEGER', int: 'INTEGER', number: 'REAL', text: 'TEXT', json: 'TEXT', words: 'TEXT'},
  jsonTexts: (column, path) =>
    `(SELECT CASE WHEN type IN ('true', 'false') THEN type ELSE CAST(value AS TEXT) END AS value` +
    ` FROM json_each(${column}, ${sqlitePath(path)}) WHERE type NOT IN ('null', 'object', 'array'))`,
  jsonNumbers: (column, path) =>
    `(SELECT value FROM json_each(${column}, ${sqlitePath(path)}) WHERE type IN ('integer', 'real'))`,
  exact: {
    json: (column, path) =>
      `(SELECT exact_key(${column} -> fullkey) AS value FROM json_each(${column}, ${sqlitePath(path)})` +
      ` WHERE type IN ('integer', 'real'))`,
    of: text => `exact_key(${text})`,
    sum: (value, over) => `exact_sum(${value})${over}`,
    average: (value, over) => `exact_number(exact_sum(${value})${over}) / count(${value})${over}`,
    digits: value => exactDigits(String(value)),
  },
  explain: sql => `EXPLAIN QUERY PLAN ${sql}`,
  fits: text => `${text} GLOB ?`,
  indexOf: (text, part) => `instr(${text}, ${part})`,
  sha256: text => `sha256_hex(${text})`,
  readableJson: text => text,
  pattern: parts =>
    parts
      .map(part => {
        if (typeof part === 'object') return part.text.replace(/[*?[]/g, '[$&]');
        return part === 'any' ? '*' : part === 'one' ? '?' : boundary;
      })
      .join(''),
  anyPattern: patterns => [...patterns],
  matches: text => `matches(?, ${text})`,
  forUpdate: '',
  forShare: '',
  forKeyShare: '',
  forUpdateOfFree: '',
  // The order of CROSS JOIN is kept: from what was found to what it leads to.
  recursion: (name, steps, carried = []) =>
    steps
      .map(
        ({select, from, where}) =>
          `SELECT ${[select, ...nearColumns(carried)].join(', ')} FROM ${name} near CROSS JOIN ${from} WHERE ${where}`,
      )
      .join(' UNION '),
};

export const postgres: Dialect = {
  title: 'PostgreSQL',
  hasOneWriter: false,
  now: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
  mergesSorted: false,
  fullText: 'tsvector',
  numberedKey: 'GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY',
  inOrderOfKey: '',
  onConflict,
  // The server stops a statement itself.
  unlessStopped: () => 'TRUE',
  inList: (column, type = 'id') => `${column} = ANY(?::${postgresTypes[type]}[])`,
  inRows: (column, select) => `${column} = ANY(ARRAY(${select}))`,
  listRows: type => `unnest(?::${postgresTypes[type]}[]) AS list(value)`,
  tupleRows: columns =>
    `(SELECT ${Object.entries(columns)
      .map(([name, type], i) => `(list.value ->> ${i})::${postgresTypes[type]} AS ${name}`)
      .join(', ')} FROM jsonb_array_elements(?::jsonb) AS list(value))`,
  // "C" collation: byte order, so prefixes are ranges and both databases sort alike.
  types: {
    id: 'BIGINT',
    int: 'INTEGER',
    number: 'DOUBLE PRECISION',
    text: 'TEXT COLLATE "C"',
    json: 'TEXT',
    words: 'TSVECTOR',
  },
  jsonTexts: (column, path) =>
    `(SELECT (item #>> '{}') COLLATE "C" AS value FROM jsonb_path_query(${column}::jsonb, ${postgresPath(path)}) AS item` +
    ` WHERE jsonb_typeof(item) NOT IN ('null', 'object', 'array'))`,
  // A condition beside the cast might run after it; CASE cannot.
  jsonNumbers: (column, path) =>
    `(SELECT CASE WHEN jsonb_typeof(item) = 'number' THEN (item #>> '{}')::float8 END AS value` +
    ` FROM jsonb_path_query(${column}::jsonb, ${postgresPath(path)}) AS item)`,
  exact: {
    json: (column, path) =>
      `(SELECT CASE WHEN jsonb_typeof(item) = 'number' THEN (item #>> '{}')::numeric END AS value` +
      ` FROM jsonb_path_query(${column}::jsonb, ${postgresPath(path)}) AS item)`,
    of: text => `(${text})::numeric`,
    sum: (value, over) => `sum(${value})${over}`,
    average: (value, over) => `(sum(${value})${over})::float8 / count(${value})${over}`,
    digits: value => exactDigits(exactKey(String(value))),
  },
  explain: sql => `EXPLAIN ${sql}`,
  fits: text => `${text} ~ ?`,
  indexOf: (text, part) => `strpos(${text}, ${part})`,
  sha256: text => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`,
  // The character 0 and halves of surrogate pairs, as JSON.stringify escapes them.
  readableJson: text =>
    String.raw`regexp_replace(${text}, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g')`,
  pattern: parts =>
    `^${parts
      .map(part => {
        if (typeof part === 'object')
          return part.text.replace(/[^\p{L}\p{N}_ ]/gu, String.raw`\$&`);
        return part === 'any' ? '.*' : part === 'one' ? '.' : boundary;
      })
      .join('')}$`,
  // It keeps 32 compiled expressions, and compiles others anew for each row.
  anyPattern: patterns =>
    Array.from({length: Math.ceil(patterns.length / maxAlternatives)}, (_, i) =>
      patterns.slice(i * maxAlternatives, (i + 1) * maxAlternatives).join('|'),
    ),
  matches: text => `${text} ~ ?`,
  forUpdate: ' FOR UPDATE',
  forShare: ' FOR SHARE',
  forKeyShare: ' FOR KEY SHARE',
  forUpdateOfFree: ' FOR NO KEY UPDATE SKIP LOCKED',
  // A recursive term may be named once only.
  recursion: (name, steps, carried = []) => {
    const union = steps
      .map(({select, from, where}) => `SELECT ${select} AS id FROM ${from} WHERE ${where}`)
      .join(' UNION ALL ');
    return `SELECT ${['step.id', ...nearColumns(carried)].join(', ')} FROM ${name} near CROSS JOIN LATERAL (${union}) step`;
  },
};

/** What a parameter of the type is cast to. */
export const postgresTypes: Record<ColumnType, string> = {
  id: 'bigint',
  int: 'int',
  number: 'float8',
  text: 'text',
  json: 'text',
  words: 'tsvector',
};
