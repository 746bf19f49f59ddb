import {
  describeClassification,
  describeCondition,
  narrowed,
  type Condition,
  type NarrowedQuery,
  type SearchQuery,
  type TextQuery,
} from '@gazetteer/model';
import type {EntityCount, GraphRead} from './graph-store.ts';
import {outdatedText} from './search-outdated.ts';
import {fullTextOf, indexedText, withTypeNames, type IndexedText, type Narrowing} from './search-fulltext.ts';
import {classifiedSet, holds, idSet, readsRow, type RowScope} from './search-sql.ts';
import {namedTypes, widenedText, type FoundText} from './search-widened.ts';
import {textHolds, textSet} from './search-words.ts';
import {all, joined, oneOfTypes, raw, sql, type Sql, type SqlContext} from './sql-text.ts';

/** How a search is asked of the database: decided once for its count, its page and its facets. */
export type SearchPlan = {
  readonly context: SqlContext;
  /** Nothing can match. */
  readonly isEmpty: boolean;
  /** Types that have entities in this search, with their number in each state that is wanted. */
  readonly counts: readonly EntityCount[];
  /** All others. */
  readonly excluded: readonly EntityCount[];
  /** Types and states alone decide, so the hits are the entities in `counts`. */
  readonly isByTypeOnly: boolean;
  /** The words (`text`), types and states alone decide. */
  readonly isByTextOnly: boolean;
  /** Words to rank by. */
  readonly text: IndexedText | undefined;
  /** Words whose places in names order the hits. */
  readonly named: IndexedText | undefined;
  readonly table: 'document d' | 'facet f';
  /** The entity's number in `table`. */
  readonly id: string;
  readonly where: Sql;
  /** The same for those alone that have the words in their name, where an index leads to them. */
  readonly whereNamed: Sql | undefined;
  /** `where` for some of the types. */
  readonly whereOf: (types: readonly string[]) => Sql;
  /** `where` reads the table `entity` as `e`. */
  readonly needsEntity: boolean;
  /** Words or a filter lead to the hits; otherwise all entities of the types are looked at. */
  readonly isDriven: boolean;
  /** In words: what leads to the hits, then what is tested on them. */
  readonly steps: readonly string[];
};

/** What types and states still restrict, given what there is at all. */
type Scope = {readonly types: readonly string[] | undefined; readonly withoutDeleted: boolean};

/**
 * Chooses what drives a search: the words when there are some, else the first filter that the (attribute, value) index
 * answers, else the types. Everything else is tested on each of those hits.
 */
export async function planSearch(graph: GraphRead, asked: SearchQuery): Promise<SearchPlan> {
  const {session, types, system} = graph;
  const query: NarrowedQuery = graph.readable === undefined ? asked : narrowed(types, asked, graph.readable);
  const existing = (await graph.entityCounts()).filter(one => one.status !== 'SHELL');
  const entityCount = (names: readonly string[] | undefined) =>
    existing.filter(one => names?.includes(one.typeName) ?? true).reduce((sum, one) => sum + one.count, 0);
  const context: SqlContext = {dialect: session.dialect, symbols: system.symbols, types, entityCount};
  const wanted = query.types === undefined ? undefined : new Set(query.types);
  const isWanted = (name: string) => wanted?.has(name) ?? types.entityTypes.get(name)?.isInternal === false;
  const inTypes = existing.filter(one => isWanted(one.typeName));
  const counts = inTypes.filter(one => !query.activeOnly || one.status === 'ACTIVE');
  const names = [...new Set(inTypes.map(one => one.typeName))];
  const scope: Scope = {
    types: inTypes.length === existing.length ? undefined : names,
    withoutDeleted: query.activeOnly && counts.length < inTypes.length,
  };
  const found = query.text && (await foundText(graph, query.text, existing, counts));
  const indexed = query.text && indexedText(query.text);
  const named = indexed && withTypeNames(indexed, namedTypes(graph, existing));
  const text = found === undefined ? named : undefined;
  const parts = {...query, found};
  return {
    context,
    isEmpty: counts.length === 0 || query.text?.kind === 'none',
    counts,
    excluded: existing.filter(one => !counts.includes(one)),
    isByTypeOnly: partsOf(context, parts).length === 0,
    isByTextOnly: text !== undefined && partsOf(context, {...query, text: undefined}).length === 0,
    ...(text === undefined ? byRows(context, parts, scope) : byText(context, query, scope, text)),
    named,
  };
}

