import {type Dialect, writtenName} from '../dialects.ts';
import type {Mark} from '../marks.ts';
import type {NameCatalog} from '../name-catalog.ts';
import {type Column, ColumnFinder, type Columns} from '../query/columns.ts';
import {
  around,
  isName,
  isSymbol,
  type Query,
  queryTree,
  type Relation,
  same,
  word,
} from '../query/query-tree.ts';
import {type Reference, referencesOf} from '../query/references.ts';
import {type Token, tokensOf} from '../tokens.ts';
import {argumentMarks} from './arguments.ts';
import {groupMarks} from './group-marks.ts';
import {joinMarks} from './join-marks.ts';
import {nearestName} from './nearest-name.ts';
import {unusedQueryMarks} from './unused-query-marks.ts';
import {wasteMarks} from './waste-marks.ts';

/** A statement on its own, in a text that may make tables before it. */
export type MarkedStatement = {
  readonly statement: string;
  readonly dialect: Dialect;
  readonly database: string;
  /** Names of tables and views that the text makes, in lower case. */
  readonly made: ReadonlySet<string>;
};

/** Columns and tables that engines have and do not list. */
const hiddenColumns =
  /^(?:rowid|rownum|level|ctid|xmin|xmax|cmin|cmax|tableoid|oid|\$\w+|filename|file_row_number|_metadata|_c\d+|_col\d+|col\d+|input__file__name|block__offset__inside__file|row__offset__inside__block|row__id|raw__data__size|grouping__id|grouping_id|value|key|pos|col)$/i;
/** What statements that write call the rows that they write. */
const writtenRows = /^(?:excluded|new|old|inserted|deleted|source|target)$/i;
const hiddenTables = /^(?:dual|duckdb_|pragma_|sqlite_|pg_|information_schema|sys|system|\$)/i;

/**
 * What the names of a statement tell: only where all names that matter are known, so that nothing
 * right is marked.
 */
export async function semanticMarks(
  {statement, dialect, database, made}: MarkedStatement,
  catalog: NameCatalog,
): Promise<Mark[]> {
  const tokens = tokensOf(statement, dialect).filter(token => token.kind !== 'comment');
  const tree = queryTree(tokens, statement.length);
  const finder = new ColumnFinder(catalog, database);
  const marks = [...unusedQueryMarks(tree, statement), ...argumentMarks(tokens, dialect)];
  for (const query of tree.all) {
    marks.push(...(await joinMarks(query, finder, dialect)));
    for (const relation of query.relations)
      marks.push(...(await tableMarks(relation, query, {database, made, dialect}, catalog)));
    if (query.isOpaque) continue;
    const sight = await sightOf(query, finder);
    const known = new Set(
      sight.levels.flatMap(({sources}) =>
        sources.flatMap(({columns}) => columns.list.map(({name}) => name.toLowerCase())),
      ),
    );
    const references = referencesOf(
      query,
      dialect,
      name => known.has(name) && !dialect.reserved.has(name),
    );
    for (const reference of references) marks.push(...columnMarks(reference, sight, dialect));
    marks.push(...groupMarks(query, references));
    marks.push(...(await wasteMarks(query, finder, tokens, dialect)));
  }
  return marks;
}

async function tableMarks(
  relation: Relation,
  query: Query,
  {database, made, dialect}: Pick<MarkedStatement, 'database' | 'made' | 'dialect'>,
  catalog: NameCatalog,
): Promise<Mark[]> {
  const names = relation.path.map(({text}) => text);
  const last = relation.path.at(-1);
  if (relation.kind !== 'table' || last === undefined || names.length > 2) return [];
  if (names.some(name => hiddenTables.test(name)) || made.has(last.text.toLowerCase())) return [];
  // Rows of a nested column: `FROM customers c, c.orders`.
  if (
    around(query).some(one =>
      one.relations.some(({alias}) => same(alias, names[0] ?? '') && alias !== relation.alias),
    )
  )
    return [];
  const of = names.length === 2 ? (names[0] ?? '') : database;
  const databases = await catalog.databases().catch(() => []);
  const home = databases.find(one => same(one, of));
  if (home === undefined) {
    const near = nearestName(of, databases);
    return names.length === 2 && near !== undefined && relation.path[0] !== undefined
      ? [unknown(relation.path[0], 'database', near, dialect)]
      : [];
  }
  const tables = await catalog.tables(home).catch(() => []);
  if (tables.length === 0 || tables.some(({name}) => same(name, last.text))) return [];
  const near = nearestName(
    last.text,
    tables.map(({name}) => name),
  );
  return [unknown(last, 'table', near, dialect, ` in ${home}`)];
}

function unknown(
  {from, to, text}: Token,
  what: string,
  near: string | undefined,
  dialect: Dialect,
  where = '',
): Mark {
  const message = `Unknown ${what} ${text}${where}.`;
  if (near === undefined) return {from, to, message, severity: 'warning'};
  const fix = {label: `Change to ${near}`, from, to, insert: writtenName(near, dialect)};
  return {from, to, message: `${message} Did you mean ${near}?`, severity: 'warning', fix};
}

