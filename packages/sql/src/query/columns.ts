import type {ColumnName, NameCatalog} from '../name-catalog.ts';
import type {Token} from '../tokens.ts';
import type {Cte, Item, Query, Relation} from './query-tree.ts';
import {around, isName, isSymbol, same, word} from './query-tree.ts';
import {argumentsOf, namesBetween} from './token-walk.ts';
import {fieldsOf} from './types.ts';
import {rowMakers, unnestedColumns} from './unnested.ts';

/** A column with the table that it comes from in the end, where that is one. */
export type Column = ColumnName & {readonly table?: readonly [database: string, table: string]};

/** Columns of something; not complete where some of them cannot be known. */
export type Columns = {readonly list: readonly Column[]; readonly isComplete: boolean};

const unknown: Columns = {list: [], isComplete: false};
/** Queries that refer to themselves end somewhere. */
const maxDepth = 12;

/** Follows columns through aliases, queries in parentheses, WITH and stars down to tables. */
export class ColumnFinder {
  readonly #catalog: NameCatalog;
  readonly #database: string;
  readonly #known = new Map<Relation | Query, Promise<Columns>>();

  constructor(catalog: NameCatalog, database: string) {
    this.#catalog = catalog;
    this.#database = database;
  }

  ofRelation(relation: Relation, depth = 0): Promise<Columns> {
    let found = this.#known.get(relation);
    if (found === undefined) {
      found = this.#ofRelation(relation, depth);
      this.#known.set(relation, found);
    }
    return found;
  }

