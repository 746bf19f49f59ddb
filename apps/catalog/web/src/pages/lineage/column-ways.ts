import type {Schemas} from '@gazetteer/client';
import {isManual} from '@gazetteer/model/asset';
import type {ObjectRef} from '../../api/wire.ts';
import {type Flow, flowOf} from '../../graph/flow.ts';

export type Column = {readonly guid: string; readonly name: string; readonly isDeleted: boolean};

/** From column to column; by hand where nothing else says so. */
export type ColumnFlow = Flow & {readonly isByHand: boolean};

/** Data going from column to column, drawn on the tables that they belong to. */
export type ColumnWays = {
  /** By the guid of the table. */
  readonly rows: ReadonlyMap<string, readonly Column[]>;
  /** The tables with these columns. */
  readonly tables: ReadonlyMap<string, ObjectRef>;
  readonly flows: readonly ColumnFlow[];
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
 * @param isProcess by the name of a type
 */
export function columnWays(
  ways: readonly (Schemas['Lineage'] | undefined)[],
  owners: ReadonlyMap<string, ObjectRef>,
  traced: readonly string[],
  isProcess: (typeName: string) => boolean,
): ColumnWays {
  const rows = new Map<string, Map<string, Column>>();
  const tables = new Map<string, ObjectRef>();
  const tableOf = new Map<string, string>();
  // The same columns come in several answers; the maps keep one of each.
  const headers = ways.flatMap(way => Object.values(way?.guidEntityMap ?? {}));
  const processes = new Map(
    headers.filter(one => isProcess(one.typeName)).map(one => [one.guid, isManual(one)]),
  );
  for (const {guid, displayText, status} of headers) {
    const owner = owners.get(guid);
    // Column lineage may lead through processes, which are not drawn: the tables' own are.
    if (owner === undefined || processes.has(guid)) continue;
    tables.set(owner.guid, owner);
    tableOf.set(guid, owner.guid);
    const column = {guid, name: displayText ?? guid, isDeleted: status === 'DELETED'};
    rows.set(owner.guid, (rows.get(owner.guid) ?? new Map<string, Column>()).set(guid, column));
  }
  // The rows of a card have no other order that everybody knows.
  const byName = (a: Column, b: Column) => a.name.localeCompare(b.name);
  return {
    rows: new Map([...rows].map(([guid, columns]) => [guid, [...columns.values()].sort(byName)])),
    tables,
    flows: flowsThrough(
      processes,
      ways.flatMap(way => way?.relations ?? []),
    ).filter(({from, to}) => tableOf.has(from) && tableOf.has(to)),
    tableOf,
    traced: new Set(traced),
  };
}

/**
 * What goes into each process goes on to all that comes out of it.
 * @param processes by guid, whether each was put there by hand
 */
function flowsThrough(
  processes: ReadonlyMap<string, boolean>,
  relations: readonly Schemas['LineageRelation'][],
): readonly ColumnFlow[] {
  const flows = new Map<string, ColumnFlow>();
  const outputs = Map.groupBy(relations, one => one.fromEntityId);
  for (const {fromEntityId, toEntityId: process} of relations) {
    const isByHand = processes.get(process);
    if (isByHand === undefined) continue;
    for (const {toEntityId} of outputs.get(process) ?? []) {
      const flow = flowOf(fromEntityId, toEntityId);
      // One process that a program reported is enough for a flow not to be by hand.
      const others = flows.get(flow.id)?.isByHand ?? true;
      flows.set(flow.id, {...flow, isByHand: isByHand && others});
    }
  }
  return [...flows.values()];
}
