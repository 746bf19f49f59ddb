import {
  indexKind,
  isReady,
  kindsOfTypes,
  type EntityRecord,
  type SearchQuery,
  type TypeKind,
} from '@gazetteer/model';
import {readableAt} from '../index/readable-sql.ts';
import {type IndexedText, leavesOut} from '../index/search-fulltext.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {lastCharacter, joined, raw, runSql, sql} from '../schema/sql-text.ts';
import {
  countNames,
  hitsByKind,
  namesOfKinds,
  rankedHits,
  someNames,
  typedWords,
} from './search-order.ts';
import {planSearch, selectHits, type SearchPlan} from './search-plan.ts';
import {recordsOf, searchEntities} from './search.ts';

/** How far hits are weighed: asked at each key, a search has to cost the same whatever there is. */
const bounds = {
  /** Of more with the words in their names those come first whose names begin with them. */
  named: 2000,
  /** Of more with the words elsewhere the newest come first. */
  others: 1000,
};

/** Names that begin as typed are looked at in the order of the alphabet, so many of each type. */
const maxBeginning = 50;
/** More ranges of the index than these, of types and spellings, are not looked at. */
const maxRanges = 64;

/**
 * The first hits of some groups of kinds, each as a search for these kinds alone has them, without
 * their number: counting costs more than finding. What has the words in its name is found for all
 * groups in one walk through the index; a constant number of statements for each kind that this
 * does not fill.
 * @param query words of active entities, without other conditions
 * @param groups all kinds between them
 */
export async function firstOfKinds(
  graph: GraphRead,
  query: SearchQuery,
  groups: readonly (readonly TypeKind[])[],
  limits: typeof bounds = bounds,
): Promise<EntityRecord[][]> {
  const plan = await planSearch(graph, query);
  const {text, namedOf} = plan;
  const pages: EntityRecord[][] = [];
  if (plan.isEmpty) return groups.map(() => []);
  if (text === undefined || namedOf === undefined) {
    for (const kinds of groups) {
      const types = typesOf(plan, kinds);
      pages.push(
        types.length === 0 ? [] : (await searchEntities(graph, {...query, types})).records,
      );
    }
    return pages;
  }
  const {session} = graph[inner];
  const named = {...plan, where: namedOf(undefined)};
  const [counted] = await runSql<{n: number}>(session, countNames(named, limits.named + 1));
  const isMany = Number(counted?.n ?? 0) > limits.named;
  const rows = isMany
    ? []
    : await runSql<{id: number; part: number}>(
        session,
        namesOfKinds(named, text, groups, query.limit),
      );
  const wanted = {graph, plan, text, namedOf, isMany, limit: query.limit, limits};
  for (const [at, kinds] of groups.entries()) {
    // A page of those that begin so needs nothing else: they would come first anyway.
    const begun = isMany ? await beginning(wanted, typesOf(plan, kinds.slice(0, 1))) : [];
    const namedIds = isMany
      ? begun.length < query.limit && (await namedOfKinds(wanted, kinds))
      : rows.filter(row => row.part === at).map(row => row.id);
    const ids = namedIds === false ? begun : await pageOfKinds(wanted, kinds, namedIds);
    const page = ids.slice(0, query.limit).map(id => ({id}));
    pages.push((await recordsOf(graph, page)).records);
  }
  return pages;
}

type Wanted = {
  readonly graph: GraphRead;
  readonly plan: SearchPlan;
  readonly text: IndexedText;
  readonly namedOf: NonNullable<SearchPlan['namedOf']>;
  /** More than are weighed have the words in their names. */
  readonly isMany: boolean;
  readonly limit: number;
  readonly limits: typeof bounds;
};

/** Those of some kinds with the words in their names; undefined where these alone are too many. */
async function namedOfKinds(
  {graph, plan, text, namedOf, limit, limits}: Wanted,
  kinds: readonly TypeKind[],
): Promise<number[] | undefined> {
  const types = typesOf(plan, kinds);
  if (types.length === 0) return [];
  const page = {limit, most: limits.named + 1};
  const rows = await runSql<{id: number; n: number}>(
    graph[inner].session,
    someNames(plan, namedOf(types), text, page),
  );
  return Number(rows[0]?.n ?? 0) > limits.named ? undefined : rows.map(row => row.id);
}

