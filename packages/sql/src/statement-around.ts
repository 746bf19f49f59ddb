import {splitStatements} from './split-statements.ts';

/** The piece of a text between the semicolons around a place, and where it begins. */
export function statementAround(text: string, caret: number): {text: string; from: number} {
  const lines = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1);
  const place = ({row, column}: {row: number; column: number}) => (lines[row] ?? 0) + column;
  let from = 0;
  for (const {end} of splitStatements(text)) {
    const to = place(end);
    // Behind its semicolon another one begins.
    if (caret < to || (caret === to && text[to - 1] !== ';'))
      return {text: text.slice(from, to), from};
    if (text[to - 1] === ';') from = to;
    else return {text: text.slice(from), from};
  }
  return {text: text.slice(from), from};
}
