import type {
  ClassificationChange,
  EdgeChange,
  EntityChange,
  RecordedChange,
} from './recorded-change.ts';
import type {Guid, TypeRegistry} from '@gazetteer/model';

/** What a change did to one entity, and to what is taken back along with it. */
export type UndoUnit = {
  readonly guid: Guid;
  /** Undefined: only its relationships or classifications were changed. */
  readonly entity: EntityChange | undefined;
  readonly edges: readonly EdgeChange[];
  readonly classifications: readonly ClassificationChange[];
};

/**
 * What is to be taken back, the last thing first. What lies at entities that the change has made
 * goes with them; nothing at those that are gone for good can come back.
 */
export function unitsOf(types: TypeRegistry, change: RecordedChange): UndoUnit[] {
  const {entities} = change;
  const isMade = (guid: Guid) => entities.get(guid)?.kind === 'created';
  const isGone = (guid: Guid) => entities.get(guid)?.kind === 'gone';
  const edges = Map.groupBy(
    [...change.edges.values()].filter(({before, end1, end2}) => {
      if (isGone(end1) || isGone(end2)) return false;
      return before !== undefined || !(isMade(end1) || isMade(end2));
    }),
    edge => unitOf(types, edge),
  );
  const classifications = Map.groupBy(
    [...change.classifications.values()].filter(
      ({entityGuid}) => !isMade(entityGuid) && !isGone(entityGuid),
    ),
    one => one.entityGuid,
  );
  const guids = new Set([...entities.keys(), ...edges.keys(), ...classifications.keys()]);
  return Array.from(guids, guid => ({
    guid,
    entity: entities.get(guid),
    // What was made goes first: it is in the way of what comes back.
    edges: (edges.get(guid) ?? []).toSorted((a, b) => orderOf(a) - orderOf(b)),
    classifications: classifications.get(guid) ?? [],
  })).toReversed();
}

const orderOf = ({before}: EdgeChange): number => (before === undefined ? 0 : 1);

/** Whichever end holds one only: what takes the place of something is taken back with it. */
function unitOf(types: TypeRegistry, edge: EdgeChange): Guid {
  return unitEnd(types, edge.typeName) === 1 ? edge.end1 : edge.end2;
}

/** References without a relationship type begin at whoever refers. */
export function unitEnd(types: TypeRegistry, typeName: string): 1 | 2 {
  const type = types.relationshipTypes.get(typeName);
  return type === undefined || type.def.endDef1.cardinality === 'SINGLE' ? 1 : 2;
}
