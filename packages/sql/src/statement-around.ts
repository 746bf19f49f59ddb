import type {Lexis} from './lexis.ts';
import {cutStatements} from './split-statements.ts';

type Statement = {readonly text: string; readonly from: number};

/**
 * The statements of a text, with the white space and comments before each, and where they begin.
 * The last one has what is behind the last semicolon, if only comments or nothing.
 */
export function statementsOf(text: string, lexis: Lexis): Statement[] {
  const pieces = cutStatements(text, lexis);
  const found: Statement[] = [];
  let [from, last] = [0, 0];
  for (const [n, piece] of pieces.entries()) {
    const isLast = n === pieces.length - 1;
    // What the client of a server reads itself is in no piece.
    if (piece.from !== last) from = piece.from;
    last = piece.to;
    if (piece.isEmpty && !isLast) continue;
    const sign = isLast || piece.delimiter === ';' ? '' : piece.delimiter;
    found.push({text: text.slice(from, piece.to - sign.length), from});
    from = piece.to;
  }
  return found;
}

/** The piece of a text between the semicolons around a place, and where it begins. */
export function statementAround(text: string, caret: number, lexis: Lexis): Statement {
  const all = statementsOf(text, lexis);
  // Behind its semicolon another one begins.
  const found = all.find(({text: own, from}) => caret < from + own.length) ?? all.at(-1);
  return found === undefined || found.from > caret ? {text: '', from: caret} : found;
}
