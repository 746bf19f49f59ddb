import {isSuggested, terms, tokens, type Attributes} from '@gazetteer/model';
import type {GraphRead} from './graph-store.ts';
import {readableAt} from './readable-sql.ts';
import {fullTextOf} from './search-fulltext.ts';
import {raw, runSql, sql} from './sql-text.ts';

/** Only the newest entities that have a word with the prefix are looked at, so that one letter costs no more than five. */
const maxLookedAt = 1000;
const maxSuggestions = 5;

/**
 * Terms that begin with `prefix`, those that most entities have first, from the attributes that weigh most; `fieldName`
 * keeps to one attribute, by its name or as `<defining type>.<name>`.
 */
export async function suggestTerms(graph: GraphRead, prefix: string, fieldName?: string): Promise<string[]> {
  const words = tokens(prefix);
  const wanted = prefix.trim().toLowerCase();
  if (words.length === 0) return [];
  const fullText = fullTextOf(graph.session.dialect);
  const expression = fullText.expression({kind: 'phrase', words, prefix: true}, {}, 'names');
  const matches = {text: fullText.matches, params: [expression]};
  const only = readableAt(graph, `document.${fullText.id}`);
  const newest = sql`SELECT ${raw(fullText.id)} AS id FROM document WHERE ${matches}
    ${only === undefined ? raw('') : sql`AND ${only}`} ORDER BY id DESC LIMIT ${maxLookedAt}`;
  const rows = await runSql<{type_id: number; attributes: string}>(
    graph.session,
    sql`SELECT e.type_id, e.attributes FROM (${newest}) AS hit JOIN entity e ON e.id = hit.id`,
  );
  const counts = new Map<string, number>();
  for (const row of rows) {
    const attributes = JSON.parse(row.attributes) as Attributes;
    for (const term of termsOf(graph, row.type_id, attributes, fieldName)) {
      if (term.startsWith(wanted)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, maxSuggestions)
    .map(([term]) => term);
}

/** Each once, so that an entity counts once. */
function termsOf(graph: GraphRead, typeId: number, attributes: Attributes, fieldName: string | undefined): Set<string> {
  const found = new Set<string>();
  const type = graph.types.entityType(graph.system.symbols.name(typeId));
  for (const attribute of type.attributes.values()) {
    const isAsked = fieldName === undefined || fieldName === attribute.name || fieldName === attribute.key;
    if (!isAsked || !isSuggested(attribute)) continue;
    const value = attributes[attribute.name];
    for (const text of Array.isArray(value) ? value : [value]) {
      if (typeof text === 'string') for (const term of terms(text)) found.add(term);
    }
  }
  return found;
}
