import type {Token} from '../tokens.ts';
import type {Clause, Cte, Query, Relation} from './query.ts';
import {namesBetween, type TokenWalk} from './token-walk.ts';
import {rowMakers} from './unnested.ts';
import {isJoined, isName, isSymbol, joinWords, noAlias, same, word} from './words.ts';

/** Of an interval. */
const units = /^(?:year|month|week|day|hour|minute|second)s?$/;

/** Reads the branches of a query between two tokens. */
export type ReadQueries = (
  first: number,
  last: number,
  parent: Query | undefined,
  known: readonly Cte[],
) => Query[];

/** What a query reads: tables, functions and further queries, with what joins them. */
export class RelationReader {
  readonly #walk: TokenWalk;
  readonly #queries: ReadQueries;

  /** @param queries for those in parentheses */
  constructor(walk: TokenWalk, queries: ReadQueries) {
    this.#walk = walk;
    this.#queries = queries;
  }

  /** What stands in parentheses and is no query; queries inside are read. The place behind. */
  expression(open: number, query: Query, clause: Clause): number {
    const end = this.#walk.closing(open);
    if (this.#walk.isQuery(open)) {
      this.#queries(open + 1, end, query, query.ctes);
      return end + 1;
    }
    let depth = 0;
    for (let at = open; at <= end && at < this.#walk.tokens.length; at++) {
      const token = this.#walk.tokens[at] as Token;
      if (isSymbol(token, '(')) {
        if (at !== open && this.#walk.isQuery(at)) {
          const inner = this.#walk.closing(at);
          this.#queries(at + 1, inner, query, query.ctes);
          at = inner;
          continue;
        }
        depth++;
      } else if (isSymbol(token, ')')) depth--;
      query.tokens.push({token, clause, depth: isSymbol(token, '(') ? depth - 1 : depth});
    }
    return end + 1;
  }

