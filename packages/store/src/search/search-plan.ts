import {narrowed, type NarrowedQuery, type SearchQuery, type TextQuery} from '@gazetteer/model';
import {inner, type EntityCount, type GraphRead} from '../schema/graph.ts';
import {outdatedText} from './search-outdated.ts';
import {
  fullTextOf,
  indexedText,
  withTypeNames,
  type Endings,
  type IndexedText,
  type Narrowing,
} from '../index/search-fulltext.ts';
import type {RowScope} from '../index/search-sql.ts';
import {endingsOf, type EndingBounds} from '../index/word-endings.ts';
import {namedTypes, widenedText, type FoundText} from './search-widened.ts';
import {byItself, leadingPart, partsOf, testedStep, type Part} from './search-parts.ts';
import {
  all,
  joined,
  oneOfTypes,
  raw,
  runSql,
  sql,
  type Sql,
  type SqlContext,
} from '../schema/sql-text.ts';

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
  /**
   * The same for those of some types, or of all, that have the words in their name, where an index
   * leads to them.
   */
  readonly namedOf: ((types: readonly string[] | undefined) => Sql) | undefined;
  /** The same of all others. */
  readonly elsewhereOf: ((types: readonly string[]) => Sql) | undefined;
  /** `where` for some of the types. */
  readonly whereOf: (types: readonly string[]) => Sql;
  /** `where` for some of the types, or of all, as relevance is told by it. */
  readonly weighedOf: (types?: readonly string[]) => Sql;
  /** Words that `where` asks for in place of beginnings. */
  readonly endings: Endings;
  /** `where` reads the table `entity` as `e`. */
  readonly needsEntity: boolean;
  /** Words or a filter lead to the hits; otherwise all entities of the types are looked at. */
  readonly isDriven: boolean;
  /** What leads to the hits, where that is a range of an index. */
  readonly range: Sql | undefined;
  /** In words: what leads to the hits, then what is tested on them. */
  readonly steps: readonly string[];
  /**
   * The same search with every entity of the types tested by what it says itself: nothing has to be
   * collected before the first one, so that a page of hits that are frequent costs little. With a
   * SELECT of numbers those entities alone are tested. Undefined where words have to be met.
   */
  readonly alone: ((among?: Sql) => SearchPlan) | undefined;
};

/** What types and states still restrict, given what there is at all. */
type Scope = {
  readonly types: readonly string[] | undefined;
  readonly withoutDeleted: boolean;
  /** All that has entities, whatever is asked for. */
  readonly all: readonly EntityCount[];
};

/**
 * Chooses what drives a search: the words when there are some, else the first filter that the
 * (attribute, value) index answers, else the types. Everything else is tested on each of those
 * hits.
 */
