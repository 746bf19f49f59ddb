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

/** Those that begin another part of a query. */
const clauses = new Map(
  Object.entries<Clause>({
    select: 'select',
    from: 'from',
    where: 'where',
    group: 'group',
    having: 'having',
    order: 'order',
    sort: 'order',
    cluster: 'order',
    distribute: 'order',
    window: 'window',
    qualify: 'qualify',
    limit: 'limit',
    offset: 'limit',
    fetch: 'limit',
    set: 'set',
    values: 'values',
    returning: 'select',
  }),
);
const setWords = new Set(['union', 'intersect', 'except', 'minus']);
const joinWords = new Set(
  'join inner left right full cross natural semi anti asof positional outer straight_join'.split(
    ' ',
  ),
);
/** What may follow a relation and is no alias of it. */
const noAlias = new Set([
  ...clauses.keys(),
  ...setWords,
  ...joinWords,
  ...'on using as with lateral tablesample pivot unpivot when then insert for match_recognize union do select partition stored default not matched overwrite at version table'.split(
    ' ',
  ),
]);
const opaque = new Set(['pivot', 'unpivot', 'match_recognize', 'transform', 'summarize', 'model']);
const queryStarts = new Set(['select', 'with', 'from', 'values', 'table']);
/** Where a parenthesis that nobody has closed yet surely ends. */
const surelyOutside = new Set(
  'from where group having order limit join union intersect qualify'.split(' '),
);

export const word = (token: Token | undefined): string =>
  token?.kind === 'name' ? token.text.toLowerCase() : '';
export const isName = (token: Token | undefined): token is Token =>
  token?.kind === 'name' || token?.kind === 'quoted';
export const isSymbol = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'symbol' && token.text === text;

/** Whether a dot makes a name part of another one, and does not wait for one: `o. FROM t`. */
export const isJoined = (dot: Token | undefined, name: Token | undefined): boolean =>
  isSymbol(dot, '.') &&
  (dot?.to === name?.from || name?.kind === 'quoted' || clauses.get(word(name)) === undefined);

/**
 * What the queries of a statement read and give, from whatever is written so far: nothing fails.
 * @param tokens without comments
 */