/** Undefined where the index of words answers alone. */
async function foundText(
  graph: GraphRead,
  text: TextQuery,
  existing: readonly EntityCount[],
  counts: readonly EntityCount[],
): Promise<FoundText | undefined> {
  const widened = await widenedText(graph, text, existing);
  return (await outdatedText(graph, text, counts, widened)) ?? (widened.isPlain ? undefined : widened.found);
}

/** `SELECT what` over the hits of the plan, with the table `entity` as `e` and `facet` as `f` when they are needed. */
export function selectHits(
  plan: SearchPlan,
  what: Sql,
  options: {withEntity?: boolean; withFacet?: boolean} = {},
): Sql {
  const tables: string[] = [plan.table];
  const tests = [plan.where];
  const join = (table: string, id: string) => {
    tables.push(table);
    tests.push(raw(`${id} = ${plan.id}`));
  };
  if (options.withFacet === true && plan.table !== 'facet f') join('facet f', 'f.entity_id');
  if (plan.needsEntity || options.withEntity === true) join('entity e', 'e.id');
  // CROSS JOIN keeps SQLite's planner, which knows no numbers, from entering by the wrong table.
  return sql`SELECT ${what} FROM ${raw(tables.join(' CROSS JOIN '))} WHERE ${joined(tests, ' AND ')}`;
}

type Driven = Pick<
  SearchPlan,
  'table' | 'id' | 'where' | 'whereNamed' | 'whereOf' | 'needsEntity' | 'isDriven' | 'steps' | 'text'
>;

function byText(context: SqlContext, query: NarrowedQuery, scope: Scope, text: IndexedText): Driven {
  const fullText = fullTextOf(context.dialect);
  const id = `d.${fullText.id}`;
  // `+`: entered by its number, the index of words would be searched once for each of the numbers.
  const row: RowScope = {id: `+${id}`, type: 'e.type_id', state: 'e.state', entity: 'e'};
  const parts = partsOf(context, {...query, text: undefined}, ['status', 'type']);
  const narrowing = (names: readonly string[] | undefined): Narrowing => ({
    types: names?.map(name => context.symbols.id(name)),
    status: scope.withoutDeleted ? 'ACTIVE' : undefined,
  });
  const matching = (expression: string) => {
    const matches: Sql = {text: fullText.matches, params: [expression]};
    return all([matches, ...parts.map(part => part.test(row))]);
  };
  const named = fullText.nameExpression(text, narrowing(scope.types));
  const whereOf = (names: readonly string[] | undefined) => matching(fullText.expression(text, narrowing(names)));
  return {
    table: 'document d',
    id,
    where: whereOf(scope.types),
    whereNamed: named === undefined ? undefined : matching(named),
    whereOf,
    needsEntity: parts.some(part => part.readsRow),
    isDriven: true,
    steps: ['Led by the words, from the full-text index.', ...parts.map(testedStep)],
    text,
  };
}

