import type {Dialect} from '../dialects.ts';
import {knownFunctions} from '../functions/known-functions.ts';
import {type MadeTable, madeTables, makerOf, once, withMadeTables} from '../made/made-tables.ts';
import type {ColumnName, NameCatalog} from '../name-catalog.ts';
import {type Column, ColumnFinder} from '../query/columns.ts';
import {
  around,
  isName,
  isSymbol,
  type Query,
  queryTree,
  type QueryTree,
  type Relation,
  same,
  word,
} from '../query/query-tree.ts';
import {statementAround} from '../statement-around.ts';
import {type Token, tokensOf} from '../tokens.ts';

/** A piece of a text. */
export type Span = {readonly from: number; readonly to: number};
type TablePath = readonly [database: string, table: string];

/** What a name in a text stands for. Places are those in the text. */
export type Meaning = Span &
  (
    | {readonly kind: 'database'; readonly name: string}
    | {readonly kind: 'variable'; readonly name: string}
    | {
        readonly kind: 'function';
        readonly name: string;
        /** Ways to call it, a line each, where the dialect tells. */
        readonly described: string | undefined;
      }
    | {readonly kind: 'table'; readonly path: TablePath}
    | {
        readonly kind: 'column';
        readonly column: ColumnName;
        /** What it is of: a table, an alias. */
        readonly of: string;
        readonly table: TablePath | undefined;
        /** Where the text itself makes the table that it is of, in place of `table`. */
        readonly definition?: Span;
      }
    /** What WITH names, a query in parentheses, or a table or view that the text itself makes. */
    | {
        readonly kind: 'query';
        readonly name: string;
        readonly made?: 'table' | 'view';
        readonly definition: Span;
        readonly columns: readonly ColumnName[];
      }
  );

export type Looked = {
  readonly text: string;
  readonly caret: number;
  readonly dialect: Dialect;
  /** Of names without one. */
  readonly database: string;
};

/** A statement that is looked into, and the token that somebody points at. */
export type Pointed = {
  readonly statement: string;
  readonly tree: QueryTree;
  readonly tokens: readonly Token[];
  readonly at: number;
  readonly token: Token;
  /** Where the statement begins in the text. */
  readonly from: number;
};

export function pointedAt({text, caret, dialect}: Omit<Looked, 'database'>): Pointed | undefined {
  const {text: statement, from} = statementAround(text, caret, dialect);
  const tokens = tokensOf(statement, dialect).filter(token => token.kind !== 'comment');
  const place = caret - from;
  const isThere = (token: Token) => token.from <= place && place <= token.to;
  const at = tokens.findIndex(
    token => isThere(token) && (token.kind === 'variable' || isName(token)),
  );
  const token = tokens[at];
  if (token === undefined) return undefined;
  return {statement, tree: queryTree(tokens, statement.length), tokens, at, token, from};
}

/** What the name at a place means, as far as that is known. */
export async function meaningAt(
  looked: Looked,
  catalog: NameCatalog,
): Promise<Meaning | undefined> {
  const pointed = pointedAt(looked);
  if (pointed === undefined) return undefined;
  const {token, from} = pointed;
  const found =
    token.kind === 'variable'
      ? variable(token)
      : await new Looker(pointed, looked, catalog).meaning();
  if (found === undefined) return undefined;
  return {...found, from: token.from + from, to: token.to + from};
}

/** Without its place, which is that of the token. */
type Found = Meaning extends infer M ? (M extends Meaning ? Omit<M, keyof Span> : never) : never;

function variable({text}: Token): Found | undefined {
  const [, name] = /^\$\{(\w+)(?:=.*)?\}$/s.exec(text) ?? [];
  return name === undefined ? undefined : {kind: 'variable', name};
}

const tableWords = new Set(['table', 'view', 'describe', 'desc', 'truncate', 'stats', 'exists']);
const databaseWords = new Set(['use', 'database', 'schema']);

