import type {Dialect} from '../dialects.ts';
import {type Reference, referencesOf} from '../query/references.ts';
import {
  isSymbol,
  type Cte,
  type Item,
  type Query,
  type QueryTree,
  type Relation,
  same,
  word,
} from '../query/query-tree.ts';
import type {Token} from '../tokens.ts';
import {aggregates} from './aggregates.ts';
import type {ColumnsOf, Output, Source} from './lineage-parts.ts';
import {isFile} from '../tables-read.ts';

export type Outputs = {readonly list: readonly Output[]; readonly isComplete: boolean};

const unknown: Outputs = {list: [], isComplete: false};
const nothing: Made = {sources: [], isKnown: false};
type Made = Pick<Output, 'sources' | 'isKnown'>;
type Expression = {readonly query: Query; readonly tokens: readonly Token[]};

/** Follows columns through aliases, queries in parentheses, WITH, unions and stars to tables. */
export class ColumnSources {
  readonly #tree: QueryTree;
  readonly #dialect: Dialect;
  readonly #columnsOf: ColumnsOf;
  readonly #seesTarget: boolean;
  readonly #known = new Map<object, Outputs>();

  /** @param seesTarget whether what is written to is named in expressions, as in MERGE */
  constructor(tree: QueryTree, dialect: Dialect, columnsOf: ColumnsOf, seesTarget: boolean) {
    this.#seesTarget = seesTarget;
    this.#tree = tree;
    this.#dialect = dialect;
    this.#columnsOf = columnsOf;
  }

  /** What the branches of a query give together. */
  outputs(branches: readonly Query[]): Outputs {
    const lists = branches.flatMap(query => this.#branchesIn(query)).map(one => this.#ofQuery(one));
    const [first = unknown, ...others] = lists;
    const isEven = others.every(({list}) => list.length === first.list.length);
    return {
      list: first.list.map((output, place) =>
        together(
          output,
          others.flatMap(({list}) => list[place] ?? []),
        ),
      ),
      isComplete: lists.every(({isComplete}) => isComplete) && isEven,
    };
  }

  /** All columns of something that is read. */
  ofStarOf(relation: Relation): Outputs {
    return this.#ofRelation(relation);
  }

  /** What a name in an expression of a query is. */
  ofReference(parts: readonly Token[], query: Query): readonly Source[] {
    return this.#resolve({parts}, query).sources;
  }

  /** A column of something that is read; none where it has no such column. */
  ofColumn(relation: Relation, name: string): readonly Source[] {
    return this.#column(relation, name).sources;
  }

  isColumnIn({relations}: Query, name: string): boolean {
    return relations.some(one =>
      this.#ofRelation(one).list.some(column => same(column.name, name)),
    );
  }

  /** What an expression is made of. */
  ofExpression({query, tokens}: Expression): Made {
    const [from, to] = [tokens[0]?.from ?? 0, tokens.at(-1)?.to ?? 0];
    const own = tokens.map(token => ({token, clause: 'select' as const, depth: 0}));
    const isIndirect = indirectIn(tokens);
    // Tokens of queries inside belong to those.
    const inner = query.children.filter(one => one.from >= from && one.to <= to);
    const outside = own.filter(
      ({token}) => !inner.some(one => token.from >= one.from && token.to <= one.to),
    );
    const isColumn = (name: string) => this.isColumnIn(query, name);
    const references = referencesOf({...query, tokens: outside}, this.#dialect, isColumn);
    const made = references.map(one =>
      marked(this.#resolve(one, query), isIndirect(one.parts[0] as Token)),
    );
    const scalar = inner
      .filter(one => !one.isBranch || inner.length > 1)
      .map((one): Made => {
        const {list} = this.#ofQuery(one);
        const [value] = list;
        const before = tokens.findLast(({to: end}) => end <= one.from - 1);
        const isTest = /^(?:exists|in)$/.test(word(before));
        return value === undefined ? nothing : marked(value, isTest);
      });
    return allOf([...made, ...scalar]);
  }

  /** A union in parentheses has several, which the query around them only repeats. */
  #branchesIn(query: Query): Query[] {
    const [item] = query.items;
    const at = query.children.findIndex(one => item !== undefined && one.items[0] === item);
    if (at < 0) return [query];
    const [first, ...rest] = query.children.slice(at) as [Query, ...Query[]];
    const end = rest.findIndex(one => !one.isBranch);
    return [first, ...(end < 0 ? rest : rest.slice(0, end))].flatMap(one => this.#branchesIn(one));
  }

  #ofQuery(query: Query): Outputs {
    return this.#once(query, () => {
      const isPlain = query.relations.every(one => one.isTarget);
      // DuckDB: `SUMMARIZE t` gives other columns than those of the table.
      if (query.items.length === 0 && query.isOpaque) return unknown;
      const items = query.items.length > 0 ? query.items : isPlain ? [] : [all];
      const lists = items.map(item => this.#ofItem(item, query));
      return {
        list: lists.flatMap(({list}) => list),
        isComplete: !query.isOpaque && lists.every(({isComplete}) => isComplete),
      };
    });
  }

  #ofItem(item: Item, query: Query): Outputs {
    if (item.star !== undefined) return this.#ofStar(item, query);
    const {name, nameToken} = item;
    const isAliased =
      nameToken !== undefined && item.tokens.length > 1 && !isSymbol(item.tokens.at(-2), '.');
    // DuckDB: `total: sum(amount)`
    const isBefore = nameToken === item.tokens[0] && isSymbol(item.tokens[1], ':');
    const behind = isAliased ? withoutAlias(item.tokens) : item.tokens;
    const tokens = isBefore ? item.tokens.slice(2) : behind;
    const {sources, isKnown} = this.ofExpression({query, tokens});
    const isPlain = tokens.every((token, n) =>
      n % 2 === 0 ? token.kind === 'name' || token.kind === 'quoted' : isSymbol(token, '.'),
    );
    const way = isPlain
      ? 'IDENTITY'
      : tokens.some((token, n) => aggregates.has(word(token)) && isSymbol(tokens[n + 1], '('))
        ? 'AGGREGATION'
        : 'TRANSFORMATION';
    return {list: [{name, sources, way, isKnown}], isComplete: true};
  }