/** Those named, then others of one kind after the other until the page is full. */
async function pageOfKinds(
  wanted: Wanted,
  kinds: readonly TypeKind[],
  named: readonly number[] | undefined,
): Promise<number[]> {
  const {graph, plan, text, limit, limits} = wanted;
  const ids = new Set(named);
  const {session} = graph[inner];
  for (const kind of kinds) {
    const types = typesOf(plan, [kind]);
    if (ids.size >= limit || types.length === 0) continue;
    const counts = plan.counts.filter(one => types.includes(one.typeName));
    const weighedOf = () => plan.weighedOf(types);
    const some = {...plan, counts, where: plan.whereOf(types), weighedOf};
    const size = {limit: limit + ids.size, offset: 0};
    if (named === undefined) {
      for (const id of await beginning(wanted, types)) ids.add(id);
      const rest = hitsByKind(some, text, size, limits.others);
      if (ids.size < limit)
        for (const {id} of await runSql<{id: number}>(session, rest)) ids.add(id);
      continue;
    }
    const newest = sql`${selectHits(some, raw(`${plan.id} AS id`))} ORDER BY id DESC LIMIT ${limits.others + 1}`;
    const rows = await runSql<{id: number}>(session, newest);
    const ranked = sql`${rankedHits(some, text)} LIMIT ${size.limit}`;
    const isFew = rows.length > 0 && rows.length <= limits.others;
    for (const {id} of isFew ? await runSql<{id: number}>(session, ranked) : rows) ids.add(id);
  }
  return [...ids];
}

/**
 * Entities whose names begin as typed, in one of the usual spellings, the shortest first: from the
 * index of values, however many there are.
 */
async function beginning(
  {graph, plan, text, limit}: Wanted,
  types: readonly string[],
): Promise<number[]> {
  const {symbols} = plan.context;
  const typed = typedWords(text);
  // By its beginning alone nothing would tell what the text leaves out.
  if (typed?.isPrefix !== true || leavesOut(text)) return [];
  const ranges = types.flatMap(typeName => {
    const attribute = graph.types.entityTypes.get(typeName)?.attributes.get('name');
    const isThere =
      attribute !== undefined &&
      indexKind(attribute.type) === 'text' &&
      isReady(graph.types, attribute) &&
      symbols.has(attribute.key);
    if (!isThere) return [];
    const of = raw(
      `attribute_id = ${symbols.id(attribute.key)} AND type_id = ${symbols.id(typeName)}`,
    );
    return spellings(typed.text).map(
      start => sql`SELECT * FROM (SELECT value, entity_id FROM text_value
        WHERE ${of} AND value >= ${start} AND value < ${start + lastCharacter} ORDER BY value LIMIT ${maxBeginning}) AS part`,
    );
  });
  if (ranges.length === 0 || ranges.length > maxRanges) return [];
  const seen = readableAt(graph, 'b.entity_id') ?? raw('1 = 1');
  const rows = await runSql<{id: number}>(
    graph[inner].session,
    sql`SELECT b.entity_id AS id FROM (${joined(ranges, ' UNION ALL ')}) AS b CROSS JOIN facet f
      WHERE f.entity_id = b.entity_id AND f.state = 0 AND ${seen} ORDER BY length(b.value), b.value, id DESC LIMIT ${limit}`,
  );
  return rows.map(row => row.id);
}

function spellings(words: string): string[] {
  const apart = new Set(['_', ' ', '.', '-'].map(sign => words.replaceAll(' ', sign)));
  return [...apart].flatMap(text => [
    ...new Set([text, text.toUpperCase(), text.charAt(0).toUpperCase() + text.slice(1)]),
  ]);
}

function typesOf({context, counts}: SearchPlan, kinds: readonly TypeKind[]): string[] {
  const all = kindsOfTypes(context.types);
  const names = [...new Set(counts.map(one => one.typeName))];
  return names.filter(name => kinds.includes(all.get(name) ?? 'asset'));
}
