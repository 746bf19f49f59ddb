import type {Fix, Mark} from '../marks.ts';
import {isSymbol, type QueryTree, word} from '../query/query-tree.ts';
import type {Token} from '../tokens.ts';

/** Queries of WITH that nothing reads; those that write do so even then. */
export function unusedQueryMarks({all, ctes, tokens}: QueryTree, statement: string): Mark[] {
  const used = new Set(all.flatMap(({relations}) => relations.map(({cte}) => cte)));
  return ctes
    .filter(cte => !used.has(cte) && cte.queries.length > 0)
    .filter(({queries: [first]}) => {
      const start = tokens.find(({from}) => from >= (first?.from ?? Infinity));
      return !/^(?:insert|update|delete|merge)$/.test(word(start));
    })
    .map(({name}) => {
      const {from, to, text} = name;
      const fix = removal(tokens, tokens.indexOf(name), statement);
      return {from, to, message: `${text} is never used.`, severity: 'info', ...(fix && {fix})};
    });
}

/** Takes out one query, with its comma, or with WITH where it is the only one. */
function removal(tokens: readonly Token[], at: number, statement: string): Fix | undefined {
  const end = tokens[endOf(tokens, at)];
  const next = tokens[endOf(tokens, at) + 1];
  if (end === undefined || next === undefined || /^(?:search|cycle)$/.test(word(next)))
    return undefined;
  const label = `Remove ${tokens[at]?.text}`;
  const before = tokens[at - 1];
  if (isSymbol(before, ',') && before !== undefined)
    return {label, from: before.from, to: end.to, insert: ''};
  const isFirst = isSymbol(next, ',');
  const start = tokens[isFirst ? at : word(before) === 'recursive' ? at - 2 : at - 1];
  const behind = isFirst ? next.to : end.to;
  const [space = ''] = /^\s*/.exec(statement.slice(behind)) ?? [];
  return start && {label, from: start.from, to: behind + space.length, insert: ''};
}

/** `name (a, b) AS NOT MATERIALIZED (…)`: its last token. */
function endOf(tokens: readonly Token[], name: number): number {
  let at = name + 1;
  if (isSymbol(tokens[at], '(')) at = closing(tokens, at) + 1;
  while (/^(?:as|not|materialized)$/.test(word(tokens[at]))) at++;
  return isSymbol(tokens[at], '(') ? closing(tokens, at) : tokens.length;
}

function closing(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    else if (isSymbol(tokens[at], ')') && --depth === 0) return at;
  }
  return tokens.length;
}
