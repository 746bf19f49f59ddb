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

/**
 * Statements of a text, cut at semicolons outside of quotes and comments; comments stay with the
 * statement behind them, and what is nothing but comments is none. Texts of the procedural dialect,
 * whose blocks have semicolons inside, and of other languages than SQL stay whole.
 */
export function splitStatements(text: string, dialect?: string): StatementText[] {
  const pieces = isWhole(dialect)
    ? [{from: 0, to: text.length, isEmpty: text.trim() === ''}]
    : cut(text);
  const places = new Positions(text);
  return pieces
    .filter(piece => !piece.isEmpty)
    .map(({from, to}) => {
      const piece = text.slice(from, to);
      const start = from + piece.length - piece.trimStart().length;
      const body = piece.trimEnd();
      // A semicolon behind white space still belongs to the piece.
      const statement = body.replace(/;$/, '').trim();
      return {start: places.at(start), end: places.at(from + body.length), statement};
    });
}

type Piece = {readonly from: number; readonly to: number; readonly isEmpty: boolean};

/** Pieces including their semicolon. */
function cut(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let isEmpty = true;
  let at = 0;
  while (at < text.length) {
    const skipped = skipUnit(text, at);
    const char = text[at] ?? '';
    if (skipped.isComment) {
      at = skipped.to;
    } else if (char === ';') {
      pieces.push({from, to: at + 1, isEmpty});
      at += 1;
      from = at;
      isEmpty = true;
    } else {
      if (char.trim() !== '') isEmpty = false;
      at = skipped.to;
    }
  }
  pieces.push({from, to: text.length, isEmpty});
  return pieces;
}

/**
 * The end of the comment or quoted text that begins here, or of this one character. Unclosed ones
 * reach to the end.
 */
function skipUnit(text: string, at: number): {readonly to: number; readonly isComment: boolean} {
  const two = text.slice(at, at + 2);
  if (two === '--') return {to: endOr(text, lineEnd(text, at), 1), isComment: true};
  // A hint to the optimizer is no comment, and Spark nests them; neither matters for where a
  // statement ends.
  if (two === '/*')
    return {to: endOr(text, text.indexOf('*/', at + 2), 2), isComment: text[at + 2] !== '+'};
  const char = text[at];
  const to = char === "'" || char === '"' || char === '`' ? quoteEnd(text, at, char) : at + 1;
  return {to, isComment: false};
}

/**
 * Backslashes escape in texts, not in names between backticks; a doubled quote ends one text and
 * begins the next.
 */
function quoteEnd(text: string, at: number, quote: string): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\' && quote !== '`') i++;
    else if (text[i] === quote) return i + 1;
  }
  return text.length;
}

/** Engines end a comment at either of them. */
function lineEnd(text: string, from: number): number {
  const found = /[\r\n]/g;
  found.lastIndex = from;
  return found.exec(text)?.index ?? -1;
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