  #ofStar({star, excluded, tokens}: Item, query: Query): Outputs {
    const starred = query.relations.filter(
      one => !one.isTarget && (star === '' || same(one.alias, star ?? '')),
    );
    const lists = starred.map(one => this.#ofRelation(one));
    const shared = star === '' ? usedNames(query) : [];
    const list = lists
      .flatMap(one => one.list)
      .filter(({name}) => !excluded.some(one => same(one, name)))
      .filter(
        ({name}, n, every) =>
          !shared.some(one => same(one, name)) ||
          every.findIndex(other => same(other.name, name)) === n,
      );
    const isPlain = !tokens.some(token => /^(?:replace|rename|columns|like)$/.test(word(token)));
    const isNatural = query.relations.some(({join}) => join === 'cross') && this.#isNatural(query);
    return {
      list,
      isComplete:
        isPlain && !isNatural && starred.length > 0 && lists.every(({isComplete}) => isComplete),
    };
  }

  #isNatural({from, to}: Query): boolean {
    return this.#tree.tokens.some(
      token => token.from >= from && token.to <= to && word(token) === 'natural',
    );
  }

  #ofRelation(relation: Relation): Outputs {
    return this.#once(relation, () => {
      const below = this.#below(relation);
      return relation.columnNames === undefined ? below : renamed(relation.columnNames, below);
    });
  }

  #below(relation: Relation): Outputs {
    switch (relation.kind) {
      case 'table':
        return this.#ofTable(relation);
      case 'query':
        return this.outputs(relation.queries);
      case 'cte':
        return this.#ofCte(relation.cte as Cte);
      case 'function': {
        const {sources, isKnown} = this.#ofCall(relation);
        const names = relation.columnNames;
        const list = (names ?? []).map((name): Output => ({
          name,
          sources,
          way: 'TRANSFORMATION',
          isKnown,
        }));
        return {list, isComplete: names !== undefined};
      }
    }
  }

  #ofTable({path}: Relation): Outputs {
    const table = path.map(({text}) => text);
    const columns = isFile(table) ? undefined : this.#columnsOf(table);
    if (columns === undefined) return unknown;
    const list = columns.map((name): Output => ({
      name,
      sources: [{table, column: name, isIndirect: false}],
      way: 'IDENTITY',
      isKnown: true,
    }));
    return {list, isComplete: true};
  }

  #ofCte(cte: Cte): Outputs {
    const {queries, columnNames} = cte;
    const named = (below: Outputs) =>
      columnNames === undefined ? below : renamed(columnNames, below);
    return this.#once(cte, () => {
      // A recursive one refers to what it begins with.
      this.#known.set(cte, named(this.outputs(queries.slice(0, 1))));
      return named(this.outputs(queries));
    });
  }

  /** What refers to itself while it is worked out gets what is known by then. */
  #once(of: object, work: () => Outputs): Outputs {
    const before = this.#known.get(of);
    if (before !== undefined) return before;
    this.#known.set(of, selfReference);
    const found = work();
    this.#known.set(of, found);
    return found;
  }

  /** What the arguments of a function are made of, whose rows are read. */
  #ofCall(relation: Relation): Made {
    const {tokens} = this.#tree;
    const query = this.#tree.all.find(({relations}) => relations.includes(relation));
    const open = tokens.findIndex(({from}) => from >= relation.at.to);
    if (query === undefined || !isSymbol(tokens[open], '(')) return {sources: [], isKnown: true};
    const inside = tokens.slice(open + 1, closing(tokens, open));
    // What stands before it in the FROM clause is what it is given.
    const before = query.relations.slice(0, query.relations.indexOf(relation));
    return this.ofExpression({query: {...query, relations: before, items: []}, tokens: inside});
  }

  #resolve({parts}: Pick<Reference, 'parts'>, query: Query): Made {
    const names = parts.map(({text}) => text);
    for (let at: Query | undefined = query; at !== undefined; at = at.parent) {
      const found = this.#resolveIn(names, at);
      if (found !== undefined) return found;
    }
    // What comes from no table: the number of a row, a variable.
    return nothing;
  }

  #resolveIn(names: readonly string[], query: Query): Made | undefined {
    const [first = '', second] = names;
    const relations = this.#inScope(query);
    if (second !== undefined) {
      const of =
        relations.find(one => same(one.alias, first)) ?? relations.find(one => isPath(one, names));
      if (of !== undefined) {
        const isWhole = same(of.alias, first);
        return this.#column(of, (isWhole ? second : names[of.path.length]) ?? '');
      }
    }
    const holding = relations.filter(one =>
      this.#ofRelation(one).list.some(({name}) => same(name, first)),
    );
    const shared = usedNames(query).some(one => same(one, first));
    const chosen = shared ? holding : holding.slice(0, 1);
    if (chosen.length > 0) return allOf(chosen.map(one => this.#column(one, first)));
    const named = query.items.find(
      ({name, star, tokens}) => star === undefined && same(name, first) && tokens.length > 1,
    );
    const open = relations.filter(one => !this.#ofRelation(one).isComplete);
    if (named !== undefined && open.length === 0)
      return this.#ofItem(named, {...query, items: []}).list[0];
    const [only] = open;
    return open.length === 1 && only !== undefined ? this.#column(only, first) : undefined;
  }

  /** What is written to is named last, where it is named at all. */
  #inScope({relations}: Query): Relation[] {
    const read = relations.filter(one => !one.isTarget);
    return this.#seesTarget ? [...read, ...relations.filter(one => one.isTarget)] : read;
  }

  #column(relation: Relation, name: string): Made {
    if (relation.isTarget) return {sources: [], isKnown: true};
    const {list, isComplete} = this.#ofRelation(relation);
    const found = list.find(one => same(one.name, name));
    if (found !== undefined) return found;
    if (relation.kind === 'function') return this.#ofCall(relation);
    // Of a table whose columns nobody has told the name is enough.
    if (relation.kind === 'table' && !isComplete && relation.columnNames === undefined) {
      const table = relation.path.map(({text}) => text);
      return isFile(table)
        ? {sources: [], isKnown: true}
        : {sources: [{table, column: name, isIndirect: false}], isKnown: true};
    }
    return nothing;
  }
}