export async function planSearch(
  graph: GraphRead,
  asked: SearchQuery,
  ofEndings?: EndingBounds,
): Promise<SearchPlan> {
  const {session, types, system} = graph[inner];
  const query: NarrowedQuery =
    graph.readable === undefined ? asked : narrowed(types, asked, graph.readable);
  const all = await graph.entityCounts();
  const existing = all.filter(one => one.status !== 'SHELL');
  const entityCount = (names: readonly string[] | undefined) =>
    existing
      .filter(one => names?.includes(one.typeName) ?? true)
      .reduce((sum, one) => sum + one.count, 0);
  const wanted = query.types === undefined ? undefined : new Set(query.types);
  const isWanted = (name: string) =>
    wanted?.has(name) ?? types.entityTypes.get(name)?.isInternal === false;
  const inTypes = existing.filter(one => isWanted(one.typeName));
  const counts = inTypes.filter(one => !query.activeOnly || one.status === 'ACTIVE');
  const names = [...new Set(inTypes.map(one => one.typeName))];
  const {dialect} = session;
  const context: SqlContext = {dialect, symbols: system.symbols, types, entityCount, within: names};
  const scope: Scope = {
    all,
    types: inTypes.length === existing.length ? undefined : names,
    withoutDeleted: query.activeOnly && counts.length < inTypes.length,
  };
  const indexed = query.text && indexedText(query.text);
  const named = indexed && withTypeNames(indexed, namedTypes(graph, existing));
  // Asked for where a text leads, and once.
  let endings: Promise<Endings> | undefined;
  const byNamed = async (of: IndexedText) =>
    byText(context, query, scope, of, await (endings ??= endingsOf(graph, of, ofEndings)));
  const hasEnough = async () =>
    named !== undefined &&
    (await hasManyHits(graph, context, query, scope, async () => (await byNamed(named)).where));
  const found = query.text && (await foundText(graph, query.text, existing, counts, hasEnough));
  const text = found === undefined ? named : undefined;
  const parts = {...query, found};
  const common = {
    context,
    isEmpty: counts.length === 0 || query.text?.kind === 'none',
    counts,
    excluded: existing.filter(one => !counts.includes(one)),
    named,
  };
  if (text !== undefined) {
    const isByTextOnly = partsOf(context, {...query, text: undefined}).length === 0;
    const led = await byNamed(text);
    return {...common, ...led, isByTypeOnly: false, isByTextOnly, alone: undefined};
  }
  const tests = partsOf(context, parts);
  const isByTypeOnly = tests.length === 0;
  const candidates = counts.reduce((sum, one) => sum + one.count, 0);
  const led = byRows(context, tests, scope, await leadingPart(session, tests, candidates));
  const plan = {...common, ...led, isByTypeOnly, isByTextOnly: false};
  const alone = (among?: Sql): SearchPlan => {
    const sample: Part | undefined = among && {
      what: 'a sample',
      set: among,
      readsRow: false,
      test: () => raw('1 = 1'),
    };
    return {...plan, ...byRows(context, tests.map(byItself), scope, sample), alone: undefined};
  };
  return {...plan, alone: tests.every(part => part.alone !== undefined) ? alone : undefined};
}

/** Undefined where the index of words answers alone. */
async function foundText(
  graph: GraphRead,
  text: TextQuery,
  existing: readonly EntityCount[],
  counts: readonly EntityCount[],
  hasEnough: () => Promise<boolean>,
): Promise<FoundText | undefined> {
  const widened = await widenedText(graph, text, existing);
  const outdated = await outdatedText(graph, text, counts, widened);
  if (outdated !== undefined || widened.isPlain) return outdated;
  return (await hasEnough()) ? undefined : widened.found;
}

/**
 * Of words that more have in their own texts, what they mean elsewhere adds nothing to look
 * through.
 */
const maxWidened = 50_000;

async function hasManyHits(
  graph: GraphRead,
  context: SqlContext,
  query: NarrowedQuery,
  scope: Scope,
  whereOf: () => Promise<Sql>,
): Promise<boolean> {
  const isNarrow = partsOf(context, {...query, text: undefined}).length > 0;
  if (isNarrow || context.entityCount(scope.types) <= maxWidened) return false;
  const where = await whereOf();
  const hits = sql`SELECT 1 FROM document d WHERE ${where} LIMIT ${maxWidened + 1}`;
  const [row] = await runSql<{n: number}>(
    graph[inner].session,
    sql`SELECT count(*) AS n FROM (${hits}) AS hit`,
  );
  return Number(row?.n ?? 0) > maxWidened;
}

/**
 * `SELECT what` over the hits of the plan, with the table `entity` as `e` and `facet` as `f` when
 * they are needed.
 */
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
  | 'table'
  | 'id'
  | 'where'
  | 'namedOf'
  | 'elsewhereOf'
  | 'whereOf'
  | 'weighedOf'
  | 'endings'
  | 'needsEntity'
  | 'isDriven'
  | 'range'
  | 'steps'
  | 'text'
>;

