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
import {lastCharacter, joined, raw, runSql, sql, type Sql} from '../schema/sql-text.ts';
import {hitsByKind, rankedAmong, rankedHits, typedWords} from './search-order.ts';
import {planSearch, selectHits, type SearchPlan} from './search-plan.ts';
import {recordsOf, searchEntities} from './search.ts';

/** How far hits are weighed: asked at each key, a search has to cost the same whatever there is. */
const bounds = {
  /** Of more with the words in their names those come first whose names begin with them. */
  named: 1000,
  /** Of more with the words elsewhere the newest come first. */
  others: 1000,
};

/** Names that begin as typed are looked at in the order of the alphabet, so many of each type. */
const maxBeginning = 50;
/** More ranges of the index than these, of types and spellings, are not looked at. */
const maxRanges = 64;

/**
 * The first hits of some groups of kinds, each as a search for these kinds alone has them, without
 * their number: counting costs more than finding. A constant number of statements for each group
 * and each of its kinds, none of which weighs more than `limits`.
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
  const {limit} = query;
  const pages: EntityRecord[][] = [];
  for (const kinds of groups) {
    const types = plan.isEmpty ? [] : typesOf(plan, kinds);
    if (types.length === 0) pages.push([]);
    else if (text === undefined || namedOf === undefined)
      pages.push((await searchEntities(graph, {...query, types})).records);
    else {
      const ids = await pageOfKinds({graph, plan, text, namedOf, limit, limits}, kinds);
      const page = ids.slice(0, limit).map(id => ({id}));
      pages.push((await recordsOf(graph, page)).records);
    }
  }
  return pages;
}

type Wanted = {
  readonly graph: GraphRead;
  readonly plan: SearchPlan;
  readonly text: IndexedText;
  readonly namedOf: NonNullable<SearchPlan['namedOf']>;
  readonly limit: number;
  readonly limits: typeof bounds;
};

/** All of them in order where they are few; else those named, then others until the page is full. */
async function pageOfKinds(wanted: Wanted, kinds: readonly TypeKind[]): Promise<number[]> {
  const {plan, limit, limits} = wanted;
  const types = typesOf(plan, kinds);
  const newest = await newestOf(wanted, types);
  if (newest.length <= limits.others)
    return newest.length === 0 ? [] : await rankedOf(wanted, types, limit);
  const names = {...plan, where: wanted.namedOf(types)};
  const hits = selectHits(names, raw(`${plan.id} AS id`));
  const named = await idsBy(wanted, sql`${hits} LIMIT ${limits.named + 1}`);
  if (named.length > limits.named) return await begunOfKinds(wanted, kinds);
  const ids = new Set(
    await idsBy(wanted, sql`${rankedAmong(plan, wanted.text, named)} LIMIT ${limit}`),
  );
  for (const kind of kinds) {
    const some = typesOf(plan, [kind]);
    if (ids.size >= limit || some.length === 0) continue;
    const others = some.length === types.length ? newest : await newestOf(wanted, some);
    const isFew = others.length > 0 && others.length <= limits.others;
    for (const id of isFew ? await rankedOf(wanted, some, limit + ids.size) : others) ids.add(id);
  }
  return [...ids];
}

/** Where more have the words in their names than are weighed: of each kind those that begin so. */
async function begunOfKinds(wanted: Wanted, kinds: readonly TypeKind[]): Promise<number[]> {
  const {plan, text, limit, limits} = wanted;
  const ids = new Set<number>();
  for (const kind of kinds) {
    const types = typesOf(plan, [kind]);
    if (ids.size >= limit || types.length === 0) continue;
    for (const id of await beginning(wanted, types)) ids.add(id);
    if (ids.size >= limit) continue;
    const size = {limit: limit + ids.size, offset: 0};
    const rest = hitsByKind(ofTypes(plan, types), text, size, limits.others);
    for (const id of await idsBy(wanted, rest)) ids.add(id);
  }
  return [...ids];
}

async function newestOf(wanted: Wanted, types: readonly string[]): Promise<number[]> {
  const {plan, limits} = wanted;
  const hits = selectHits(ofTypes(plan, types), raw(`${plan.id} AS id`));
  return await idsBy(wanted, sql`${hits} ORDER BY id DESC LIMIT ${limits.others + 1}`);
}

async function rankedOf(
  wanted: Wanted,
  types: readonly string[],
  limit: number,
): Promise<number[]> {
  const ranked = rankedHits(ofTypes(wanted.plan, types), wanted.text);
  return await idsBy(wanted, sql`${ranked} LIMIT ${limit}`);
}

async function idsBy({graph}: Wanted, statement: Sql): Promise<number[]> {
  const rows = await runSql<{id: number}>(graph[inner].session, statement);
  return rows.map(row => row.id);
}

function ofTypes(plan: SearchPlan, types: readonly string[]): SearchPlan {
  const counts = plan.counts.filter(one => types.includes(one.typeName));
  const weighedOf = () => plan.weighedOf(types);
  return {...plan, counts, where: plan.whereOf(types), weighedOf};
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