  async #ofRelation(relation: Relation, depth: number): Promise<Columns> {
    if (depth > maxDepth) return unknown;
    const {columnNames} = relation;
    if (relation.kind === 'function') {
      const rows = await this.#ofCall(relation, depth);
      return columnNames === undefined ? rows : named(columnNames, rows);
    }
    const below =
      relation.kind === 'table'
        ? await this.#ofTable(relation)
        : relation.cte === undefined
          ? await this.ofQuery(relation.queries[0], depth + 1)
          : await this.ofCte(relation.cte, depth + 1);
    return columnNames === undefined ? below : named(columnNames, below);
  }

  /** Rows that are made of lists and maps; of other functions nothing is known. */
  async #ofCall({call, columnNames, at}: Relation, depth: number): Promise<Columns> {
    if (call === undefined) return unknown;
    const within = around(call.in);
    const sources = within.flatMap(({relations}) =>
      // Those before it; the one that it is a part of would wait for it.
      relations.filter(
        one => one.at.from < at.from && !one.queries.some(query => within.includes(query)),
      ),
    );
    const list = await this.#rowsOf(call, sources, depth, columnNames?.length);
    // Of some the engine thinks of a name: more than these may be there.
    const shown = columnNames === undefined ? list.filter(({name}) => name !== '') : list;
    return {list: shown, isComplete: false};
  }

  async #rowsOf(
    {name, tokens}: Pick<NonNullable<Relation['call']>, 'name' | 'tokens'>,
    sources: readonly Relation[],
    depth: number,
    wanted: number | undefined,
  ): Promise<readonly Column[]> {
    const types = argumentsOf(tokens).map(one => this.#typeOf(one, sources, depth));
    return unnestedColumns(name, await Promise.all(types), wanted);
  }

  /** The type of a column, or of a field of it, that names lead to; empty for all else. */
  async #typeOf(
    tokens: readonly Token[],
    sources: readonly Relation[],
    depth: number,
  ): Promise<string> {
    const path = tokens.filter(isName).map(({text}) => text);
    const isPath = tokens.every((token, n) => (n % 2 === 0 ? isName(token) : isSymbol(token, '.')));
    const [first = ''] = path;
    if (!isPath || first === '') return '';
    const named = sources.find(({alias}) => same(alias, first));
    const [column = '', ...fields] = named !== undefined && path.length > 1 ? path.slice(1) : path;
    for (const source of named !== undefined && path.length > 1 ? [named] : sources) {
      const {list} = await this.ofRelation(source, depth + 1);
      const found = list.find(({name}) => same(name, column));
      if (found === undefined) continue;
      return fields.reduce(
        (type, field) => fieldsOf(type).find(({name}) => same(name, field))?.type ?? '',
        found.type,
      );
    }
    return '';
  }

  async ofCte({columnNames, queries}: Cte, depth = 0): Promise<Columns> {
    const below = await this.ofQuery(queries[0], depth);
    return columnNames === undefined ? below : named(columnNames, below);
  }

  /** `[database, table]` of a relation's name; undefined for names in three parts. */
  placeOf({path}: Relation): readonly [database: string, table: string] | undefined {
    const [first, second, third] = path.map(({text}) => text);
    if (first === undefined || third !== undefined) return undefined;
    return second === undefined ? [this.#database, first] : [first, second];
  }

  async #ofTable(relation: Relation): Promise<Columns> {
    const place = this.placeOf(relation);
    if (place === undefined) return unknown;
    const list = await this.#catalog.columns(...place).catch(() => []);
    return {list: list.map(column => ({...column, table: place})), isComplete: list.length > 0};
  }

  /** What a query gives. */
  ofQuery(query: Query | undefined, depth = 0): Promise<Columns> {
    if (query === undefined || depth > maxDepth) return Promise.resolve(unknown);
    let found = this.#known.get(query);
    if (found === undefined) {
      found = this.#ofQuery(query, depth);
      this.#known.set(query, found);
    }
    return found;
  }

  async #ofQuery(query: Query, depth: number): Promise<Columns> {
    // FROM alone gives all.
    const items = query.items.length > 0 ? query.items : query.relations.length > 0 ? [all] : [];
    if (items.length === 0) return unknown;
    const lists = await Promise.all(items.map(item => this.#ofItem(item, query, depth)));
    return {
      list: lists.flatMap(({list}) => list),
      isComplete: !query.isOpaque && lists.every(({isComplete}) => isComplete),
    };
  }

  async #ofItem(item: Item, query: Query, depth: number): Promise<Columns> {
    if (item.star === undefined) {
      // Several columns, with names of their own or those of a list.
      if (item.name === '' && rowMakers.has(word(item.tokens[0])))
        return await this.#ofRowMaker(item, query, depth);
      // The engine thinks of a name, which is not known here.
      if (item.name === '') return unknown;
      return {list: [await this.#ofExpression(item, query, depth)], isComplete: true};
    }
    const {star} = item;
    const begun = query.tokens.findLast(
      ({token}) =>
        /^(?:select|returning)$/.test(word(token)) && token.to <= (item.tokens[0]?.from ?? 0),
    );
    // What a query writes to is no part of what it selects.
    const withTarget =
      word(begun?.token) === 'returning' || query.relations.every(({isTarget}) => isTarget);
    const starred = query.relations.filter(
      one => (withTarget || !one.isTarget) && (star === '' || same(one.alias, star)),
    );
    const lists = await Promise.all(starred.map(one => this.ofRelation(one, depth + 1)));
    const left = lists
      .flatMap(({list}) => list)
      .filter(({name}) => !item.excluded.some(one => same(one, name)));
    return {
      list: left,
      isComplete: starred.length > 0 && lists.every(({isComplete}) => isComplete),
    };
  }

  /** `SELECT explode(facts) AS (k, v)`, or without names. */
  async #ofRowMaker({tokens}: Item, query: Query, depth: number): Promise<Columns> {
    const as = tokens.findLastIndex(
      (token, n) => word(token) === 'as' && isSymbol(tokens[n + 1], '('),
    );
    const names = as < 0 ? undefined : namesBetween(tokens, as + 2, tokens.length);
    const inside = insideOf(as < 0 ? tokens : tokens.slice(0, as));
    const call = {name: word(tokens[0]), tokens: inside};
    const list = await this.#rowsOf(call, query.relations, depth, names?.length);
    return names === undefined
      ? {list: list.filter(({name}) => name !== ''), isComplete: false}
      : named(names, {list, isComplete: false});
  }

  /** The type is that of a cast, or of the column that it is. */
  async #ofExpression({name, tokens}: Item, query: Query, depth: number): Promise<Column> {
    const [first, dot, second] = tokens;
    const isCast = /^(?:try_)?cast$/.test(word(first));
    if (isCast) {
      const as = tokens.findLastIndex((token, n) => word(token) === 'as' && n < tokens.length - 2);
      const end = tokens.findIndex((token, n) => n > as && isSymbol(token, ')'));
      const type = tokens
        .slice(as + 1, end)
        .map(({text}) => text)
        .join('');
      return {name, type, comment: ''};
    }
    if (rowMakers.has(word(first)) && isSymbol(dot, '(')) {
      const [only] = await this.#rowsOf(
        {name: word(first), tokens: insideOf(tokens)},
        query.relations,
        depth,
        1,
      );
      return {type: '', comment: '', ...only, name};
    }
    const isPlain = tokens.length <= 3 && first?.kind !== 'number' && !isSymbol(dot, '(');
    if (!isPlain) return {name, type: '', comment: ''};
    const [of, wanted] = isSymbol(dot, '.')
      ? [first?.text, second?.text]
      : [undefined, first?.text];
    for (const relation of query.relations) {
      if (of !== undefined && !same(relation.alias, of)) continue;
      const {list} = await this.ofRelation(relation, depth + 1);
      const found = list.find(one => same(one.name, wanted ?? ''));
      if (found !== undefined) return {...found, name};
    }
    return {name, type: '', comment: ''};
  }
}

const all: Item = {name: '', nameToken: undefined, star: '', excluded: [], tokens: []};

function named(names: readonly string[], {list}: Columns): Columns {
  const columns = names.map((name, n): Column => ({type: '', comment: '', ...list[n], name}));
  return {list: columns, isComplete: true};
}

/** What a call has in its parentheses, whatever stands behind them. */
function insideOf(tokens: readonly Token[]): readonly Token[] {
  return tokens.slice(
    2,
    tokens.findLastIndex(token => isSymbol(token, ')')),
  );
}