const selfReference: Outputs = {list: [], isComplete: true};
const all: Item = {name: '', nameToken: undefined, star: '', excluded: [], tokens: []};

function withoutAlias(tokens: readonly Token[]): readonly Token[] {
  const rest = tokens.slice(0, -1);
  return word(rest.at(-1)) === 'as' ? rest.slice(0, -1) : rest;
}

function renamed(names: readonly string[], {list, isComplete}: Outputs): Outputs {
  const named = names.map((name, n): Output => ({
    ...(list[n] ?? {sources: [], way: 'TRANSFORMATION', isKnown: false}),
    name,
  }));
  return {
    list: [...named, ...list.slice(names.length)],
    isComplete: isComplete || names.length > 0,
  };
}

function together(first: Output, others: readonly Output[]): Output {
  if (others.length === 0) return first;
  const {sources, isKnown} = allOf([first, ...others]);
  const way = others.every(one => one.way === first.way) ? first.way : 'TRANSFORMATION';
  return {name: first.name, sources, way, isKnown};
}

function marked({sources, isKnown}: Made, isIndirect: boolean): Made {
  return isIndirect
    ? {sources: sources.map(one => ({...one, isIndirect})), isKnown}
    : {sources, isKnown};
}

/** What is in the value counts for more than what decides about it. */
function allOf(made: readonly Made[]): Made {
  const sources = new Map<string, Source>();
  for (const one of made.flatMap(({sources: list}) => list)) {
    const key = JSON.stringify([one.table, one.column.toLowerCase()]);
    const before = sources.get(key);
    if (before === undefined || (before.isIndirect && !one.isIndirect)) sources.set(key, one);
  }
  return {sources: [...sources.values()], isKnown: made.every(({isKnown}) => isKnown)};
}

