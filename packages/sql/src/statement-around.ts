import {splitStatements} from './split-statements.ts';

type Piece = {readonly text: string; readonly from: number};

/** The statements of a text, with the white space before each, and where they begin. */
export function statementsOf(text: string): Piece[] {
  const lines = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  let from = 0;
  return splitStatements(text).map(({end: {row, column}}) => {
    const to = (lines[row] ?? 0) + column;
    const piece = {text: text.slice(from, to), from};
    from = to;
    return piece;
  });
}

/** The piece of a text between the semicolons around a place, and where it begins. */
export function statementAround(text: string, caret: number): Piece {
  let from = 0;
  for (const piece of statementsOf(text)) {
    const to = piece.from + piece.text.length;
    const isEnded = text[to - 1] === ';';
    // Behind its semicolon another one begins.
    if (caret < to || (caret === to && !isEnded)) return piece;
    if (!isEnded) return {text: text.slice(piece.from), from: piece.from};
    from = to;
  }
  return {text: text.slice(from), from};
}