export function queryTree(tokens: readonly Token[], length: number): QueryTree {
  const reader = new Reader(tokens, length);
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

class Reader {
  readonly all: Query[] = [];
  readonly ctes: Cte[] = [];
  readonly #tokens: readonly Token[];
  readonly #length: number;
  /** Where the parenthesis that opens at a token is closed. */
  readonly #ends: Map<number, number>;

  constructor(tokens: readonly Token[], length: number) {
    this.#tokens = tokens;
    this.#length = length;
    this.#ends = endsOf(tokens);
  }

  /** The branches between two tokens. */
  queries(first: number, last: number, parent: Query | undefined, known: readonly Cte[]): Query[] {
    const ctes = [...known];
    const found: Query[] = [];
    const begin = (at: number, relations: readonly Relation[] = []): Query => {
      const query: Query = {
        from: at === 0 ? 0 : (this.#tokens[at - 1]?.to ?? this.#length),
        to: this.#tokens[last]?.from ?? this.#length,
        parent,
        ctes,
        relations: [...relations],
        items: [],
        tokens: [],
        children: [],
        isBranch: found.length > 0,
        isOpaque: false,
      };
      found.push(query);
      this.all.push(query);
      parent?.children.push(query);
      return query;
    };
    const isJoining = /^(?:merge|delete)$/.test(word(this.#tokens[first]));
    let query = begin(first);
    let clause: Clause = 'start';
    /** The first token of the select list that is being read. */
    let listed: number | undefined;
    let join: Relation['join'] = 'first';
    const endList = (at: number) => {
      if (listed !== undefined) this.#items(query, listed, at);
      listed = undefined;
    };
    for (let at = first; at < last;) {
      const token = this.#tokens[at] as Token;
      const text = word(token);
      const [before, next] = [this.#tokens[at - 1], this.#tokens[at + 1]];
      const isPart = at > first && isJoined(before, token);
      if (text === 'with' && !isPart && this.#isNaming(at)) {
        at = this.#named(at, last, query, ctes);
        continue;
      }
      if (!isPart && setWords.has(text) && !(isSymbol(before, '*') && isSymbol(next, '('))) {
        endList(at);
        query.to = token.from;
        at++;
        while (/^(?:all|distinct|by|name)$/.test(word(this.#tokens[at]))) at++;
        query = begin(at);
        [clause, join] = ['start', 'first'];
        continue;
      }
      if (isSymbol(token, '(') && clause === 'start' && this.#isQuery(at)) {
        at = this.#group(at, query);
        continue;
      }
      // Several may follow one FROM: Hive's INSERT after INSERT.
      if (text === 'insert' && query.items.length > 0 && !isPart) {
        endList(at);
        query.to = token.from;
        query = begin(
          at,
          query.relations.filter(one => !one.isTarget),
        );
        clause = 'start';
      }
      if (!isPart && opaque.has(text)) query.isOpaque = true;
      const isDistinctFrom = text === 'from' && word(before) === 'distinct';
      const begun = isPart || isDistinctFrom ? undefined : clauses.get(text);
      const target = this.#isTarget(at, first);
      if (
        begun !== undefined &&
        !(text === 'set' && clause !== 'start' && clause !== 'on' && clause !== 'from')
      ) {
        endList(at);
        clause = begun;
        query.tokens.push({token, clause, depth: 0});
        at++;
        if (clause === 'select') {
          while (/^(?:distinct|all|top|straight_join)$/.test(word(this.#tokens[at]))) at++;
          listed = at;
        } else if (clause === 'from') {
          join = 'first';
          at = this.#relation(at, last, query, join, false);
        }
      } else if (target) {
        at = this.#skip(at + 1, ['into', 'table', 'only', 'overwrite', 'if', 'exists']);
        at = this.#relation(at, last, query, 'first', true);
        if (isSymbol(this.#tokens[at], '(') && !this.#isQuery(at))
          at = this.#expression(at, query, 'columns');
      } else if (!isPart && text === 'using' && clause === 'start' && isJoining) {
        at = this.#relation(at + 1, last, query, 'condition', false);
        clause = 'from';
      } else if (
        !isPart &&
        (clause === 'from' || clause === 'on' || clause === 'using') &&
        joinWords.has(text)
      ) {
        if (text === 'join' || text === 'straight_join') {
          const words = [-1, -2, -3].map(n => word(this.#tokens[at + n]));
          const isFree = words.some(one => /^(?:cross|natural|positional|asof)$/.test(one));
          join = isFree ? 'cross' : 'open';
          at = this.#relation(at + 1, last, query, join, false);
          clause = 'from';
        } else if (/^(?:left|right)$/.test(text) && isSymbol(next, '(')) {
          query.tokens.push({token, clause, depth: 0});
          at++;
        } else at++;
      } else if (!isPart && (clause === 'from' || clause === 'on') && /^(?:on|using)$/.test(text)) {
        clause = text === 'on' ? 'on' : 'using';
        const joined = query.relations.at(-1);
        if (joined?.join === 'open') joined.join = 'condition';
        at++;
      } else if (clause === 'from' && text === 'lateral' && word(next) === 'view') {
        at = this.#lateralView(at + 2, last, query);
      } else if (clause === 'from' && isSymbol(token, ',')) {
        at = this.#relation(at + 1, last, query, 'comma', false);
      } else if (isSymbol(token, '(')) at = this.#expression(at, query, clause);
      else {
        query.tokens.push({token, clause, depth: 0});
        at++;
      }
    }
    endList(last);
    return found;
  }

  /** Whether a WITH names queries, and is no option of something. */
  #isNaming(at: number): boolean {
    let name = at + 1;
    if (word(this.#tokens[name]) === 'recursive') name++;
    if (!isName(this.#tokens[name])) return false;
    const after = this.#tokens[name + 1];
    if (word(after) === 'as') return true;
    const end = isSymbol(after, '(') ? this.#ends.get(name + 1) : undefined;
    return end !== undefined && word(this.#tokens[end + 1]) === 'as';
  }

  /** Reads what WITH names; the place behind. */
  #named(with_: number, last: number, query: Query, ctes: Cte[]): number {
    const isRecursive = word(this.#tokens[with_ + 1]) === 'recursive';
    let at = isRecursive ? with_ + 2 : with_ + 1;
    while (at < last) {
      const name = this.#tokens[at];
      if (!isName(name) || queryStarts.has(word(name))) break;
      let columnNames: string[] | undefined;
      at++;
      if (isSymbol(this.#tokens[at], '(')) {
        const end = this.#end(at, last);
        columnNames = namesBetween(this.#tokens, at + 1, end);
        at = end + 1;
      }
      at = this.#skip(at, ['as', 'not', 'materialized']);
      const cte: Cte = {name, columnNames, queries: []};
      this.ctes.push(cte);
      if (!isSymbol(this.#tokens[at], '(')) {
        ctes.push(cte);
        break;
      }
      const end = this.#end(at, last);
      cte.queries = this.queries(at + 1, end, query, isRecursive ? [...ctes, cte] : ctes);
      ctes.push(cte);
      at = end + 1;
      if (!isSymbol(this.#tokens[at], ',')) break;
      at++;
    }
    return at;
  }

  #skip(from: number, words: readonly string[]): number {
    let at = from;
    while (words.includes(word(this.#tokens[at]))) at++;
    return at;
  }

  #end(open: number, last: number): number {
    return Math.min(this.#ends.get(open) ?? last, last);
  }

  /** Whether a parenthesis begins a query. */
  #isQuery(open: number): boolean {
    let at = open + 1;
    while (isSymbol(this.#tokens[at], '(')) at++;
    return queryStarts.has(word(this.#tokens[at])) && !isSymbol(this.#tokens[at + 1], '.');
  }

  #group(open: number, query: Query): number {
    const end = this.#ends.get(open) ?? this.#tokens.length;
    const inner = this.queries(open + 1, end, query, query.ctes);
    // A union of parentheses gives what its first one gives.
    if (query.items.length === 0) query.items.push(...(inner[0]?.items ?? []));
    if (query.relations.length === 0) query.relations.push(...(inner[0]?.relations ?? []));
    return end + 1;
  }

  /** What stands in parentheses and is no query; queries inside are read. The place behind. */
  #expression(open: number, query: Query, clause: Clause): number {
    const end = this.#ends.get(open) ?? this.#tokens.length;
    if (this.#isQuery(open)) {
      this.queries(open + 1, end, query, query.ctes);
      return end + 1;
    }
    let depth = 0;
    for (let at = open; at <= end && at < this.#tokens.length; at++) {
      const token = this.#tokens[at] as Token;
      if (isSymbol(token, '(')) {
        if (at !== open && this.#isQuery(at)) {
          const inner = this.#ends.get(at) ?? this.#tokens.length;
          this.queries(at + 1, inner, query, query.ctes);
          at = inner;
          continue;
        }
        depth++;
      } else if (isSymbol(token, ')')) depth--;
      query.tokens.push({token, clause, depth: isSymbol(token, '(') ? depth - 1 : depth});
    }
    return end + 1;
  }

  /** Whether a name of what is written to follows. */
  #isTarget(at: number, first: number): boolean {
    const [text, before] = [word(this.#tokens[at]), word(this.#tokens[at - 1])];
    if (text === 'into')
      return (
        /^(?:insert|merge|upsert|replace|load|ignore|or|select)$/.test(before) || before === ''
      );
    if (text === 'overwrite') return before === 'insert' || before === 'into';
    return text === 'update' && at === first;
  }

  /** Reads a table, function or query of a FROM clause; the place behind. */
  #relation(
    from: number,
    last: number,
    query: Query,
    join: Relation['join'],
    isTarget: boolean,
  ): number {
    let at = this.#skip(from, ['lateral', 'table', 'only']);
    // A hint of Impala: `JOIN [SHUFFLE] t`.
    if (isSymbol(this.#tokens[at], '[')) at += 3;
    const token = this.#tokens[at];
    if (token === undefined || at >= last) return Math.min(at, last);
    if (isSymbol(token, '(')) {
      const end = this.#end(at, last);
      if (!this.#isQuery(at)) {
        // Joins in parentheses.
        at = this.#relation(at + 1, end, query, join, isTarget);
        return this.#joins(at, end, query) + 1;
      }
      const queries = this.queries(at + 1, end, query, query.ctes);
      const isValues = word(this.#tokens[at + 1]) === 'values';
      return this.#aliased(end + 1, last, query, {
        kind: isValues ? 'function' : 'query',
        path: [],
        queries,
        cte: undefined,
        join,
        isTarget,
        at: token,
      });
    }
    if (!isName(token) || (token.kind === 'name' && noAlias.has(word(token)))) return at;
    const path = [token];
    at++;
    while (isName(this.#tokens[at + 1]) && isJoined(this.#tokens[at], this.#tokens[at + 1])) {
      path.push(this.#tokens[at + 1] as Token);
      at += 2;
    }
    // A name that is still being written: `FROM sales.`
    if (isSymbol(this.#tokens[at], '.')) at++;
    const isCall = isSymbol(this.#tokens[at], '(') && !isTarget;
    if (isCall) at = this.#expression(at, query, 'select');
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
      join,
      isTarget,
      at: token,
    });
  }

  /** More of a FROM clause in parentheses. */
  #joins(from: number, last: number, query: Query): number {
    let at = from;
    while (at < last) {
      const text = word(this.#tokens[at]);
      if (text === 'join') at = this.#relation(at + 1, last, query, 'condition', false);
      else if (isSymbol(this.#tokens[at], ','))
        at = this.#relation(at + 1, last, query, 'comma', false);
      else if (isSymbol(this.#tokens[at], '(')) at = this.#expression(at, query, 'on');
      else {
        if (!joinWords.has(text) && text !== 'on')
          query.tokens.push({token: this.#tokens[at] as Token, clause: 'on', depth: 0});
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
    let at = from;
    if (word(this.#tokens[at]) === 'with' && word(this.#tokens[at + 1]) === 'ordinality') at += 2;
    if (word(this.#tokens[at]) === 'tablesample' && isSymbol(this.#tokens[at + 1], '('))
      at = this.#end(at + 1, last) + 1;
    const isAs = word(this.#tokens[at]) === 'as' && isName(this.#tokens[at + 1]);
    const named = this.#tokens[isAs ? at + 1 : at];
    let columnNames: readonly string[] | undefined;
    let aliasToken: Token | undefined;
    const isAlias =
      isName(named) &&
      (isAs ? at + 1 : at) < last &&
      (named.kind === 'quoted' || !noAlias.has(word(named)));
    if (isAlias) {
      aliasToken = named;
      at += isAs ? 2 : 1;
      if (isSymbol(this.#tokens[at], '(') && !relation.isTarget && !this.#isQuery(at)) {
        const end = this.#end(at, last);
        columnNames = namesBetween(this.#tokens, at + 1, end);
        at = end + 1;
      }
    }
    const alias = aliasToken?.text ?? relation.path.at(-1)?.text ?? '';
    query.relations.push({...relation, alias, aliasToken, columnNames});
    return Math.min(at, last);
  }

  /** `explode(x) t AS a, b`: the place behind. */
  #lateralView(from: number, last: number, query: Query): number {
    let at = this.#skip(from, ['outer']);
    const call = this.#tokens[at];
    if (!isName(call)) return at;
    at++;
    if (isSymbol(this.#tokens[at], '(')) at = this.#expression(at, query, 'on');
    const alias = this.#tokens[at];
    const isAlias = isName(alias) && word(alias) !== 'as' && !noAlias.has(word(alias)) && at < last;
    if (isAlias) at++;
    const columnNames: string[] = [];
    if (word(this.#tokens[at]) === 'as') {
      do {
        at++;
        const name = this.#tokens[at];
        if (!isName(name) || at >= last) break;
        columnNames.push(name.text);
        at++;
      } while (isSymbol(this.#tokens[at], ','));
    }
    query.relations.push({
      kind: 'function',
      alias: isAlias ? alias.text : '',
      aliasToken: isAlias ? alias : undefined,
      path: [],
      queries: [],
      cte: undefined,
      columnNames: columnNames.length > 0 ? columnNames : undefined,
      join: 'condition',
      isTarget: false,
      at: call,
    });
    return Math.min(at, last);
  }

  /** Cuts a select list at its commas. */
  #items(query: Query, first: number, last: number): void {
    let item: Token[] = [];
    const end = () => {
      if (item.length > 0) query.items.push(itemOf(item));
      item = [];
    };
    for (let at = first, depth = 0; at < last; at++) {
      const token = this.#tokens[at] as Token;
      if (/^[([{]$/.test(token.text) && token.kind === 'symbol') depth++;
      if (/^[)\]}]$/.test(token.text) && token.kind === 'symbol') depth--;
      if (depth <= 0 && isSymbol(token, ',')) end();
      else item.push(token);
    }
    end();
  }
}

export const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function namesBetween(tokens: readonly Token[], from: number, to: number): string[] {
  const names: string[] = [];
  // Types may stand behind them.
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (isName(token) && (at === from || isSymbol(tokens[at - 1], ','))) names.push(token.text);
  }
  return names;
}

function itemOf(tokens: readonly Token[]): Item {
  const star = tokens.findIndex(
    (token, n) => isSymbol(token, '*') && (n === 0 || isSymbol(tokens[n - 1], '.')),
  );
  if (star === 0 || (star >= 2 && star <= 4)) {
    const behind = tokens.findIndex(token => /^(?:exclude|except)$/.test(word(token)));
    const excluded = behind < 0 ? [] : tokens.slice(behind + 1).filter(isName);
    return {
      name: '',
      nameToken: undefined,
      star: star === 0 ? '' : (tokens[star - 2]?.text ?? ''),
      excluded: excluded.map(({text}) => text),
      tokens,
    };
  }
  const last = tokens.at(-1);
  const before = tokens.at(-2);
  const isNamed =
    isName(last) &&
    !/^(?:end|distinct|all|null|true|false)$/.test(word(last)) &&
    (before === undefined ||
      word(before) === 'as' ||
      word(before) === 'end' ||
      (before.kind !== 'symbol' && !isOperator(before)) ||
      /^[)\].]$/.test(before.text));
  return {
    name: isNamed ? last.text : '',
    nameToken: isNamed ? last : undefined,
    star: undefined,
    excluded: [],
    tokens,
  };
}

const isOperator = (token: Token) =>
  /^(?:and|or|not|is|in|like|ilike|rlike|regexp|between|then|else|when|case|over|collate|distinct|by)$/.test(
    word(token),
  );

function endsOf(tokens: readonly Token[]): Map<number, number> {
  const ends = new Map<number, number>();
  const opened: number[] = [];
  tokens.forEach((token, at) => {
    if (isSymbol(token, '(')) opened.push(at);
    else if (isSymbol(token, ')')) {
      const open = opened.pop();
      if (open !== undefined) ends.set(open, at);
    }
  });
  // Nobody has closed these yet: those of a query reach to the end, others to the next clause.
  for (const open of opened.toReversed()) {
    if (queryStarts.has(word(tokens[open + 1]))) continue;
    for (let at = open + 1; at < tokens.length; at++) {
      const inner = isSymbol(tokens[at], '(') ? ends.get(at) : undefined;
      if (inner !== undefined) at = inner;
      else if (surelyOutside.has(word(tokens[at])) && word(tokens[at + 1]) !== 'by') {
        ends.set(open, at - 1);
        break;
      } else if (/^(?:group|order)$/.test(word(tokens[at])) && word(tokens[open - 1]) !== 'over') {
        ends.set(open, at - 1);
        break;
      }
    }
  }
  return ends;
}
