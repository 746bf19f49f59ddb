import type {Schemas} from '@gazetteer/client';
import type {ObjectRef} from '../../api/wire.ts';
import {type Flow, flowOf} from '../../graph/flow.ts';

export type Column = {readonly guid: string; readonly name: string; readonly isDeleted: boolean};

/** Data going from column to column, drawn on the tables that they belong to. */
export type ColumnWays = {
  /** By the guid of the table. */
  readonly rows: ReadonlyMap<string, readonly Column[]>;
  /** The tables with these columns. */
  readonly tables: ReadonlyMap<string, ObjectRef>;
  readonly flows: readonly Flow[];
  /** The table of each column. */
  readonly tableOf: ReadonlyMap<string, string>;
  /** Those whose ways were asked for. */
  readonly traced: ReadonlySet<string>;
};

/**
 * What is drawn of the columns whose ways were asked for: rows inside the cards of their tables,
 * and flows between them.
 * @param ways an answer for each traced column, undefined while it is awaited
 * @param owners the table of each column, by the guid of the column; a column without one has no
 * card and is left out
 */
export function columnWays(
  ways: readonly (Schemas['Lineage'] | undefined)[],
  owners: ReadonlyMap<string, ObjectRef>,
  traced: readonly string[],
): ColumnWays {
  const rows = new Map<string, Map<string, Column>>();
  const tables = new Map<string, ObjectRef>();
  const tableOf = new Map<string, string>();
  const flows = new Map<string, Flow>();
  for (const {guid, displayText, status} of ways.flatMap(way =>
    Object.values(way?.guidEntityMap ?? {}),
  )) {
    const owner = owners.get(guid);
    if (owner === undefined) continue;
    tables.set(owner.guid, owner);
    tableOf.set(guid, owner.guid);
    const column = {guid, name: displayText ?? guid, isDeleted: status === 'DELETED'};
    rows.set(owner.guid, (rows.get(owner.guid) ?? new Map<string, Column>()).set(guid, column));
  }
  for (const {fromEntityId, toEntityId} of ways.flatMap(way => way?.relations ?? [])) {
    if (!tableOf.has(fromEntityId) || !tableOf.has(toEntityId)) continue;
    const flow = flowOf(fromEntityId, toEntityId);
    flows.set(flow.id, flow);
  }
  const byName = (a: Column, b: Column) => a.name.localeCompare(b.name);
  return {
    rows: new Map([...rows].map(([guid, columns]) => [guid, [...columns.values()].sort(byName)])),
    tables,
    flows: [...flows.values()],
    tableOf,
    traced: new Set(traced),
  };
}
