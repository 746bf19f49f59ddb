/** How pieces of a text begin and end, which differs between kinds of SQL. */
export type Lexis = {
  /** True where "this" is a text, in which backslashes escape; false where it is a name. */
  readonly hasDoubleQuotedTexts: boolean;
  /** Texts as PostgreSQL has them: `$$it's$$`, `$body$ … $body$`, `E'it\\'s'`. */
  readonly hasDollarTexts: boolean;
  /** Comments as MySQL has them: behind `#`, and behind `--` only where a blank follows. */
  readonly hasHashComments: boolean;
};

/** The end of a line's comment that begins at a place; undefined where none begins. */
export function lineCommentEnd(text: string, at: number, lexis: Lexis): number | undefined {
  const isDashed = text.startsWith('--', at);
  const isComment = lexis.hasHashComments
    ? text[at] === '#' || (isDashed && /^\s?$/.test(text[at + 2] ?? ''))
    : isDashed;
  if (!isComment) return undefined;
  // Engines end a comment at either of them.
  const found = /[\r\n]/g;
  found.lastIndex = at;
  return found.exec(text)?.index ?? text.length;
}

/** What opens the text between dollars that begins at a place, and closes it as well. */
export function dollarQuote(text: string, at: number, lexis: Lexis): string | undefined {
  if (!lexis.hasDollarTexts || text[at] !== '$' || /[\p{L}\p{N}_$]/u.test(text[at - 1] ?? ''))
    return undefined;
  const tag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
  tag.lastIndex = at;
  return tag.exec(text)?.[0];
}

/** Whether backslashes escape in the text whose quote is at a place. */
export function hasEscapes(text: string, at: number, lexis: Lexis): boolean {
  if (lexis.hasDoubleQuotedTexts) return true;
  const isPrefixed = lexis.hasDollarTexts && /e/i.test(text[at - 1] ?? '');
  return isPrefixed && !/[\p{L}\p{N}_$]/u.test(text[at - 2] ?? '');
}

const hive: Lexis = {
  hasDoubleQuotedTexts: true,
  hasDollarTexts: false,
  hasHashComments: false,
};
const standard: Lexis = {...hive, hasDoubleQuotedTexts: false};
const postgres: Lexis = {...standard, hasDollarTexts: true};
const mySql: Lexis = {...hive, hasHashComments: true};

/** Of those that are not read as Hive reads them. */
const lexes: Readonly<Record<string, Lexis>> = {
  duckdb: postgres,
  trino: standard,
  postgresql: postgres,
  mysql: mySql,
};

/** Names that engines have for dialects. */
const others: Readonly<Record<string, string>> = {
  sparksql: 'spark',
  sqlalt: 'spark',
  analytic: 'impala',
  presto: 'trino',
  postgres: 'postgresql',
  mariadb: 'mysql',
};

/** The name of the dialect of an engine. */
export function dialectName(engine: string): string {
  return Object.hasOwn(others, engine) ? String(others[engine]) : engine;
}

/** What is not known is read as the main engine reads it. */
export function lexisOf(engine: string): Lexis {
  const name = dialectName(engine);
  return (Object.hasOwn(lexes, name) ? lexes[name] : undefined) ?? hive;
}