class Looker {
  readonly #pointed: Pointed;
  readonly #catalog: NameCatalog;
  /** What statements make before this one, and with this one. */
  readonly #before: () => readonly MadeTable[];
  readonly #made: () => readonly MadeTable[];
  readonly #database: string;
  readonly #dialect: Dialect;
  readonly #finder: ColumnFinder;

  constructor(pointed: Pointed, {text, database, dialect}: Looked, catalog: NameCatalog) {
    const {from, statement} = pointed;
    this.#pointed = pointed;
    this.#dialect = dialect;
    this.#catalog = catalog;
    this.#database = database;
    this.#made = once(() => madeTables(text.slice(0, from + statement.length), dialect, database));
    this.#before = once(() => this.#made().filter(one => one.from < from));
    this.#finder = new ColumnFinder(
      withMadeTables(this.#before, database, catalog, false),
      database,
    );
  }

  async meaning(): Promise<Found | undefined> {
    const {tree, token} = this.#pointed;
    const cte = tree.ctes.find(({name}) => name === token);
    if (cte !== undefined) {
      const {list} = await this.#finder.ofCte(cte);
      return {kind: 'query', name: token.text, definition: this.#placed(token), columns: list};
    }
    for (const {relations} of tree.all)
      for (const relation of relations) {
        if (relation.aliasToken === token) return await this.#relation(relation);
        const part = relation.path.indexOf(token);
        if (part >= 0) return await this.#part(relation, part);
      }
    return (await this.#function()) ?? (await this.#name()) ?? (await this.#outside());
  }

  async #relation(relation: Relation): Promise<Found | undefined> {
    const {kind, cte, alias, aliasToken} = relation;
    if (kind === 'table') {
      const path = this.#finder.placeOf(relation);
      return path && (await this.#table(path, this.#before()));
    }
    const definition = cte?.name ?? aliasToken;
    if (definition === undefined) return undefined;
    const {list} = await this.#finder.ofRelation(relation);
    const name = cte?.name.text ?? alias;
    return {kind: 'query', name, definition: this.#placed(definition), columns: list};
  }

  /** Of the engine, or one that the text makes and the engine does not have yet. */
  async #table(path: TablePath, by: readonly MadeTable[]): Promise<Found> {
    const made = await this.#makerOf(path, by);
    if (made === undefined) return {kind: 'table', path};
    const names = withMadeTables(() => by, this.#database, this.#catalog, false);
    return {
      kind: 'query',
      made: made.isView ? 'view' : 'table',
      name: made.path.at(-1) ?? '',
      definition: made.name,
      columns: await names.columns(...path).catch(() => []),
    };
  }

  /** Undefined for what the engine has, which knows more of it. */
  async #makerOf(path: TablePath, by: readonly MadeTable[]): Promise<MadeTable | undefined> {
    const made = makerOf(path, by, this.#database);
    if (made === undefined) return undefined;
    const tables = await this.#catalog.tables(path[0]).catch(() => []);
    return tables.some(({name}) => same(name, path[1])) ? undefined : made;
  }

  /** Of a token of the statement, its place in the text. */
  #placed({from, to}: Span): Span {
    const {from: start} = this.#pointed;
    return {from: from + start, to: to + start};
  }

  async #part(relation: Relation, part: number): Promise<Found | undefined> {
    const name = relation.path[part]?.text ?? '';
    if (relation.kind === 'function') return await this.#function();
    return part === relation.path.length - 1
      ? await this.#relation(relation)
      : {kind: 'database', name};
  }

  async #function(): Promise<Found | undefined> {
    const {tokens, at, token} = this.#pointed;
    if (!isSymbol(tokens[at + 1], '(') || isSymbol(tokens[at - 1], '.')) return undefined;
    const described = knownFunctions(this.#dialect).get(word(token));
    if (described !== undefined) return {kind: 'function', name: word(token), described};
    const functions = await this.#catalog.functions();
    const name = functions.find(one => same(one, token.text));
    return name === undefined ? undefined : {kind: 'function', name, described};
  }

  /** A name in an expression: `a`, `t.a`, `t.a.b`. */
  async #name(): Promise<Found | undefined> {
    const {tree, token} = this.#pointed;
    const query = tree.all.findLast(({tokens}) => tokens.some(one => one.token === token));
    if (query === undefined) return undefined;
    const path = this.#path();
    const [first, second] = path;
    if (first === undefined) return undefined;
    const levels = around(query).flatMap(({relations}) => relations);
    const named = levels.find(({alias}) => same(alias, first.text));
    if (second !== undefined && named !== undefined) {
      if (token === first) return await this.#relation(named);
      return token === second ? await this.#columnOf([named], second.text) : undefined;
    }
    return token === first ? await this.#column(query, first.text) : undefined;
  }

