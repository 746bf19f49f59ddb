import type {Condition} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {holds} from './search-sql.ts';
import {raw, sql, type Sql, type SqlContext} from '../schema/sql-text.ts';

export type Asked = Pick<GraphRead, typeof inner | 'readable' | 'types'>;

/**
 * Whether the entity whose number the expression `id` is may be read; undefined when everything may
 * be.
 */
export function readableAt(graph: Asked, id: string): Sql | undefined {
  const condition = graph.readable?.condition();
  return condition && readableHere(graph, condition, id);
}

/** Aliases begin with `seen`, so that the test fits into any statement. */
function readableHere(graph: Asked, condition: Condition, id: string): Sql {
  const row = {id: '+seen.id', type: 'seen.type_id', state: 'seen.state', entity: 'seen'};
  const test = holds(contextOf(graph), condition, row);
  return sql`EXISTS (SELECT 1 FROM entity seen WHERE ${raw(`seen.id = ${id}`)} AND (${test}))`;
}

/** For conditions alone: nothing here chooses by how many entities there are. */
export function contextOf({[inner]: db, types}: Asked): SqlContext {
  return {dialect: db.session.dialect, symbols: db.system.symbols, types, entityCount: () => 0};
}
