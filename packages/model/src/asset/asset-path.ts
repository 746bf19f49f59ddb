import type {EdgeRecord, Guid} from '../entity/record.ts';
import type {TypeRegistry} from '../types/type-registry.ts';
import {assetShape} from './asset-shape.ts';
import {type AssetTypes, type Containment, containments} from './containment.ts';

const known = new WeakMap<TypeRegistry, AssetTypes>();

export function assetTypesOf(types: TypeRegistry): AssetTypes {
  const before = known.get(types);
  if (before !== undefined) return before;
  const made: AssetTypes = {
    relationshipDefs: [...types.relationshipTypes.values()].map(type => type.def),
    entityDefs: [...types.entityTypes.values()].map(type => type.def),
    lineOf: typeName => {
      const type = types.entityTypes.get(typeName);
      return type === undefined
        ? []
        : [typeName, ...[...type.superTypes].toReversed()].flatMap(
            name => types.entityTypes.get(name)?.def ?? [],
          );
    },
  };
  known.set(types, made);
  return made;
}

/** Those that may lie on the way from entities of the type to what contains them, and so on. */
export function containmentsAbove(types: TypeRegistry, typeName: string): readonly Containment[] {
  const found = new Set<Containment>();
  const seen = new Set<string>();
  const queue = [typeName];
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const type = types.entityTypes.get(name);
    if (type === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const one of containments(assetTypesOf(types))) {
      if (one.part !== name && !type.superTypes.has(one.part)) continue;
      found.add(one);
      queue.push(...(types.entityTypes.get(one.container)?.typeAndSubTypes ?? []));
    }
  }
  return [...found];
}

/**
 * How entities of the type are columns of tables, fields of schemas, or of their partitions; nothing
 * for what is no column.
 */
export function tablesOfColumns(types: TypeRegistry, typeName: string): readonly Containment[] {
  const type = types.entityTypes.get(typeName);
  const known = assetTypesOf(types);
  const isPart = (part: string) => part === typeName || type?.superTypes.has(part) === true;
  return containments(known).filter(
    one =>
      isPart(one.part) && one.isMany && assetShape(known, one.container).columns?.part === one.part,
  );
}

/**
 * From the outermost container down to that of `start`, which is left out. What has ended counts
 * where nothing else leads on.
 */
export function pathAbove(
  start: Guid,
  edges: readonly EdgeRecord[],
  above: readonly Containment[],
): readonly Guid[] {
  const partEnds = new Map(above.map(one => [one.edge, one.partEnd]));
  const containers = new Map<Guid, {guid: Guid; isActive: boolean}>();
  for (const {typeName, status, end1, end2} of edges) {
    const [part, guid] = partEnds.get(typeName) === 1 ? [end1, end2] : [end2, end1];
    const isActive = status === 'ACTIVE';
    if (containers.get(part)?.isActive !== true) containers.set(part, {guid, isActive});
  }
  const path: Guid[] = [];
  const seen = new Set([start]);
  for (
    let next = containers.get(start);
    next !== undefined && !seen.has(next.guid);
    next = containers.get(next.guid)
  ) {
    seen.add(next.guid);
    path.unshift(next.guid);
  }
  return path;
}
