import type {Token} from '../tokens.ts';

/** Something in a FROM clause, or that a statement writes to. */
export type Relation = {
  readonly kind: 'table' | 'query' | 'cte' | 'function';
  /** What columns of it are called by; the last part of the name where no alias is given. */
  readonly alias: string;
  /** Where an alias is written; undefined without one. */
  readonly aliasToken: Token | undefined;
  /** Of a table, the parts of its name. */
  readonly path: readonly Token[];
  /** Of a query in parentheses: its branches. */
  readonly queries: readonly Query[];
  readonly cte: Cte | undefined;
  /** Names that the text gives its columns: `AS t (a, b)`, `LATERAL VIEW … t AS a, b`. */
  readonly columnNames: readonly string[] | undefined;
  /** Of a function that makes rows of a list or a map: what it is called with, and where. */
  readonly call:
    | {readonly name: string; readonly tokens: readonly Token[]; readonly in: Query}
    | undefined;
  /** How it comes to those before it. `open`: joined, and no condition is written. */
  join: 'first' | 'comma' | 'cross' | 'condition' | 'open';
  readonly isTarget: boolean;
  /** The name, or the opening parenthesis. */
  readonly at: Token;
};

/** A query that WITH names. */
export type Cte = {
  readonly name: Token;
  readonly columnNames: readonly string[] | undefined;
  queries: readonly Query[];
};

export type Clause =
  | 'start'
  | 'select'
  | 'from'
  | 'on'
  | 'using'
  | 'where'
  | 'group'
  | 'having'
  | 'order'
  | 'window'
  | 'qualify'
  | 'limit'
  | 'set'
  | 'values'
  | 'columns';

/** One of a select list. Empty names are of expressions without one. */
export type Item = {
  readonly name: string;
  readonly nameToken: Token | undefined;
  /** Of `*` the name before it, of `*` alone empty. */
  readonly star: string | undefined;
  /** What EXCLUDE or EXCEPT leaves out of a star. */
  readonly excluded: readonly string[];
  readonly tokens: readonly Token[];
};

/** A query with what it reads: one SELECT with all its clauses, or a statement that writes. */
export type Query = {
  readonly from: number;
  to: number;
  readonly parent: Query | undefined;
  readonly ctes: readonly Cte[];
  readonly relations: Relation[];
  readonly items: Item[];
  /** Its own tokens, without those of queries inside of it. */
  readonly tokens: {readonly token: Token; readonly clause: Clause; readonly depth: number}[];
  readonly children: Query[];
  /** Behind a UNION or its like: what sorts it sorts all of them. */
  readonly isBranch: boolean;
  /** Where what it reads cannot be told from the text, as with PIVOT. */
  isOpaque: boolean;
};

/** A statement: its outermost queries, of which a union has several, and all of them. */
export type QueryTree = {
  readonly tokens: readonly Token[];
  readonly queries: readonly Query[];
  readonly all: readonly Query[];
  readonly ctes: readonly Cte[];
};
