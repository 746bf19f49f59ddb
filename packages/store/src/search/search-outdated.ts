import {
  documentHas,
  phrasesOf,
  searchDocument,
  textFits,
  tokens,
  wildcardPatterns,
  type Phrase,
  type TextQuery,
} from '@gazetteer/model';
import {inner, type EntityCount, type GraphRead} from '../schema/graph.ts';
import {contextOf} from '../index/readable-sql.ts';
import {entityColumns, toEntity, type EntityRow} from '../schema/rows.ts';
import type {FoundText, WidenedText} from './search-widened.ts';
import {wildcardSet} from '../index/search-words.ts';
import {oneOfTypes, raw, runSql, sql, type Sql} from '../schema/sql-text.ts';

/** Entities that are looked at in one statement. */
const partSize = 1000;

/**
 * Looks for the words in the entities themselves of those types whose documents are being written
 * anew; the others have theirs. Only row numbers of hits are kept. Undefined where all documents
 * are as they should be.
 */
export async function outdatedText(
  graph: GraphRead,
  text: TextQuery,
  counts: readonly EntityCount[],
  widened: WidenedText,
): Promise<FoundText | undefined> {
  const names = [...new Set(counts.map(one => one.typeName))];
  const isOld = (name: string) => graph.types.unready.documents.has(name);
  if (!names.some(isOld)) return undefined;
  const context = contextOf(graph);
  const isOldOne = oneOfTypes(context, 'f.type_id', names.filter(isOld));
  const ids = async (set: Sql) => {
    const rows = await runSql<{id: number}>(
      graph[inner].session,
      sql`SELECT f.entity_id AS id FROM facet f WHERE ${isOldOne} AND f.entity_id IN (${set})`,
    );
    return new Set(rows.map(row => row.id));
  };
  const wild = new Map<string, ReadonlySet<number>>();
  for (const pattern of wildcardPatterns(text))
    wild.set(pattern, await ids(wildcardSet(context, pattern)));
  const meant = new Map<Phrase, ReadonlySet<number>>();
  for (const phrase of phrasesOf(text)) {
    const set = widened.meant(context, phrase);
    if (set !== undefined) meant.set(phrase, await ids(set));
  }
  const found: number[] = [];
  for await (const {id, record} of entitiesOf(graph, names.filter(isOld))) {
    const document = searchDocument(graph.types, record);
    if (document === undefined) continue;
    const typeName = tokens(record.typeName).join(' ');
    const hasPhrase = (phrase: Phrase) =>
      documentHas(document, phrase) ||
      phrase.words.join(' ') === typeName ||
      meant.get(phrase)?.has(id) === true;
    if (textFits(text, hasPhrase, pattern => wild.get(pattern)?.has(id) === true)) found.push(id);
  }
  const others = names.filter(name => !isOld(name));
  return context => {
    const isOther = oneOfTypes(context, 'f.type_id', others);
    const indexed = sql`SELECT f.entity_id FROM facet f WHERE ${isOther} AND +f.entity_id IN (${widened.found(context)})`;
    return sql`SELECT value FROM ${{text: context.dialect.listRows('id'), params: [found]}} UNION ALL ${indexed}`;
  };
}

async function* entitiesOf(graph: GraphRead, typeNames: readonly string[]) {
  const isOne = oneOfTypes(contextOf(graph), 'f.type_id', typeNames);
  for (let after = 0; ;) {
    const rows = await runSql<EntityRow>(
      graph[inner].session,
      sql`SELECT ${raw(entityColumns)} FROM entity e JOIN (
          SELECT f.entity_id FROM facet f WHERE ${isOne} AND f.entity_id > ${after} ORDER BY f.entity_id LIMIT ${partSize}
        ) AS part ON part.entity_id = e.id ORDER BY e.id`,
    );
    for (const row of rows) yield {id: row.id, record: toEntity(row, graph[inner].system.symbols)};
    after = rows.at(-1)?.id ?? after;
    if (rows.length < partSize) return;
  }
}
