import type {Dialect} from '@gazetteer/db';
import {inner, type GraphRead} from '../schema/graph.ts';
import {fullTextOf} from '../index/search-fulltext.ts';
import {raw, runSql, sql} from '../schema/sql-text.ts';

export type IndexHealth = {readonly backend: string; readonly healthy: boolean};

/**
 * Asks the index of words for the newest entity that must be in it: healthy when it is found there
 * by its type.
 */
export async function indexHealth(graph: GraphRead): Promise<IndexHealth> {
  const {session, types, system} = graph[inner];
  const fullText = fullTextOf(session.dialect);
  const internal = [...types.entityTypes.values()].filter(
    type => type.isInternal && system.symbols.has(type.name),
  );
  const ids = internal.map(type => system.symbols.id(type.name)).join(', ') || '0';
  const [newest] = await runSql<{id: number; type_id: number}>(
    session,
    raw(`SELECT id, type_id FROM entity WHERE type_id NOT IN (${ids}) ORDER BY id DESC LIMIT 1`),
  );
  const matches = {
    text: fullText.matches,
    params: [fullText.expression(undefined, {types: [newest?.type_id ?? 0]})],
  };
  // The number is part of the text: FTS5 takes no notice of a row number that is bound as a double,
  // as all numbers are here.
  const isIt = raw(`${fullText.id} = ${newest?.id ?? 0}`);
  const found = await runSql(session, sql`SELECT 1 FROM document WHERE ${matches} AND ${isIt}`);
  return {backend: fullText.backend, healthy: newest === undefined || found.length === 1};
}

/** What the search index is called, whether it answers or not. */
export function searchBackend(dialect: Dialect): string {
  return fullTextOf(dialect).backend;
}

/** Which database keeps the store, for people. */
export function storeName({[inner]: db}: GraphRead): string {
  return db.session.dialect.title;
}
