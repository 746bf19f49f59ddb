import type {Dialect} from '../dialects.ts';
import {argumentRange, knownFunctions} from '../functions/known-functions.ts';
import type {Mark} from '../marks.ts';
import {isSymbol, word} from '../query/query-tree.ts';
import type {Token} from '../tokens.ts';

/**
 * How many arguments functions take that all dialects have with the same ones, for dialects of
 * which not more is known.
 */
const counts = new Map(
  Object.entries<readonly [least: number, most: number]>({
    abs: [1, 1],
    avg: [1, 1],
    coalesce: [1, Infinity],
    date_add: [2, 3],
    datediff: [2, 3],
    exp: [1, 1],
    ifnull: [2, 2],
    initcap: [1, 1],
    lag: [1, 3],
    lead: [1, 3],
    length: [1, 1],
    lower: [1, 1],
    lpad: [2, 3],
    mod: [2, 2],
    nullif: [2, 2],
    nvl: [2, 2],
    pow: [2, 2],
    power: [2, 2],
    reverse: [1, 1],
    round: [1, 3],
    row_number: [0, 0],
    rpad: [2, 3],
    sqrt: [1, 1],
    substr: [2, 3],
    sum: [1, 1],
    upper: [1, 1],
  }),
);

/** Words before a name with a list in parentheses that is no call. */
const beforeList =
  /^(?:into|ignore|table|view|overwrite|index|key|unique|fulltext|spatial|constraint|references|function|procedure|macro|update|as|with|recursive)$/;
/** Words that a statement of a procedure follows: `BEGIN IF (a) AND (b) THEN …`. */
const beforeStatement = /^(?:begin|then|else|do|loop|repeat)$/;
/** First words of statements that name functions and privileges, and call none. */
const withoutCalls = /^(?:grant|revoke|drop)$/;

/** Calls with more or fewer arguments than there can be; of those that are written to their end. */
export function argumentMarks(tokens: readonly Token[], dialect: Dialect): Mark[] {
  const marks: Mark[] = [];
  tokens.forEach((token, at) => {
    if (token.kind !== 'name' || !isSymbol(tokens[at + 1], '(')) return;
    const range = rangeOf(word(token), dialect);
    if (range === undefined || !isCall(tokens, at)) return;
    const found = argumentCount(tokens, at + 1, dialect);
    const [least, most] = range;
    if (found === undefined || (found >= least && found <= most)) return;
    marks.push({
      from: token.from,
      to: token.to,
      message: `${token.text} takes ${wanted(range)}, not ${found}.`,
      severity: 'warning',
    });
  });
  return marks;
}

function rangeOf(name: string, dialect: Dialect): readonly [number, number] | undefined {
  return knownFunctions(dialect).size === 0 ? counts.get(name) : argumentRange(dialect, name);
}

function wanted([least, most]: readonly [number, number]): string {
  const count =
    least === most ? `${least}` : most === Infinity ? `${least} or more` : `${least} to ${most}`;
  return `${count} ${least === 1 && most === 1 ? 'argument' : 'arguments'}`;
}

/** Not `INSERT INTO rank (a, b)`, `CREATE INDEX i ON rank (a, b)`, `(VALUES (1, 2)) mode(a, b)`. */
function isCall(tokens: readonly Token[], at: number): boolean {
  const [before, first] = [tokens[at - 1], word(tokens[0])];
  if (withoutCalls.test(first)) return false;
  const isStart = at === 0 || isSymbol(before, ';') || beforeStatement.test(word(before));
  if (isStart && word(tokens[at]) === 'if') return false;
  if (word(before) === 'on' && first === 'create') return false;
  return !isSymbol(before, '.') && !isSymbol(before, ')') && !beforeList.test(word(before));
}

/** Undefined where it is not known: of a call that isn't closed, or has a variable in it. */
function argumentCount(
  tokens: readonly Token[],
  open: number,
  {name}: Dialect,
): number | undefined {
  // Words behind which a call of an aggregate says no further arguments.
  const endOfArguments = name === 'mysql' ? /^(?:order|separator|using)$/ : /^(?:order|using)$/;
  let [depth, commas, isOver] = [0, 0, false];
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind === 'variable') return undefined;
    if (token?.kind === 'symbol' && /^[([{]$/.test(token.text)) depth++;
    else if (token?.kind === 'symbol' && /^[)\]}]$/.test(token.text)) {
      if (--depth > 0) continue;
      const next = word(tokens[at + 1]);
      // Of hypothetical rows, and a list of names before a query.
      if (next === 'within' || (next === 'as' && isSymbol(tokens[at + 2], '('))) return undefined;
      return at === open + 1 ? 0 : commas + 1;
    } else if (depth === 1 && endOfArguments.test(word(token))) isOver = true;
    else if (depth === 1 && !isOver && isSymbol(token, ',')) commas++;
  }
  return undefined;
}
