import type {Session} from '@gazetteer/db';
import type {EntityCount} from '../schema/graph.ts';
import type {Symbols} from '../schema/symbols.ts';

/** What the counters tell: each costs the same whatever there is. */

export async function entityCounts(session: Session, symbols: Symbols): Promise<EntityCount[]> {
  const rows = await session.all<{type_id: number; state: number; n: number}>(
    'SELECT type_id, state, CAST(sum(n) AS bigint) AS n FROM tally WHERE kind = 0 GROUP BY type_id, state HAVING sum(n) > 0',
  );
  const statuses = ['ACTIVE', 'DELETED', 'SHELL'] as const;
  return rows.map(row => ({
    typeName: symbols.name(row.type_id),
    status: statuses[row.state] ?? 'SHELL',
    count: row.n,
  }));
}

export async function classificationCounts(
  session: Session,
  symbols: Symbols,
): Promise<Map<string, number>> {
  const rows = await session.all<{type_id: number; n: number}>(
    'SELECT type_id, CAST(sum(n) AS bigint) AS n FROM tally WHERE kind = 1 GROUP BY type_id HAVING sum(n) > 0',
  );
  return new Map(rows.map(row => [symbols.name(row.type_id), row.n]));
}

export async function typesInUse(
  session: Session,
  symbols: Symbols,
  names: readonly string[],
): Promise<Set<string>> {
  const ids = names.filter(name => symbols.has(name)).map(name => symbols.id(name));
  const rows = await session.all<{type_id: number}>(
    `SELECT type_id FROM tally WHERE ${session.dialect.inList('type_id', 'int')} AND NOT (kind = 0 AND state = 2)
     GROUP BY kind, type_id HAVING sum(n) > 0`,
    [ids],
  );
  const used = new Set(rows.map(row => symbols.name(row.type_id)));
  return new Set(names.filter(name => used.has(name)));
}