function byText(
  context: SqlContext,
  query: NarrowedQuery,
  scope: Scope,
  text: IndexedText,
  endings: Endings,
): Driven {
  const fullText = fullTextOf(context.dialect);
  const id = `d.${fullText.id}`;
  // `+`: entered by its number, the index of words would be searched once for each of the numbers.
  const row: RowScope = {id: `+${id}`, type: 'e.type_id', state: 'e.state', entity: 'e'};
  const parts = partsOf(context, {...query, text: undefined}, ['status', 'type']);
  const narrowing = (names: readonly string[] | undefined): Narrowing => ({
    ...(names && typesOrOthers(context, scope.all, names)),
    status: scope.withoutDeleted ? 'ACTIVE' : undefined,
    endings,
  });
  const matching = (expression: string) => {
    const matches: Sql = {text: fullText.matches, params: [expression]};
    return all([
      matches,
      raw(context.dialect.unlessStopped(id)),
      ...parts.map(part => part.test(row)),
    ]);
  };
  const named = (names: readonly string[] | undefined) =>
    fullText.nameExpression(text, narrowing(names ?? scope.types));
  const hasNames = named(undefined) !== undefined;
  const whereOf = (names: readonly string[] | undefined) =>
    matching(fullText.expression(text, narrowing(names)));
  return {
    table: 'document d',
    id,
    where: whereOf(scope.types),
    namedOf: hasNames ? names => matching(named(names) ?? '') : undefined,
    elsewhereOf: hasNames
      ? names => matching(fullText.elsewhereExpression(text, narrowing(names)) ?? '')
      : undefined,
    whereOf,
    // By each of several words it would be another.
    weighedOf: names =>
      matching(fullText.expression(text, {...narrowing(names ?? scope.types), endings: undefined})),
    endings,
    needsEntity: parts.some(part => part.readsRow),
    isDriven: true,
    range: undefined,
    steps: ['Led by the words, from the full-text index.', ...parts.map(testedStep)],
    text,
  };
}

/** The types by their symbols, or all others where these have fewer entities to meet with. */
function typesOrOthers(
  {symbols}: SqlContext,
  all: readonly EntityCount[],
  names: readonly string[],
): Narrowing {
  const wanted = new Set(names);
  const others = all.filter(one => !wanted.has(one.typeName));
  const sum = (counts: readonly EntityCount[]) => counts.reduce((n, one) => n + one.count, 0);
  // All that there is are those of the types and the others.
  if (2 * sum(others) >= sum(all)) return {types: names.map(name => symbols.id(name))};
  return {exceptTypes: [...new Set(others.map(one => symbols.id(one.typeName)))]};
}

function byRows(
  context: SqlContext,
  parts: readonly Part[],
  scope: Scope,
  driver: Part | undefined,
): Driven {
  const others = parts.filter(part => part !== driver);
  const row: RowScope = {id: '+f.entity_id', type: 'f.type_id', state: 'f.state', entity: 'e'};
  // Only the driver may be entered by its index; `+` keeps the planner from choosing the types
  // instead.
  const plus = driver === undefined ? '' : '+';
  const whereOf = (types: readonly string[] | undefined) =>
    all([
      ...(driver?.set === undefined ? [] : [sql`f.entity_id IN (${driver.set})`]),
      raw(context.dialect.unlessStopped('f.entity_id')),
      ...(types === undefined ? [] : [oneOfTypes(context, `${plus}f.type_id`, types)]),
      ...(scope.withoutDeleted ? [raw(`${plus}f.state = 0`)] : []),
      ...others.map(part => part.test(row)),
    ]);
  return {
    table: 'facet f',
    id: 'f.entity_id',
    where: whereOf(scope.types),
    namedOf: undefined,
    elsewhereOf: undefined,
    whereOf,
    weighedOf: types => whereOf(types ?? scope.types),
    endings: new Map(),
    needsEntity: others.some(part => part.readsRow),
    isDriven: driver !== undefined,
    range: driver?.isRange === true ? driver.set : undefined,
    steps: [
      driver === undefined
        ? 'Led by the types: each entity of them is looked at.'
        : `Led by an index: ${driver.what}.`,
      ...others.map(testedStep),
    ],
    text: undefined,
  };
}
