import {dollarQuote, hasEscapes, type Lexis, lexisOf, lineCommentEnd} from './lexis.ts';

/** A place in a text: both numbers start at 0. */
export type Position = {readonly row: number; readonly column: number};

/**
 * One statement of a text. `end` is the place behind its semicolon, or behind its last character.
 */
export type StatementText = {
  readonly start: Position;
  readonly end: Position;
  readonly statement: string;
};

const wholeTextDialects = new Set(['hplsql', 'procedural', 'spark', 'pyspark', 'sparkr']);

/** Whether texts are procedures, or in another language than SQL. */
export function isWhole(dialect: string | undefined): boolean {
  return wholeTextDialects.has(dialect ?? '');
}

/** A statement and where it is, in UTF-16 units; `to` is behind its semicolon. */
export type StatementRange = {
  readonly from: number;
  readonly to: number;
  readonly statement: string;
};

/**
 * Statements of a text, cut at semicolons outside of quotes and comments; comments stay with the
 * statement behind them, and what is nothing but comments is none. Texts of the procedural dialect,
 * whose blocks have semicolons inside, and of other languages than SQL stay whole.
 */
export function statementRanges(text: string, dialect?: string): StatementRange[] {
  const pieces = isWhole(dialect)
    ? [{from: 0, to: text.length, isEmpty: text.trim() === '', delimiter: ';'}]
    : cutStatements(text, lexisOf(dialect ?? ''));
  return pieces
    .filter(piece => !piece.isEmpty)
    .map(({from, to, delimiter}) => {
      const piece = text.slice(from, to);
      const start = from + piece.length - piece.trimStart().length;
      const body = piece.trimEnd();
      // A semicolon behind white space still belongs to the piece.
      const statement = body.endsWith(delimiter) ? body.slice(0, -delimiter.length) : body;
      return {from: start, to: from + body.length, statement: statement.trim()};
    });
}

/** The same with rows and columns. */
export function splitStatements(text: string, dialect?: string): StatementText[] {
  const places = new Positions(text);
  return statementRanges(text, dialect).map(({from, to, statement}) => ({
    start: places.at(from),
    end: places.at(to),
    statement,
  }));
}

export type Piece = {
  readonly from: number;
  readonly to: number;
  /** Whether there is nothing in it, or nothing but comments. */
  readonly isEmpty: boolean;
  /** What ends it, unless the end of the text does. */
  readonly delimiter: string;
};

/** What the client of MySQL reads itself: until the next such line another sign ends statements. */
const delimiterLine = /delimiter[ \t]+(\S+)[^\r\n]*/iy;

/** Signs that begin no comment and no text, and end no statement. */
const plain = /[^-#/'"`$;]+/y;

/** Not where another sign than a semicolon ends statements, or a line may say which one does. */
function isPlainEnd(delimiter: string, isEmpty: boolean, lexis: Lexis): boolean {
  return delimiter === ';' && !(isEmpty && lexis.hasHashComments);
}

/** Pieces of a text including their semicolon. */
export function cutStatements(text: string, lexis: Lexis): Piece[] {
  const pieces: Piece[] = [];
  let delimiter = ';';
  let from = 0;
  let isEmpty = true;
  let at = 0;
  while (at < text.length) {
    // Most of a text: a long script is cut after each key.
    plain.lastIndex = at;
    const run: RegExpExecArray | null = isPlainEnd(delimiter, isEmpty, lexis)
      ? plain.exec(text)
      : null;
    if (run !== null) {
      isEmpty &&= run[0].trim() === '';
      at = plain.lastIndex;
      continue;
    }
    const skipped = skipUnit(text, at, lexis);
    delimiterLine.lastIndex = at;
    const line = isEmpty && lexis.hasHashComments ? delimiterLine.exec(text) : null;
    if (line !== null) {
      delimiter = line[1] ?? ';';
      at = delimiterLine.lastIndex;
      from = at;
    } else if (skipped.isComment) {
      at = skipped.to;
    } else if (text.startsWith(delimiter, at)) {
      at += delimiter.length;
      pieces.push({from, to: at, isEmpty, delimiter});
      from = at;
      isEmpty = true;
    } else {
      if ((text[at] ?? '').trim() !== '') isEmpty = false;
      at = skipped.to;
    }
  }
  pieces.push({from, to: text.length, isEmpty, delimiter});
  return pieces;
}

/**
 * The end of the comment or quoted text that begins here, or of this one character. Unclosed ones
 * reach to the end.
 */
function skipUnit(
  text: string,
  at: number,
  lexis: Lexis,
): {readonly to: number; readonly isComment: boolean} {
  const lineEnd = lineCommentEnd(text, at, lexis);
  if (lineEnd !== undefined) return {to: Math.min(lineEnd + 1, text.length), isComment: true};
  // A hint to the optimizer is no comment, and Spark nests them; neither matters for where a
  // statement ends.
  if (text.startsWith('/*', at))
    return {to: endOr(text, text.indexOf('*/', at + 2), 2), isComment: text[at + 2] !== '+'};
  const char = text[at];
  const dollars = dollarQuote(text, at, lexis);
  const to =
    char === "'" || char === '"' || char === '`'
      ? quoteEnd(text, at, char, lexis)
      : dollars === undefined
        ? at + 1
        : endOr(text, text.indexOf(dollars, at + dollars.length), dollars.length);
  return {to, isComment: false};
}

/**
 * Backslashes escape in texts, not in names between backticks; a doubled quote ends one text and
 * begins the next.
 */
function quoteEnd(text: string, at: number, quote: string, lexis: Lexis): number {
  const isText = quote === "'" || (quote === '"' && lexis.hasDoubleQuotedTexts);
  const isEscaping = isText && hasEscapes(text, at, lexis);
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\' && isEscaping) i++;
    else if (text[i] === quote) return i + 1;
  }
  return text.length;
}

function endOr(text: string, found: number, length: number): number {
  return found < 0 ? text.length : found + length;
}

/** Rows and columns of ascending offsets. */
class Positions {
  readonly #text: string;
  #row = 0;
  #rowStart = 0;
  /** Where the row ends: looked for once, as many statements may be in a row. */
  #rowEnd: number;

  constructor(text: string) {
    this.#text = text;
    this.#rowEnd = this.#endFrom(0);
  }

  at(offset: number): Position {
    while (this.#rowEnd < offset) {
      this.#row++;
      this.#rowStart = this.#rowEnd + 1;
      this.#rowEnd = this.#endFrom(this.#rowStart);
    }
    return {row: this.#row, column: offset - this.#rowStart};
  }

  #endFrom(from: number): number {
    const end = this.#text.indexOf('\n', from);
    return end < 0 ? Number.POSITIVE_INFINITY : end;
  }
}
