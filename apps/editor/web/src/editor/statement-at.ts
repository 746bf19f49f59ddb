import {splitStatements, type StatementText} from '@gazetteer/sql';

/** Places in a text, counted in UTF-16 units. */
export type Range = {readonly from: number; readonly to: number; readonly statement: string};

/** The statements of a text and where they are. */
export function rangesOf(text: string, dialect: string): Range[] {
  const lines = lineStarts(text);
  const at = ({row, column}: StatementText['start']) => (lines[row] ?? 0) + column;
  return splitStatements(text, dialect).map(({start, end, statement}) => ({
    from: at(start),
    to: at(end),
    statement,
  }));
}

/**
 * The statement that somebody at `caret` means: the one around it, else the one before it, else the
 * first. Behind the semicolon somebody still means the statement that they have just written.
 */
export function statementAt(ranges: readonly Range[], caret: number): Range | undefined {
  return (
    ranges.find(range => caret >= range.from && caret <= range.to) ??
    ranges.findLast(range => range.to < caret) ??
    ranges[0]
  );
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
