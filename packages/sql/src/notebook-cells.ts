// A text of several statements as cells of a notebook, and back.
import {type Lexis, lexisOf, lineCommentEnd} from './lexis.ts';
import {cutStatements, isWhole, type Piece} from './split-statements.ts';

export type NotebookCell = {readonly kind: 'text' | 'sql'; readonly text: string};

/** Comments before a statement are texts of their own, cut where a line between them is empty. */
export function cellsOfText(text: string, dialect: string): NotebookCell[] {
  const lexis = lexisOf(dialect);
  const pieces = isWhole(dialect) ? [] : cutStatements(text, lexis);
  // Bodies with semicolons inside would be other statements once their delimiter is gone.
  if (pieces.every(({delimiter}) => delimiter === ';') && pieces.length > 0)
    return pieces.flatMap(piece => cellsOfPiece(text, piece, lexis));
  return text.trim() === '' ? [] : [{kind: 'sql', text: text.trim()}];
}

/** As one text: each text as a comment, each statement with its semicolon. */
export function textOfCells(cells: readonly NotebookCell[], dialect: string): string {
  const written = cells.flatMap(({kind, text}) => {
    if (text.trim() === '') return [];
    return [kind === 'text' ? commentOf(text, dialect) : endedStatement(text, dialect)];
  });
  return written.length === 0 ? '' : `${written.join('\n\n')}\n`;
}

function cellsOfPiece(text: string, {from, to, isEmpty}: Piece, lexis: Lexis): NotebookCell[] {
  const cells: NotebookCell[] = [];
  let lines: string[] = [];
  const end = () => {
    const words = lines.join('\n').trim();
    if (words !== '') cells.push({kind: 'text', text: words});
    lines = [];
  };
  let at = from;
  for (;;) {
    const space = spaceAt(text, at, to);
    if ((space.match(/\n/g)?.length ?? 0) > (lines.length === 0 ? 0 : 1)) end();
    at += space.length;
    const comment = at < to ? commentAt(text, at, to, lexis) : undefined;
    if (comment === undefined) break;
    lines.push(...comment.lines);
    at = comment.to;
  }
  end();
  if (isEmpty) return cells;
  const statement = text.slice(at, to).trimEnd();
  const body = statement.endsWith(';') ? statement.slice(0, -1).trimEnd() : statement;
  return [...cells, {kind: 'sql', text: body}];
}

function spaceAt(text: string, at: number, to: number): string {
  let end = at;
  while (end < to && /\s/.test(text[end] ?? '')) end++;
  return text.slice(at, end);
}

/** What a comment says, without its signs; undefined where none begins, or a hint to the engine. */
function commentAt(
  text: string,
  at: number,
  end: number,
  lexis: Lexis,
): {readonly lines: readonly string[]; readonly to: number} | undefined {
  const lineEnd = lineCommentEnd(text, at, lexis);
  if (lineEnd !== undefined) {
    const line = text.slice(at, lineEnd).replace(/^(?:--|#) ?/, '');
    return {lines: [line], to: Math.min(lineEnd, end)};
  }
  if (!text.startsWith('/*', at) || text[at + 2] === '+') return undefined;
  const close = text.indexOf('*/', at + 2);
  const words = text.slice(at + 2, close < 0 ? end : close);
  const lines = words.split('\n').map(line => line.trim().replace(/^\*+ ?/, ''));
  return {lines, to: close < 0 ? end : close + 2};
}

/** How a comment begins in languages that are not SQL. */
const commentSigns = new Map([
  ['pyspark', '#'],
  ['sparkr', '#'],
  ['spark', '//'],
]);

/** What would be a variable of a statement is none there. */
function commentOf(text: string, dialect: string): string {
  const sign = commentSigns.get(dialect) ?? '--';
  const lines = text
    .trim()
    .replaceAll('${', '$ {')
    .split(/\r\n|\r|\n/);
  return lines.map(line => `${sign} ${line}`.trimEnd()).join('\n');
}

/** A semicolon in the comment that a statement ends with would end nothing. */
function endedStatement(text: string, dialect: string): string {
  const statement = text.trim();
  if (isWhole(dialect)) return statement;
  const lexis = lexisOf(dialect);
  if (isEnded(statement, lexis)) return statement;
  return isEnded(`${statement};`, lexis) ? `${statement};` : `${statement}\n;`;
}

function isEnded(text: string, lexis: Lexis): boolean {
  const pieces = cutStatements(text, lexis);
  return pieces.length > 1 && pieces.at(-1)?.from === text.length;
}
