import type {Mark} from '../marks.ts';
import {isName, isSymbol, word} from '../query/query-tree.ts';
import type {Token} from '../tokens.ts';

/** How many arguments functions take that all dialects have with the same ones. */
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

/** Calls with more or fewer arguments than there can be; of those that are written to their end. */
export function argumentMarks(tokens: readonly Token[]): Mark[] {
  const marks: Mark[] = [];
  tokens.forEach((token, at) => {
    const range =
      isName(token) && isSymbol(tokens[at + 1], '(') ? counts.get(word(token)) : undefined;
    if (range === undefined || isSymbol(tokens[at - 1], '.')) return;
    const found = argumentCount(tokens, at + 1);
    const [least, most] = range;
    if (found === undefined || (found >= least && found <= most)) return;
    const wanted = least === most ? `${least}` : `${least} to ${most}`;
    const ending = least === most && least === 1 ? '' : 's';
    marks.push({
      from: token.from,
      to: token.to,
      message: `${token.text} takes ${wanted} argument${ending}, not ${found}.`,
      severity: 'warning',
    });
  });
  return marks;
}

function argumentCount(tokens: readonly Token[], open: number): number | undefined {
  let [depth, commas] = [0, 0];
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind === 'variable') return undefined;
    if (token?.kind === 'symbol' && /^[([{]$/.test(token.text)) depth++;
    else if (token?.kind === 'symbol' && /^[)\]}]$/.test(token.text)) {
      if (--depth === 0) return at === open + 1 ? 0 : commas + 1;
    } else if (depth === 1 && isSymbol(token, ',')) commas++;
  }
  return undefined;
}
