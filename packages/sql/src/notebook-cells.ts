// Cells of a notebook as one text of several statements.
import {type Lexis, lexisOf} from './lexis.ts';
import {cutStatements, isWhole} from './split-statements.ts';

type NotebookCell = {readonly kind: 'text' | 'sql'; readonly text: string};

/** As one text: each text as a comment, each statement with its semicolon. */
export function textOfCells(cells: readonly NotebookCell[], dialect: string): string {
  const written = cells.flatMap(({kind, text}) => {
    if (text.trim() === '') return [];
    return [kind === 'text' ? commentOf(text) : endedStatement(text, dialect)];
  });
  return written.length === 0 ? '' : `${written.join('\n\n')}\n`;
}

function commentOf(text: string): string {
  const lines = text.trim().split(/\r\n|\r|\n/);
  return lines.map(line => `-- ${line}`.trimEnd()).join('\n');
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
