import {inner, type GraphRead} from './graph.ts';

/** Numbers of the changes of tables that this store went through, in their order. */
export async function appliedMigrations(graph: GraphRead): Promise<number[]> {
  const rows = await graph[inner].session.all<{id: number}>('SELECT id FROM migration ORDER BY id');
  return rows.map(row => Number(row.id));
}