function byRows(context: SqlContext, query: Parts, scope: Scope): Driven {
  const parts = partsOf(context, query);
  const driver = parts.find(part => part.set !== undefined);
  const others = parts.filter(part => part !== driver);
  const row: RowScope = {id: '+f.entity_id', type: 'f.type_id', state: 'f.state', entity: 'e'};
  // Only the driver may be entered by its index; `+` keeps the planner from choosing the types instead.
  const plus = driver === undefined ? '' : '+';
  const whereOf = (types: readonly string[] | undefined) =>
    all([
      ...(driver?.set === undefined ? [] : [sql`f.entity_id IN (${driver.set})`]),
      ...(types === undefined ? [] : [oneOfTypes(context, `${plus}f.type_id`, types)]),
      ...(scope.withoutDeleted ? [raw(`${plus}f.state = 0`)] : []),
      ...others.map(part => part.test(row)),
    ]);
  return {
    table: 'facet f',
    id: 'f.entity_id',
    where: whereOf(scope.types),
    whereNamed: undefined,
    whereOf,
    needsEntity: others.some(part => part.readsRow),
    isDriven: driver !== undefined,
    steps: [
      driver === undefined ? 'Led by the types: each entity of them is looked at.' : `Led by an index: ${driver.what}.`,
      ...others.map(testedStep),
    ],
    text: undefined,
  };
}

/** One of the conditions that must all hold; `set` when an index can give the entities that fulfil it. */
type Part = {
  readonly what: string;
  readonly set: Sql | undefined;
  readonly readsRow: boolean;
  test(row: RowScope): Sql;
};

function testedStep({what, set, readsRow}: Part): string {
  const how = set !== undefined ? 'against an index' : readsRow ? 'by reading the entity' : 'on what leads to it';
  return `Tested on each, ${how}: ${what}.`;
}

type Parts = Pick<NarrowedQuery, 'where' | 'classifications' | 'termGuid' | 'readable'> & {
  text?: SearchQuery['text'] | undefined;
  /** In place of the words alone, where more than the index of words has to be asked. */
  found?: FoundText | undefined;
};

function partsOf(context: SqlContext, query: Parts, rowKinds: readonly Condition['kind'][] = []): Part[] {
  const {where, text, termGuid, readable, found} = query;
  const conditions = where === undefined ? [] : where.kind === 'and' ? where.parts : [where];
  const inSet = (what: string, set: Sql | undefined): Part => ({
    what,
    set,
    readsRow: false,
    test: row => (set === undefined ? raw('1 = 0') : sql`${raw(row.id)} IN (${set})`),
  });
  return [
    ...conditions.map(one => ({
      what: describeCondition(one),
      set: idSet(context, one),
      readsRow: readsRow(context, one, rowKinds),
      test: (row: RowScope) => holds(context, one, row),
    })),
    ...(termGuid === undefined
      ? []
      : [inSet(`the glossary term ${termGuid} is assigned`, assignedSet(context, termGuid))]),
    ...query.classifications.map((one): Part => {
      const part = inSet(describeClassification(one), classifiedSet(context, one));
      return one.isNegated ? {...part, set: undefined, test: row => sql`NOT (${part.test(row)})`} : part;
    }),
    ...(found === undefined ? [] : [inSet('the words, also as those of classifications and terms', found(context))]),
    ...(text === undefined || found !== undefined
      ? []
      : [
          {
            what: 'words with wildcards in names',
            set: textSet(context, text),
            readsRow: false,
            test: (row: RowScope) => textHolds(context, text, row.id),
          },
        ]),
    // Never what leads to the hits: it is much, and the same for every search.
    ...(readable === undefined
      ? []
      : [
          {
            what: 'may be read',
            set: undefined,
            readsRow: readsRow(context, readable, rowKinds),
            test: (row: RowScope) => holds(context, readable, row),
          },
        ]),
  ];
}

/** Entities that the glossary term is assigned to. */
function assignedSet({symbols}: SqlContext, termGuid: string): Sql | undefined {
  const type = 'AtlasGlossarySemanticAssignment';
  if (!symbols.has(type)) return undefined;
  return sql`SELECT g.end2_id FROM edge g JOIN entity t ON t.id = g.end1_id
    WHERE t.guid = ${termGuid} AND g.type_id = ${raw(String(symbols.id(type)))} AND g.state = 0`;
}
