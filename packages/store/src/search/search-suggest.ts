import {
  isSuggested,
  parseExactly,
  recordKeys,
  termsWith,
  textsOf,
  tokens,
  type Attributes,
} from '@gazetteer/model';
import {isCarried} from '../schema/carried.ts';
import {wordRows} from '../index/classification-words.ts';
import {inner, type GraphRead} from '../schema/graph.ts';
import {contextOf, readableAt} from '../index/readable-sql.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {endingsOf} from '../index/word-endings.ts';
import {oneOfTypes, raw, runSql, sql, type Sql} from '../schema/sql-text.ts';

/**
 * Only the newest that have a word with the prefix are looked at, so that one letter costs no more
 * than five…
 */
const maxLookedAt = 1000;
/**
 * …and only so many of them when these have terms enough, or each of theirs so often that others
 * would bring the same.
 */
const firstLookedAt = 100;
const maxSuggestions = 5;

/** All words of what an entity carries, as a field that suggestions can be taken from. */
const classificationsField = '__classificationsText';

/**
 * Terms that begin with `prefix`, those that most entities have first, from what weighs most:
 * attributes, labels and classifications. `fieldName` keeps to one attribute, by its name or as
 * `<defining type>.<name>`, or to one of the others by that of the system attribute.
 */
export async function suggestTerms(
  graph: GraphRead,
  prefix: string,
  fieldName?: string,
): Promise<string[]> {
  const words = tokens(prefix);
  const wanted = prefix.trim().toLowerCase();
  if (words.length === 0) return [];
  const counts =
    fieldName === classificationsField
      ? new Map<string, number>()
      : await ofEntities(graph, words, wanted, fieldName);
  if (fieldName === undefined || fieldName === classificationsField) {
    for (const {type_id, attributes, entities} of await classificationsWith(graph, words, wanted)) {
      const texts = [
        graph[inner].system.symbols.name(type_id),
        ...textsOf(parseExactly(attributes)),
      ];
      addTerms(counts, texts, wanted, entities);
    }
  }
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(([term]) => term);
}

function addTerms(
  counts: Map<string, number>,
  texts: readonly string[],
  wanted: string,
  entities: number,
): void {
  for (const term of new Set(texts.flatMap(text => termsWith(text, wanted))))
    counts.set(term, (counts.get(term) ?? 0) + entities);
}

/** How many entities have each term. */
async function ofEntities(
  graph: GraphRead,
  words: string[],
  wanted: string,
  fieldName: string | undefined,
): Promise<Map<string, number>> {
  const textsIn = readerOf(graph, fieldName);
  const counted = (rows: readonly EntityTexts[]) => {
    const counts = new Map<string, number>();
    for (const row of rows) addTerms(counts, textsIn(row), wanted, 1);
    return counts;
  };
  const few = await entitiesWith(graph, words, firstLookedAt);
  const counts = counted(few);
  const isRepeated = counts.size > 0 && [...counts.values()].every(entities => entities > 1);
  if (few.length < firstLookedAt || counts.size >= maxSuggestions || isRepeated) return counts;
  return counted(await entitiesWith(graph, words, maxLookedAt));
}

type EntityTexts = {type_id: number; attributes: string; extra: string | null};

async function entitiesWith(
  graph: GraphRead,
  words: string[],
  limit: number,
): Promise<EntityTexts[]> {
  const fullText = fullTextOf(graph[inner].session.dialect);
  const text = {kind: 'phrase', words, prefix: true} as const;
  const endings = await endingsOf(graph, text);
  const expression = fullText.expression(text, {endings}, 'names');
  const matches = {text: fullText.matches, params: [expression]};
  const only = readableAt(graph, `document.${fullText.id}`);
  const newest = sql`SELECT ${raw(fullText.id)} AS id FROM document WHERE ${matches}
    ${only === undefined ? raw('') : sql`AND ${only}`} ORDER BY id DESC LIMIT ${limit}`;
  return await runSql<EntityTexts>(
    graph[inner].session,
    sql`SELECT e.type_id, e.attributes, e.extra FROM (${newest}) AS hit JOIN entity e ON e.id = hit.id`,
  );
}

type ClassificationTexts = {type_id: number; attributes: string; entities: number};

/**
 * Classifications that have the words in their values, or a term with the prefix in their names,
 * with how many entities carry each.
 */
async function classificationsWith(
  graph: GraphRead,
  words: string[],
  wanted: string,
): Promise<ClassificationTexts[]> {
  const {types, system, session} = graph[inner];
  const named = [...types.classificationTypes.values()].filter(type =>
    [type.name, ...type.attributes.keys()].some(name => termsWith(name, wanted).length > 0),
  );
  const names = named.map(type => type.name);
  const only = readableAt(graph, 'c.entity_id');
  // Any of them: to find the newest, all would have to be read.
  const some = (rows: Sql) => sql`SELECT * FROM (${rows} LIMIT ${maxLookedAt}) AS part`;
  const isNamed = oneOfTypes(contextOf(graph), 'type_id', names);
  const attached = sql`${some(wordRows(system, {kind: 'phrase', words, prefix: true}))}
    UNION ${some(sql`SELECT entity_id, type_id FROM classification WHERE ${isNamed}`)}`;
  const come = sql`SELECT 1 FROM propagation p
    WHERE p.source_id = c.entity_id AND p.type_id = c.type_id AND ${raw(isCarried(system))} LIMIT ${maxLookedAt}`;
  return await runSql<ClassificationTexts>(
    session,
    sql`SELECT c.type_id, c.attributes, 1 + (SELECT count(*) FROM (${come}) AS far) AS entities
      FROM (${attached}) AS found CROSS JOIN classification c
      WHERE c.entity_id = found.entity_id AND c.type_id = found.type_id ${only === undefined ? raw('') : sql`AND ${only}`}`,
  );
}

/**
 * What reads the texts of an entity that terms are taken from. Which attributes these are is found
 * out once for each type.
 */
function readerOf(
  {[inner]: db, types}: GraphRead,
  fieldName: string | undefined,
): (row: EntityTexts) => string[] {
  const names = new Map<number, string[]>();
  const namesOf = (type: number) => {
    const asked = [...types.entityType(db.system.symbols.name(type)).attributes.values()]
      .filter(one => fieldName === undefined || fieldName === one.name || fieldName === one.key)
      .filter(isSuggested)
      .map(one => one.name);
    names.set(type, asked);
    return asked;
  };
  const isLabelAsked = fieldName === undefined || fieldName === recordKeys.labels;
  return row => {
    const attributes = JSON.parse(row.attributes) as Attributes;
    const values: unknown[] = (names.get(row.type_id) ?? namesOf(row.type_id)).map(
      name => attributes[name],
    );
    if (isLabelAsked && row.extra !== null)
      values.push((JSON.parse(row.extra) as {labels?: unknown}).labels);
    return values.flat().filter(value => typeof value === 'string');
  };
}