  /** Reads a table, function or query of a FROM clause; the place behind. */
  relation(
    from: number,
    last: number,
    query: Query,
    join: Relation['join'],
    isTarget: boolean,
  ): number {
    let at = this.#walk.skip(from, ['lateral', 'table', 'only']);
    // It names what stands before it, which is its condition.
    if (word(this.#walk.tokens[from]) === 'lateral' && join !== 'first') join = 'cross';
    // A hint of Impala: `JOIN [SHUFFLE] t`.
    if (isSymbol(this.#walk.tokens[at], '[')) at += 3;
    const token = this.#walk.tokens[at];
    if (token === undefined || at >= last) return Math.min(at, last);
    if (isSymbol(token, '(')) {
      const end = this.#walk.end(at, last);
      if (!this.#walk.isQuery(at)) {
        // Joins in parentheses.
        at = this.relation(at + 1, end, query, join, isTarget);
        return this.#joins(at, end, query) + 1;
      }
      const queries = this.#queries(at + 1, end, query, query.ctes);
      const isValues = word(this.#walk.tokens[at + 1]) === 'values';
      return this.#aliased(end + 1, last, query, {
        kind: isValues ? 'function' : 'query',
        path: [],
        queries,
        cte: undefined,
        call: undefined,
        join,
        isTarget,
        at: token,
      });
    }
    if (!isName(token) || (token.kind === 'name' && noAlias.has(word(token)))) return at;
    const path = [token];
    at++;
    while (
      isName(this.#walk.tokens[at + 1]) &&
      isJoined(this.#walk.tokens[at], this.#walk.tokens[at + 1])
    ) {
      path.push(this.#walk.tokens[at + 1] as Token);
      at += 2;
    }
    // A name that is still being written: `FROM sales.`
    if (isSymbol(this.#walk.tokens[at], '.')) at++;
    // PostgreSQL: `ROWS FROM (f(), g())`
    if (word(token) === 'rows' && word(this.#walk.tokens[at]) === 'from') at++;
    const isCall = isSymbol(this.#walk.tokens[at], '(') && !isTarget;
    const call = isCall && path.length === 1 ? this.#rowsOf(token, at, query) : undefined;
    if (isCall) at = this.expression(at, query, 'select');
    const cte =
      path.length === 1 && !isCall && !isTarget
        ? query.ctes.findLast(one => same(one.name.text, token.text))
        : undefined;
    const kind = isCall ? 'function' : cte === undefined ? 'table' : 'cte';
    return this.#aliased(at, last, query, {
      kind,
      path,
      queries: [],
      cte,
      call,
      join,
      isTarget,
      at: token,
    });
  }

  /** What a function is called with that makes rows of a list or a map. */
  #rowsOf(token: Token, open: number, query: Query): Relation['call'] {
    const name = word(token);
    if (!rowMakers.has(name)) return undefined;
    return {name, tokens: this.#walk.tokens.slice(open + 1, this.#walk.closing(open)), in: query};
  }

  /** More of a FROM clause in parentheses. */
  #joins(from: number, last: number, query: Query): number {
    let at = from;
    while (at < last) {
      const text = word(this.#walk.tokens[at]);
      if (text === 'join') at = this.relation(at + 1, last, query, 'condition', false);
      else if (isSymbol(this.#walk.tokens[at], ','))
        at = this.relation(at + 1, last, query, 'comma', false);
      else if (isSymbol(this.#walk.tokens[at], '(')) at = this.expression(at, query, 'on');
      else {
        if (!joinWords.has(text) && text !== 'on')
          query.tokens.push({token: this.#walk.tokens[at] as Token, clause: 'on', depth: 0});
        at++;
      }
    }
    return at;
  }

  #aliased(
    from: number,
    last: number,
    query: Query,
    relation: Omit<Relation, 'alias' | 'aliasToken' | 'columnNames'>,
  ): number {
    let at = this.#behindVersion(from, last);
    if (word(this.#walk.tokens[at]) === 'with' && word(this.#walk.tokens[at + 1]) === 'ordinality')
      at += 2;
    if (word(this.#walk.tokens[at]) === 'tablesample' && isSymbol(this.#walk.tokens[at + 1], '('))
      at = this.#walk.end(at + 1, last) + 1;
    const isAs = word(this.#walk.tokens[at]) === 'as' && isName(this.#walk.tokens[at + 1]);
    const named = this.#walk.tokens[isAs ? at + 1 : at];
    let columnNames: readonly string[] | undefined;
    let aliasToken: Token | undefined;
    const isAlias =
      isName(named) &&
      (isAs ? at + 1 : at) < last &&
      (named.kind === 'quoted' || !noAlias.has(word(named))) &&
      !this.#isIndexHint(isAs ? at + 1 : at);
    if (isAlias) {
      aliasToken = named;
      at += isAs ? 2 : 1;
      if (isSymbol(this.#walk.tokens[at], '(') && !relation.isTarget && !this.#walk.isQuery(at)) {
        const end = this.#walk.end(at, last);
        columnNames = namesBetween(this.#walk.tokens, at + 1, end);
        at = end + 1;
      }
    }
    const alias = aliasToken?.text ?? relation.path.at(-1)?.text ?? '';
    query.relations.push({...relation, alias, aliasToken, columnNames});
    return Math.min(at, last);
  }

  /** Behind `FOR VERSION AS OF 3` and the like, which say of when a table is. */
  #behindVersion(from: number, last: number): number {
    let at = this.#walk.skip(from, ['for']);
    const isVersion =
      /^(?:timestamp|version|system_time|system_version)$/.test(word(this.#walk.tokens[at])) &&
      word(this.#walk.tokens[at + 1]) === 'as' &&
      word(this.#walk.tokens[at + 2]) === 'of';
    if (!isVersion) return from;
    at = this.#operand(at + 3, last);
    while (isSymbol(this.#walk.tokens[at], '+') || isSymbol(this.#walk.tokens[at], '-'))
      at = this.#operand(at + 1, last);
    return Math.min(at, last);
  }

  /** Behind a value: `DATE '2026-01-01'`, `now()`, `INTERVAL '1' DAY`. */
  #operand(from: number, last: number): number {
    const {tokens} = this.#walk;
    const isCall = isSymbol(tokens[from + 1], '(');
    let at = (isCall ? from : this.#walk.skip(from, ['timestamp', 'date', 'interval'])) + 1;
    if (isSymbol(tokens[at], '(')) at = this.#walk.end(at, last) + 1;
    return word(tokens[from]) === 'interval' && units.test(word(tokens[at])) ? at + 1 : at;
  }

  /** MySQL: `t USE INDEX (a)`. */
  #isIndexHint(at: number): boolean {
    const {tokens} = this.#walk;
    return (
      /^(?:use|force|ignore)$/.test(word(tokens[at])) &&
      /^(?:index|key)$/.test(word(tokens[at + 1]))
    );
  }

  /** `explode(x) t AS a, b`: the place behind. */
  lateralView(from: number, last: number, query: Query): number {
    let at = this.#walk.skip(from, ['outer']);
    const call = this.#walk.tokens[at];
    if (!isName(call)) return at;
    at++;
    const called = this.#rowsOf(call, at, query);
    if (isSymbol(this.#walk.tokens[at], '(')) at = this.expression(at, query, 'on');
    const alias = this.#walk.tokens[at];
    const isAlias = isName(alias) && word(alias) !== 'as' && !noAlias.has(word(alias)) && at < last;
    if (isAlias) at++;
    const columnNames: string[] = [];
    if (word(this.#walk.tokens[at]) === 'as') {
      do {
        at++;
        const name = this.#walk.tokens[at];
        if (!isName(name) || at >= last) break;
        columnNames.push(name.text);
        at++;
      } while (isSymbol(this.#walk.tokens[at], ','));
    }
    query.relations.push({
      kind: 'function',
      alias: isAlias ? alias.text : '',
      aliasToken: isAlias ? alias : undefined,
      path: [],
      queries: [],
      cte: undefined,
      call: called,
      columnNames: columnNames.length > 0 ? columnNames : undefined,
      join: 'condition',
      isTarget: false,
      at: call,
    });
    return Math.min(at, last);
  }
}
