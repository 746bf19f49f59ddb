import {type Dialect, writtenName} from '../dialects.ts';
import {knownFunctions} from '../functions/known-functions.ts';
import type {NameCatalog} from '../name-catalog.ts';
import type {Column, ColumnFinder} from '../query/columns.ts';
import {type Query, type Relation, same, word} from '../query/query-tree.ts';
import {elementOf, fieldsOf} from '../query/types.ts';
import {joinProposals} from './join-conditions.ts';
import {openParenthesis, type CaretContext, type Qualifier} from './caret-context.ts';
import {columnProposals, nearest, plain, type Ranked, tableProposal} from './proposal.ts';
import type {Question} from './question.ts';

/** What statements that write call the rows that they write. */
const writtenRows = /^(?:excluded|new|old)$/i;

/** What may follow a dot: columns, tables, fields. */
export async function qualifiedProposals(
  {queries, prefix}: CaretContext,
  qualifiers: readonly Qualifier[],
  {dialect, database, uses = {}}: Question,
  catalog: NameCatalog,
  finder: ColumnFinder,
): Promise<Ranked[]> {
  const [first, second] = qualifiers;
  if (first === undefined) return [];
  const relation = relationOf(queries, first.name);
  if (relation !== undefined && !first.isElement) {
    const {list} = await finder.ofRelation(relation);
    const found = qualifiers.length === 1 ? list : fieldsAlong(list, qualifiers.slice(1));
    if (found.length > 0) return columnProposals(found, dialect, qualifiers.at(-1)?.name ?? '', 5);
  }
  const target = queries[0]?.relations.find(({isTarget}) => isTarget);
  if (target !== undefined && writtenRows.test(first.name))
    return columnProposals((await finder.ofRelation(target)).list, dialect, first.name, 5);
  // Fields of a column without its table before it.
  for (const one of queries.flatMap(query => query.relations)) {
    const fields = fieldsAlong((await finder.ofRelation(one)).list, qualifiers);
    if (fields.length > 0) return columnProposals(fields, dialect, first.name, 5);
  }
  if (second !== undefined) {
    const columns = await catalog.columns(first.name, second.name).catch(() => []);
    const rest = qualifiers.slice(2);
    return columnProposals(
      rest.length === 0 ? columns : fieldsAlong(columns, rest),
      dialect,
      second.name,
      5,
    );
  }
  // A name that is still being written looks like a table: `FROM sales.`
  const tables = await catalog.tables(first.name).catch(() => []);
  if (tables.length > 0)
    return nearest(tables, prefix, uses, () => first.name).map(table =>
      tableProposal(table, dialect, first.name, 5),
    );
  return columnProposals(
    await catalog.columns(database, first.name).catch(() => []),
    dialect,
    first.name,
    5,
  );
}

/** What a path of names leads to in these columns. */
function fieldsAlong(columns: readonly Column[], path: readonly Qualifier[]): readonly Column[] {
  let found = columns;
  for (const {name, isElement} of path) {
    const type = found.find(one => same(one.name, name))?.type ?? '';
    found = fieldsOf(isElement ? elementOf(type) : type).map(one => ({...one, comment: ''}));
  }
  return found;
}

function relationOf(queries: readonly Query[], alias: string): Relation | undefined {
  for (const {relations} of queries) {
    const found = relations.find(one => same(one.alias, alias));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What an expression may begin with: columns in sight first, then functions. */
export async function expressionProposals(
  caret: CaretContext,
  {dialect}: Question,
  catalog: NameCatalog,
  finder: ColumnFinder,
): Promise<Ranked[]> {
  const {queries, before} = caret;
  const [query] = queries;
  const context = word(before.findLast(token => /^(?:on|by|set|select|where)$/.test(word(token))));
  const relations = query?.relations ?? [];
  if (openParenthesis(before)?.name === 'using')
    return await sharedColumns(relations, dialect, finder);
  const joins =
    word(before.at(-1)) === 'on' ? await joinProposals(relations, finder, dialect, '') : [];
  const aliases =
    context === 'by'
      ? (query?.items ?? []).flatMap(({name, tokens}) =>
          name !== '' && tokens.length > 1 ? [plain(name, 'column', 'of the select list', 7)] : [],
        )
      : [];
  const columns = await columnsInSight(queries, dialect, finder);
  const functions = await functionProposals(dialect, catalog);
  // Nobody has written yet what is read: tables are as good a beginning.
  const sources = queries.flatMap(one =>
    one.relations
      .filter(({alias}) => alias !== '')
      .map(({alias}) => plain(alias, 'source', 'from here', 3)),
  );
  return [...joins, ...aliases, ...columns, ...sources, ...functions];
}

/** Those that the engine lists, and those that are known of its dialect, with ways to call them. */
async function functionProposals(dialect: Dialect, catalog: NameCatalog): Promise<Ranked[]> {
  const known = knownFunctions(dialect);
  const listed = (await catalog.functions().catch(() => [])).filter(
    name => !known.has(name.toLowerCase()),
  );
  const proposal = (name: string, comment: string): Ranked => ({
    ...plain(name, 'function', '', 1),
    insert: `${name}(`,
    comment,
  });
  return [
    ...Array.from(known, ([name, described]) => proposal(name, described)),
    ...listed.map(name => proposal(name, '')),
  ];
}

/** Columns of everything in sight; where two have the same name, with the source in front. */
async function columnsInSight(
  queries: readonly Query[],
  dialect: Dialect,
  finder: ColumnFinder,
): Promise<Ranked[]> {
  const found: Ranked[] = [];
  for (const [level, query] of queries.entries()) {
    // What an INSERT writes to is not read by it.
    const isReading = query.tokens.some(({token}) => word(token) === 'select');
    const relations = query.relations.filter(one => !one.isTarget || !isReading);
    const lists = await Promise.all(relations.map(one => finder.ofRelation(one)));
    const counts = new Map<string, number>();
    for (const {name} of lists.flatMap(({list}) => list))
      counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
    relations.forEach(({alias}, n) => {
      // Those of queries around it come behind its own.
      for (const column of columnProposals(
        lists[n]?.list ?? [],
        dialect,
        alias,
        level === 0 ? 6 : 4,
      )) {
        const isShared = (counts.get(column.label.toLowerCase()) ?? 0) > 1 && alias !== '';
        found.push(
          isShared
            ? {
                ...column,
                label: `${alias}.${column.label}`,
                insert: `${writtenName(alias, dialect)}.${column.insert}`,
              }
            : column,
        );
      }
    });
  }
  return found;
}

/** For USING: columns that the last source has in common with those before it. */
async function sharedColumns(
  relations: readonly Relation[],
  dialect: Dialect,
  finder: ColumnFinder,
): Promise<Ranked[]> {
  const last = relations.at(-1);
  if (last === undefined) return [];
  const others = await Promise.all(relations.slice(0, -1).map(one => finder.ofRelation(one)));
  const names = new Set(others.flatMap(({list}) => list.map(({name}) => name.toLowerCase())));
  const {list} = await finder.ofRelation(last);
  return columnProposals(
    list.filter(({name}) => names.has(name.toLowerCase())),
    dialect,
    last.alias,
    6,
  );
}
