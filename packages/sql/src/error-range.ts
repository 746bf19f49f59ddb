import type {Dialect} from './dialects.ts';
import {tokensOf} from './tokens.ts';

type TextRange = {readonly from: number; readonly to: number};

/** Where engines say that a statement is wrong; lines begin at 1, the first column is `start`. */
const patterns: readonly {readonly pattern: RegExp; readonly start: 0 | 1}[] = [
  // Trino: "line 1:8: Column 'a' cannot be resolved"
  {pattern: /\bline (\d+):(\d+): /, start: 1},
  // Hive: "SemanticException [Error 10004]: Line 1:7 Invalid …", "ParseException line 1:9 missing
  // …"
  {pattern: /\bline (\d+):(\d+)\b/i, start: 0},
  // Spark: "(line 1, pos 7)", "; line 1 pos 7"
  {pattern: /\bline (\d+),? pos (\d+)/, start: 0},
  // Spark: "== SQL (line 1, position 8) =="
  {pattern: /\bline (\d+), position (\d+)/, start: 1},
];

/** The piece of a statement that an engine's message is about; undefined where it says none. */
export function errorRange(
  message: string,
  statement: string,
  dialect: Dialect,
): TextRange | undefined {
  const at = pointedAt(message, statement) ?? countedAt(message, statement);
  const tokens = tokensOf(statement, dialect).filter(({kind}) => kind !== 'comment');
  if (at !== undefined) {
    const token = tokens.find(one => one.to > at) ?? tokens.at(-1);
    return token && {from: token.from, to: token.to};
  }
  // Some only name what they do not know.
  for (const [, name = ''] of message.matchAll(/["'`]([\p{L}_][\p{L}\p{N}_.$]*)["'`]/gu)) {
    const last = name.split('.').at(-1)?.toLowerCase();
    const token = tokens.find(
      ({kind, text}) => (kind === 'name' || kind === 'quoted') && text.toLowerCase() === last,
    );
    if (token !== undefined) return {from: token.from, to: token.to};
  }
  return undefined;
}

/** A line of the statement with a sign below it, as DuckDB and Impala show it. */
function pointedAt(message: string, statement: string): number | undefined {
  const lines = message.split('\n');
  const sign = lines.findIndex(line => /^\s*\^\s*$/.test(line));
  const shown = lines[sign - 1];
  if (sign < 1 || shown === undefined) return undefined;
  const [start = '', number] = /^LINE (\d+): /.exec(shown) ?? [];
  const before = number ?? /\bline (\d+):?$/.exec(lines[sign - 2] ?? '')?.[1];
  const column = (lines[sign] ?? '').indexOf('^') - start.length;
  const line = before === undefined ? undefined : lineAt(statement, Number(before));
  // A long line is cut at both ends.
  const excerpt = shown.slice(start.length);
  const piece = excerpt.replace(/^\.\.\./, '').replace(/\.\.\.$/, '');
  const found = line === undefined ? -1 : line.text.indexOf(piece);
  if (line === undefined || found < 0 || column < 0) return undefined;
  return line.from + found + column - (excerpt.startsWith('...') ? 3 : 0);
}

function countedAt(message: string, statement: string): number | undefined {
  for (const {pattern, start} of patterns) {
    const [, row, column] = pattern.exec(message) ?? [];
    const line = row === undefined ? undefined : lineAt(statement, Number(row));
    if (line !== undefined && column !== undefined && Number(column) <= line.text.length + start)
      return line.from + Math.max(0, Number(column) - start);
  }
  return undefined;
}

function lineAt(text: string, number: number): {text: string; from: number} | undefined {
  const lines = text.split('\n');
  const line = lines[number - 1];
  if (line === undefined) return undefined;
  const from = lines.slice(0, number - 1).reduce((sum, one) => sum + one.length + 1, 0);
  return {text: line, from};
}