/**
 * `OVER (PARTITION BY a)`, `FILTER (WHERE a)`: what is in them decides, and is not in the value.
 */
function indirectIn(tokens: readonly Token[]): (token: Token) => boolean {
  const spans = tokens.flatMap((token, n) => {
    const isOpen = isSymbol(token, '(');
    const isWindow = word(tokens[n - 1]) === 'over';
    const isFilter = word(tokens[n - 1]) === 'filter' && isSymbol(tokens[n - 2], ')');
    return isOpen && (isWindow || isFilter)
      ? [[token.from, tokens[closing(tokens, n)]?.to ?? Infinity] as const]
      : [];
  });
  return ({from}) => spans.some(([start, end]) => from > start && from < end);
}

function closing(tokens: readonly Token[], open: number): number {
  for (let at = open, depth = 0; at < tokens.length; at++) {
    if (isSymbol(tokens[at], '(')) depth++;
    if (isSymbol(tokens[at], ')') && --depth === 0) return at;
  }
  return tokens.length;
}

/** Names that `USING (a, b)` makes one column of. */
function usedNames({tokens}: Query): string[] {
  return tokens.flatMap(({token, clause}) =>
    clause === 'using' && (token.kind === 'name' || token.kind === 'quoted') ? [token.text] : [],
  );
}

function isPath({path, aliasToken}: Relation, names: readonly string[]): boolean {
  return (
    aliasToken === undefined &&
    path.length > 1 &&
    path.length < names.length &&
    path.every(({text}, n) => same(text, names[n] ?? ''))
  );
}