/** What a query can name: its own sources, and those of queries around it. */
type Sight = {
  readonly levels: readonly {
    readonly query: Query;
    readonly sources: readonly {readonly relation: Relation; readonly columns: Columns}[];
  }[];
  readonly isComplete: boolean;
};

async function sightOf(query: Query, finder: ColumnFinder): Promise<Sight> {
  const levels = await Promise.all(
    around(query).map(async one => ({
      query: one,
      sources: await Promise.all(
        one.relations.map(async relation => ({
          relation,
          columns: await finder.ofRelation(relation),
        })),
      ),
    })),
  );
  return {
    levels,
    isComplete:
      (levels[0]?.sources.length ?? 0) > 0 &&
      levels.every(
        level => !level.query.isOpaque && level.sources.every(({columns}) => columns.isComplete),
      ),
  };
}

function columnMarks({query, parts, clause}: Reference, sight: Sight, dialect: Dialect): Mark[] {
  const [first, second] = parts;
  if (first === undefined || hiddenColumns.test(parts.at(-1)?.text ?? '')) return [];
  const named = sight.levels.flatMap(({sources}) => sources);
  if (second !== undefined) {
    const source = named.find(({relation}) => same(relation.alias, first.text));
    if (source !== undefined) {
      const {list, isComplete} = source.columns;
      if (!isComplete || has(list, second.text)) return [];
      return [
        unknown(
          second,
          'column',
          nearestName(
            second.text,
            list.map(({name}) => name),
          ),
          dialect,
          ` of ${first.text}`,
        ),
      ];
    }
    if (writtenRows.test(first.text)) return [];
    // A database before a table, or a field of a column.
    if (
      parts.length > 2 ||
      !sight.isComplete ||
      named.some(({columns}) => has(columns.list, first.text))
    )
      return [];
    const aliases = named.map(({relation}) => relation.alias).filter(alias => alias !== '');
    if (named.some(({relation}) => relation.path.some(({text}) => same(text, first.text))))
      return [];
    return [unknown(first, 'table or alias', nearestName(first.text, aliases), dialect)];
  }
  const isAlias = query.items.some(
    ({name, nameToken}) => nameToken !== first && same(name, first.text),
  );
  const isSource = named.some(({relation}) => same(relation.alias, first.text));
  if (isAlias || isSource || (query.isBranch && clause === 'order')) return [];
  const own = sight.levels[0]?.sources.filter(({columns}) => has(columns.list, first.text)) ?? [];
  if (own.length > 1 && clause !== 'using')
    return ambiguous(
      first,
      own.map(({relation}) => relation),
      query,
      dialect,
    );
  if (!sight.isComplete || named.some(({columns}) => has(columns.list, first.text))) return [];
  const names = named.flatMap(({columns}) => columns.list.map(({name}) => name));
  return [unknown(first, 'column', nearestName(first.text, names), dialect)];
}

const has = (list: readonly Column[], name: string): boolean =>
  list.some(column => same(column.name, name));

function ambiguous(
  {from, to, text}: Token,
  relations: readonly Relation[],
  query: Query,
  dialect: Dialect,
): Mark[] {
  // Shared by USING or NATURAL, or by a join that gives the columns of one side.
  const isShared =
    query.tokens.some(({clause}) => clause === 'using') ||
    relations.some(({join, isTarget}) => join === 'cross' || isTarget);
  const [first] = relations;
  if (isShared || first === undefined || relations.some(({alias}) => alias === '')) return [];
  const fix = {
    label: `Change to ${first.alias}.${text}`,
    from,
    to: from,
    insert: `${writtenName(first.alias, dialect)}.`,
  };
  const names = relations.map(({alias}) => alias).join(' and ');
  return [{from, to, message: `${text} is in ${names}.`, severity: 'warning', fix}];
}

/** Names of tables and views that a text makes itself. */
export function madeIn(tokens: readonly Token[]): Set<string> {
  const made = new Set<string>();
  tokens.forEach((token, n) => {
    const renamed = tokens[n + 1];
    if (word(tokens[n - 1]) === 'rename' && word(token) === 'to' && isName(renamed))
      made.add(renamed.text.toLowerCase());
    if (!/^(?:table|view)$/.test(word(token))) return;
    const start = tokens.slice(Math.max(0, n - 5), n);
    if (!start.some(one => /^(?:create|cache|replace)$/.test(word(one)))) return;
    let at = n + 1;
    while (/^(?:if|not|exists)$/.test(word(tokens[at]))) at++;
    while (isSymbol(tokens[at + 1], '.')) at += 2;
    const name = tokens[at];
    if (isName(name)) made.add(name.text.toLowerCase());
  });
  return made;
}
