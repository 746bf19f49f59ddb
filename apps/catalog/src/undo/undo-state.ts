import {
  uniquesOf,
  type ClassificationRecord,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
  type UniqueRef,
} from '@gazetteer/model';
import type {GraphRead, GraphTx} from '@gazetteer/store';
import type {RecordedChange} from './recorded-change.ts';
import {unitEnd, type UndoUnit} from './undo-units.ts';

/** All that decisions about some units rest on. */
export type UndoState = {
  readonly records: ReadonlyMap<Guid, EntityRecord>;
  readonly classifications: ReadonlyMap<Guid, readonly ClassificationRecord[]>;
  /** Those that the units name, by guid. */
  readonly edges: ReadonlyMap<Guid, EdgeRecord>;
  /** ACTIVE ones where some would come back, by `<type> <guid>` of the end that holds them. */
  readonly held: ReadonlyMap<string, readonly EdgeRecord[]>;
  /** ACTIVE ones of entities that would go. */
  readonly edgesOf: ReadonlyMap<Guid, readonly EdgeRecord[]>;
  /** What values and relationships would lead to. */
  readonly others: ReadonlyMap<Guid, EntityRecord>;
};

/** In a constant number of statements. */
export async function readUndoState(
  tx: GraphTx,
  change: RecordedChange,
  units: readonly UndoUnit[],
): Promise<UndoState> {
  const records = await tx.entitiesNamed(units.map(one => one.guid));
  const known = [...records.keys()];
  const named = units.flatMap(unit => unit.edges);
  const back = named.filter(edge => edge.before?.status === 'ACTIVE');
  const ends = back.flatMap(({typeName, end1, end2}) => {
    const isPair = tx.types.relationshipTypes.get(typeName)?.def.endDef2.cardinality === 'SINGLE';
    const end = unitEnd(tx.types, typeName);
    return [
      {guid: end === 1 ? end1 : end2, typeName, end},
      ...(isPair && end === 1 ? [{guid: end2, typeName, end: 2 as const}] : []),
    ];
  });
  const held = ends.length === 0 ? [] : await tx.edgesAt(ends);
  const made = known.filter(guid => change.entities.get(guid)?.kind === 'created');
  const others = [
    ...named.flatMap(edge => [edge.end1, edge.end2]),
    ...units.flatMap(({entity}) =>
      entity?.kind === 'changed'
        ? Object.values(entity.fields).flatMap(one => guidsIn(one[0]))
        : [],
    ),
  ];
  return {
    records,
    classifications: Map.groupBy(await tx.classificationsOf(known), one => one.entityGuid),
    edges: new Map(
      (named.length === 0 ? [] : await tx.edgesByGuid(named.map(one => one.guid))).map(edge => [
        edge.guid,
        edge,
      ]),
    ),
    held: byEnds(held),
    edgesOf: await activeEdges(tx, made),
    others: others.length === 0 ? new Map() : await tx.entities([...new Set(others)], 'look'),
  };
}

/** ACTIVE edges of each. */
export async function activeEdges(
  graph: GraphRead,
  guids: readonly Guid[],
): Promise<Map<Guid, EdgeRecord[]>> {
  const edges = guids.length === 0 ? [] : await graph.edgesOf(guids);
  const byGuid = new Map<Guid, EdgeRecord[]>(guids.map(guid => [guid, []]));
  for (const edge of edges)
    if (edge.status === 'ACTIVE')
      for (const end of new Set([edge.end1, edge.end2])) byGuid.get(end)?.push(edge);
  return byGuid;
}

function byEnds(edges: readonly EdgeRecord[]): Map<string, EdgeRecord[]> {
  const all = new Map<string, EdgeRecord[]>();
  for (const edge of edges)
    for (const guid of new Set([edge.end1, edge.end2])) {
      const key = `${edge.typeName} ${guid}`;
      const list = all.get(key);
      if (list === undefined) all.set(key, [edge]);
      else list.push(edge);
    }
  return all;
}

/** Entities that a value refers to. */
export function guidsIn(value: unknown): Guid[] {
  if (Array.isArray(value)) return value.flatMap(guidsIn);
  if (typeof value !== 'object' || value === null) return [];
  const {guid} = value as {guid?: unknown};
  return typeof guid === 'string' ? [guid] : Object.values(value).flatMap(guidsIn);
}

export type Holder = {readonly holder: Guid; readonly ref: UniqueRef};

/** Of entities that come back or get another name: what has their unique values now. */
export async function holdersOfNames(
  tx: GraphTx,
  records: readonly EntityRecord[],
): Promise<Map<Guid, Holder[]>> {
  const refs = records.flatMap(({guid, typeName, attributes}) =>
    uniquesOf(tx.types, tx.types.entityType(typeName), attributes).map(ref => ({guid, ref})),
  );
  const asked = refs.map(one => one.ref);
  const found = asked.length === 0 ? [] : await tx.byUnique(asked, 'look');
  const holders = new Map<Guid, Holder[]>();
  for (const [i, {guid, ref}] of refs.entries()) {
    const holder = found[i]?.guid;
    if (holder === undefined || holder === guid) continue;
    holders.set(guid, [...(holders.get(guid) ?? []), {holder, ref}]);
  }
  return holders;
}
