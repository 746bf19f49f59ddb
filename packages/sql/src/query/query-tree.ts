import type {Token} from '../tokens.ts';
import {BranchReader} from './branch-reader.ts';
import type {Query, QueryTree} from './query.ts';

export type {Clause, Cte, Item, Query, QueryTree, Relation} from './query.ts';
export {isJoined, isName, isSymbol, same, word} from './words.ts';

/**
 * What the queries of a statement read and give, from whatever is written so far: nothing fails.
 * @param tokens without comments
 */
export function queryTree(tokens: readonly Token[], length: number): QueryTree {
  const reader = new BranchReader(tokens, length);
  const queries = reader.queries(0, tokens.length, undefined, []);
  return {tokens, queries, all: reader.all, ctes: reader.ctes};
}

/** The innermost query around a place. */
export function queryAt({queries, all}: QueryTree, caret: number): Query | undefined {
  let found: Query | undefined;
  for (const query of all) {
    if (query.from > caret || query.to < caret) continue;
    if (found === undefined || query.to - query.from <= found.to - found.from) found = query;
  }
  return found ?? queries.at(-1);
}

/** Queries around one, itself first. */
export function around(query: Query | undefined): Query[] {
  const found: Query[] = [];
  for (let at = query; at !== undefined; at = at.parent) found.push(at);
  return found;
}
