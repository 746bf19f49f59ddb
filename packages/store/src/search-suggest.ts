import {isSuggested, parseExactly, recordKeys, terms, textsOf, tokens, type Attributes} from '@gazetteer/model';
import {isCarried} from './carried.ts';
import {wordRows} from './classification-words.ts';
import type {GraphRead} from './graph-store.ts';
import {contextOf, readableAt} from './readable-sql.ts';
import {fullTextOf} from './search-fulltext.ts';
import {oneOfTypes, raw, runSql, sql, type Sql} from './sql-text.ts';

/** Only the newest that have a word with the prefix are looked at, so that one letter costs no more than five. */
const maxLookedAt = 1000;
const maxSuggestions = 5;

/** All words of what an entity carries, as a field that suggestions can be taken from. */
const classificationsField = '__classificationsText';

/**
 * Terms that begin with `prefix`, those that most entities have first, from what weighs most: attributes, labels and classifications.
 * `fieldName` keeps to one attribute, by its name or as `<defining type>.<name>`, or to one of the others by that of the system attribute.
 */
export async function suggestTerms(graph: GraphRead, prefix: string, fieldName?: string): Promise<string[]> {
  const words = tokens(prefix);
  const wanted = prefix.trim().toLowerCase();
  if (words.length === 0) return [];
  const counts = new Map<string, number>();
  const add = (found: ReadonlySet<string>, entities: number) => {
    for (const term of found) if (term.startsWith(wanted)) counts.set(term, (counts.get(term) ?? 0) + entities);
  };
  if (fieldName !== classificationsField)
    for (const row of await entitiesWith(graph, words)) add(termsOf(graph, row, fieldName), 1);
  if (fieldName === undefined || fieldName === classificationsField) {
    for (const {type_id, attributes, entities} of await classificationsWith(graph, words, wanted)) {
      const texts = [graph.system.symbols.name(type_id), ...textsOf(parseExactly(attributes))];
      add(new Set(texts.flatMap(terms)), entities);
    }
  }
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(([term]) => term);
}

type EntityTexts = {type_id: number; attributes: string; extra: string | null};

async function entitiesWith(graph: GraphRead, words: string[]): Promise<EntityTexts[]> {
  const fullText = fullTextOf(graph.session.dialect);
  const expression = fullText.expression({kind: 'phrase', words, prefix: true}, {}, 'names');
  const matches = {text: fullText.matches, params: [expression]};
  const only = readableAt(graph, `document.${fullText.id}`);
  const newest = sql`SELECT ${raw(fullText.id)} AS id FROM document WHERE ${matches}
    ${only === undefined ? raw('') : sql`AND ${only}`} ORDER BY id DESC LIMIT ${maxLookedAt}`;
  return await runSql<EntityTexts>(
    graph.session,
    sql`SELECT e.type_id, e.attributes, e.extra FROM (${newest}) AS hit JOIN entity e ON e.id = hit.id`,
  );
}

type ClassificationTexts = {type_id: number; attributes: string; entities: number};

/** Classifications that have the words in their values, or a term with the prefix in their names, with how many entities carry each. */
async function classificationsWith(graph: GraphRead, words: string[], wanted: string): Promise<ClassificationTexts[]> {
  const {types, system, session} = graph;
  const named = [...types.classificationTypes.values()].filter(type =>
    [type.name, ...type.attributes.keys()].flatMap(terms).some(term => term.startsWith(wanted)),
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

/** Each once, so that an entity counts once. */
function termsOf(graph: GraphRead, row: EntityTexts, fieldName: string | undefined): Set<string> {
  const found = new Set<string>();
  const add = (value: unknown) => {
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === 'string') for (const term of terms(text)) found.add(term);
  };
  const attributes = JSON.parse(row.attributes) as Attributes;
  for (const attribute of graph.types.entityType(graph.system.symbols.name(row.type_id)).attributes.values()) {
    const isAsked = fieldName === undefined || fieldName === attribute.name || fieldName === attribute.key;
    if (isAsked && isSuggested(attribute)) add(attributes[attribute.name]);
  }
  if (fieldName === undefined || fieldName === recordKeys.labels)
    add((JSON.parse(row.extra ?? '{}') as {labels?: unknown}).labels);
  return found;
}
