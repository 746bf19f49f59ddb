import {afterSpace, type Expected, withoutVariables} from '@gazetteer/sql';
import type {Grammar} from './grammar-of.ts';

/** A place that the grammar of a dialect does not allow. */
export type Misplaced = {readonly from: number; readonly to: number};

/** What the grammar says may stand at a place of a statement; undefined when it has no idea. */
export function expectedAt(
  {parser}: Grammar,
  statement: string,
  caret: number,
): Expected | undefined {
  const text = withoutVariables(statement);
  const lines = text.slice(0, caret).split('\n');
  // A statement that ends in white space has no token behind it, where the caret would be.
  const place = {lineNumber: lines.length, column: (lines.at(-1)?.length ?? 0) + 1};
  const found = parser.getSuggestionAtCaretPosition(text, place);
  if (found === null) return undefined;
  const names = new Set(found.syntax.map(({syntaxContextType}) => String(syntaxContextType)));
  if (names.size === 0 && found.keywords.length === 0) return undefined;
  return {
    keywords: found.keywords,
    tables: names.has('table') || names.has('view'),
    columns: names.has('column'),
    functions: names.has('function'),
    databases: names.has('database'),
  };
}

/** A table that is joined, whose condition is still to come. */
const openJoin = /\bjoin\s+[\w.`"]+(?:\s+(?:as\s+)?[\w`"]+)?\s*$/i;

/** What stands in procedures, which semicolons cut into pieces that are no statements. */
const ofProcedure =
  /^(?:begin\s+\w|case|declare|else|elseif|elsif|end|exit|for|if|iterate|leave|loop|print|repeat|return|until|while)\b/i;

/**
 * The first place that the grammar does not allow. None at the end: what is missing there may still
 * be written.
 */
export function misplacedIn(
  {parser, unread, replaced = []}: Grammar,
  statement: string,
): Misplaced | undefined {
  if (unread.test(statement) || ofProcedure.test(statement.slice(afterSpace(statement, 0))))
    return undefined;
  const text = replaced.reduce(
    (written, [piece, as]) => written.replaceAll(piece, as),
    withoutVariables(statement),
  );
  const [error] = parser.validate(text);
  if (error === undefined) return undefined;
  const lines = text.split('\n');
  const at = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  const [from, to] = [at(error.startLine, error.startColumn), at(error.endLine, error.endColumn)];
  const end = openJoin.exec(text)?.index ?? text.trimEnd().length;
  return from < 0 || from >= end || to <= from ? undefined : {from, to};
}
