import type {StatementRange} from '@gazetteer/sql';

/**
 * The statement that somebody at `caret` means: the one around it, else the one before it, else the
 * first. Behind the semicolon somebody still means the statement that they have just written.
 */
export function statementAt(
  ranges: readonly StatementRange[],
  caret: number,
): StatementRange | undefined {
  return (
    ranges.find(range => caret >= range.from && caret <= range.to) ??
    ranges.findLast(range => range.to < caret) ??
    ranges[0]
  );
}
