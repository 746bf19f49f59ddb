import type {Session} from '@gazetteer/db';
import {
  changeOperations,
  type ChangeOperation,
  type EdgeRecord,
  type Guid,
  type NotifiedChange,
} from '@gazetteer/model';
import {isCarried} from './carried.ts';
import type {Symbols} from './symbols.ts';
import type {TypeSystem} from './type-store.ts';

/**
 * `[operation, entity]`, `[operation, entity, classification]` or
 * `[operation, 0, 0, relationship]`: numbers, so that what is told of a table with 20 columns takes
 * some 200 bytes and costs hardly anything to write.
 */
export type StoredEvent =
  | readonly [number, number]
  | readonly [number, number, number]
  | readonly [number, number, number, EdgeRecord];

/** So many of a large change share a row. */
const eventsOfRow = 200;

const numbers: ReadonlyMap<ChangeOperation, number> = new Map(
  changeOperations.map((name, i) => [name, i]),
);

export function operationOf([number]: StoredEvent): ChangeOperation {
  const operation = changeOperations[number];
  if (operation === undefined) throw new Error(`no operation number ${number}`);
  return operation;
}

/**
 * Undefined for an entity that is not there: an edge may end at one that an import brings later.
 */
export function eventOf(
  told: NotifiedChange,
  entityIds: ReadonlyMap<Guid, number>,
  symbols: Symbols,
): StoredEvent[] | undefined {
  const number = numbers.get(told.operation) ?? -1;
  if ('edge' in told) return [[number, 0, 0, told.edge]];
  const id = entityIds.get(told.guid);
  if (id === undefined) return undefined;
  return [
    told.classification === undefined
      ? [number, id]
      : [number, id, symbols.id(told.classification)],
  ];
}

export function outboxRows(
  events: readonly StoredEvent[],
  userName: string,
  now: number,
): (string | number)[][] {
  const rows = [];
  for (let from = 0; from < events.length; from += eventsOfRow) {
    const part = events.slice(from, from + eventsOfRow);
    rows.push([now, userName, part.length, JSON.stringify(part)]);
  }
  return rows;
}

/** Updates at the entities that changed classifications have come to. */
export async function propagatedUpdates(
  session: Session,
  system: TypeSystem,
  changed: readonly {readonly id: number; readonly typeId: number}[],
): Promise<StoredEvent[]> {
  if (changed.length === 0) return [];
  const rows = await session.all<{entity_id: number; type_id: number}>(
    `SELECT p.entity_id, p.type_id FROM ${session.dialect.tupleRows({source_id: 'id', type_id: 'int'})} w CROSS JOIN propagation p
     WHERE p.source_id = w.source_id AND p.type_id = w.type_id AND ${isCarried(system)} ORDER BY 2, 1`,
    [JSON.stringify(changed.map(one => [one.id, one.typeId]))],
  );
  const number = numbers.get('CLASSIFICATION_UPDATE') ?? -1;
  return rows.map((row): StoredEvent => [number, row.entity_id, row.type_id]);
}
