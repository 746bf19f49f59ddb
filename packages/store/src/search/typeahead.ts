import {
  businessFacets,
  contentEnds,
  glossaryTypes,
  ownershipFacets,
  tokens,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {readableAt} from '../index/readable-sql.ts';
import {ownerKey} from '../index/search-index.ts';
import {lastCharacter, raw, runSql, sql} from '../schema/sql-text.ts';

/**
 * Glossary terms with words that begin as typed, those whose name begins so first: one statement,
 * which looks at the names of all terms, and one for what it found.
 */
export async function termsLike(
  graph: GraphRead,
  text: string,
  limit: number,
): Promise<EntityRecord[]> {
  const {session, system} = graph[inner];
  const words = tokens(text);
  if (words.length === 0 || !system.symbols.has(glossaryTypes.term)) return [];
  const typed = ` ${words.join(' ')}`;
  const {dialect} = session;
  const begins = {
    text: dialect.fits("(' ' || f.name)"),
    params: [dialect.pattern([{text: typed}, 'any'])],
  };
  const has = {
    text: dialect.fits("(' ' || f.name)"),
    params: [dialect.pattern(['any', {text: typed}, 'any'])],
  };
  const isTerm = raw(`f.type_id = ${system.symbols.id(glossaryTypes.term)} AND f.state = 0`);
  const seen = readableAt(graph, 'f.entity_id') ?? raw('1 = 1');
  const rows = await runSql<{id: number}>(
    session,
    sql`SELECT f.entity_id AS id FROM facet f WHERE ${isTerm} AND ${has} AND ${seen}
      ORDER BY CASE WHEN ${begins} THEN 0 ELSE 1 END, f.name LIMIT ${limit}`,
  );
  const records = await graph.entitiesAt(rows.map(row => row.id));
  return rows.flatMap(row => records.get(row.id) ?? []);
}

/**
 * Owners of active entities whose names begin as typed, whatever the case of the first letter: one
 * statement, which finds each owner of each type by a step in the index, however much there is of
 * it.
 */
export async function ownersLike(graph: GraphRead, text: string, limit: number): Promise<string[]> {
  const {session, system} = graph[inner];
  const typed = text.trim();
  const roles = businessFacets(graph.types).filter(one => one.name in ownershipFacets);
  const keys = [ownerKey, ...roles.map(one => one.key)].filter(key => system.symbols.has(key));
  if (typed === '' || keys.length === 0) return [];
  const [first = ''] = typed;
  const rest = typed.slice(first.length);
  const starts = [...new Set([typed, first.toLowerCase() + rest, first.toUpperCase() + rest])];
  const counts = await graph.entityCounts();
  const types = counts.filter(one => one.status === 'ACTIVE').map(one => one.typeName);
  const ranges = keys.flatMap(key =>
    types.flatMap(type =>
      starts.map(start => [system.symbols.id(key), system.symbols.id(type), start]),
    ),
  );
  const columns = {attribute_id: 'int', type_id: 'int', start: 'text'} as const;
  const given = {text: session.dialect.tupleRows(columns), params: [JSON.stringify(ranges)]};
  const seen = readableAt(graph, 's.entity_id') ?? raw('1 = 1');
  const next = (after: string) =>
    sql`(SELECT s.value FROM text_value s WHERE ${raw(`s.attribute_id = r.attribute_id AND s.type_id = r.type_id AND ${after}`)}
      AND s.value < r.start || ${lastCharacter}
      AND EXISTS (SELECT 1 FROM facet f WHERE f.entity_id = s.entity_id AND f.state = 0) AND ${seen} ORDER BY s.value LIMIT 1)`;
  const rows = await runSql<{value: string}>(
    session,
    sql`WITH RECURSIVE step(attribute_id, type_id, start, value, n) AS (
        SELECT r.attribute_id, r.type_id, r.start, ${next('s.value >= r.start')}, 1 FROM ${given} AS r
        UNION ALL SELECT r.attribute_id, r.type_id, r.start, ${next('s.value > r.value')}, r.n + 1 FROM step r
          WHERE r.value IS NOT NULL AND r.n < ${limit})
      SELECT DISTINCT value FROM step WHERE value IS NOT NULL ORDER BY value LIMIT ${limit}`,
  );
  return rows.map(row => row.value);
}

/** What each of some entities is in, by its guid: two statements. */
export async function containersOf(
  graph: GraphRead,
  guids: readonly Guid[],
): Promise<Map<Guid, EntityRecord>> {
  const ends = contentEnds(graph.types);
  const edges = await graph.edgesAt(
    guids.flatMap(guid => ends.map(({typeName, end}) => ({guid, typeName, end}))),
  );
  const pairs = edges.flatMap(edge => {
    const end = ends.find(one => one.typeName === edge.typeName)?.end;
    return end === undefined
      ? []
      : [end === 1 ? ([edge.end1, edge.end2] as const) : ([edge.end2, edge.end1] as const)];
  });
  const containers = await graph.entities(
    [...new Set(pairs.map(([, container]) => container))],
    'look',
  );
  return new Map(
    pairs.flatMap(([guid, container]) => {
      const record = containers.get(container);
      return record === undefined ? [] : [[guid, record] as const];
    }),
  );
}