  async #column(query: Query, name: string): Promise<Found | undefined> {
    for (const {relations} of around(query)) {
      const found = await this.#columnOf(relations, name);
      if (found !== undefined) return found;
    }
    // One that the query itself makes.
    const {token} = this.#pointed;
    const item = query.items.find(one => one.nameToken !== token && same(one.name, name));
    return item?.nameToken === undefined
      ? undefined
      : {kind: 'query', name, definition: this.#placed(item.nameToken), columns: []};
  }

  async #columnOf(relations: readonly Relation[], name: string): Promise<Found | undefined> {
    for (const relation of relations) {
      const {list} = await this.#finder.ofRelation(relation);
      const column: Column | undefined = list.find(one => same(one.name, name));
      if (column === undefined) continue;
      const {table} = column;
      const made = table && (await this.#makerOf(table, this.#before()));
      const of = relation.alias;
      return made === undefined
        ? {kind: 'column', column, of, table}
        : {kind: 'column', column, of, table: undefined, definition: made.name};
    }
    return undefined;
  }

  /** The names that dots join around the token, from the first on. */
  #path(): readonly Token[] {
    const {tokens, at} = this.#pointed;
    let first = at;
    while (isSymbol(tokens[first - 1], '.') && isName(tokens[first - 2])) first -= 2;
    const path: Token[] = [];
    for (let n = first; isName(tokens[n]); n += 2) {
      path.push(tokens[n] as Token);
      if (!isSymbol(tokens[n + 1], '.')) break;
    }
    return path;
  }

  /** In a statement without queries: `DESCRIBE t`, `USE web`. */
  async #outside(): Promise<Found | undefined> {
    const {tokens, token} = this.#pointed;
    const path = this.#path();
    const before = word(tokens[tokens.indexOf(path[0] as Token) - 1]);
    if (databaseWords.has(before)) return {kind: 'database', name: token.text};
    const renamed = before === 'to' ? this.#renamed(path) : undefined;
    if ((!tableWords.has(before) && renamed === undefined) || path.length > 2) return undefined;
    const [database, table] = path.length === 2 ? path : [undefined, path[0]];
    if (token === database) return {kind: 'database', name: token.text};
    const of = database?.text ?? renamed?.path.at(-2) ?? this.#database;
    const name = table?.text ?? '';
    const tables = await this.#catalog.tables(of).catch(() => []);
    const found = tables.find(one => same(one.name, name));
    if (found !== undefined) return {kind: 'table', path: [of, found.name]};
    // One that the statement drops or renames is there before it alone.
    for (const by of [this.#made(), this.#before()]) {
      const made = await this.#table([of, name], by);
      if (made.kind === 'query') return made;
    }
    return undefined;
  }

  /** What the statement makes by the name that it is given: `RENAME TO u`. */
  #renamed(path: readonly Token[]): MadeTable | undefined {
    const end = (path.at(-1)?.to ?? 0) + this.#pointed.from;
    return this.#made().find(({name}) => name.to === end);
  }
}
