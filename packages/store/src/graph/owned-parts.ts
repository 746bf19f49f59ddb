import type {Session} from '@gazetteer/db';
import {entityColumns, type EntityRow} from '../schema/rows.ts';
import type {TypeSystem} from '../schema/type-store.ts';

/** Numbers of the edge types whose end1, or whose end2, has the other end as a part of its own. */
export type Containers = {
  readonly container1: readonly number[];
  readonly container2: readonly number[];
};

/**
 * Found once for each state of the types: looking through them all took a twentieth of reading an
 * entity.
 */
const known = new WeakMap<TypeSystem, Containers>();

export function containersOf(system: TypeSystem): Containers {
  const found = known.get(system) ?? findContainers(system);
  known.set(system, found);
  return found;
}

/**
 * With what takes the other end along when it is deleted (`propagateDelete`), without owning it.
 */
export function takenAlong(system: TypeSystem): Containers {
  const {container1, container2} = containersOf(system);
  const names = (end: 'endDef1' | 'endDef2') =>
    [...system.types.relationshipTypes.values()].flatMap(({def}) =>
      def[end].propagateDelete ? [def.name] : [],
    );
  return {
    container1: [...container1, ...numbersOf(system, names('endDef1'))],
    container2: [...container2, ...numbersOf(system, names('endDef2'))],
  };
}

function findContainers(system: TypeSystem): Containers {
  const {types} = system;
  const compositions = [...types.relationshipTypes.values()].filter(
    type => type.def.relationshipCategory === 'COMPOSITION',
  );
  const labels = [...types.entityTypes.values()].flatMap(type =>
    type.def.attributeDefs
      .filter(def => def.constraints?.some(one => one.type === 'ownedRef'))
      .map(def => `__${type.name}.${def.name}`),
  );
  const containing = (end: 'endDef1' | 'endDef2') =>
    compositions.filter(type => type.def[end].isContainer).map(type => type.name);
  return {
    container1: numbersOf(system, [...containing('endDef1'), ...labels]),
    container2: numbersOf(system, containing('endDef2')),
  };
}

/** Names that nothing was ever stored under have none. */
function numbersOf({symbols}: TypeSystem, names: readonly string[]): number[] {
  return names.filter(name => symbols.has(name)).map(name => symbols.id(name));
}

/**
 * The entities with the row numbers `ids` and all that edges of the containers lead to from there:
 * of `container1` from end1 to end2, of `container2` back.
 * @param lock ends the statement
 */
export async function partsOf(
  session: Session,
  ids: readonly number[],
  status: 'ACTIVE' | 'ANY',
  {container1, container2}: Containers,
  lock: string,
): Promise<EntityRow[]> {
  if (ids.length === 0 || (container1.length === 0 && container2.length === 0)) return [];
  const {inList, inRows, listRows, recursion} = session.dialect;
  const [edgeState, entityState] =
    status === 'ACTIVE' ? [' AND g.state = 0', ' AND e.state = 0'] : ['', ''];
  const step = (from: 1 | 2, to: 1 | 2) => ({
    select: `g.end${to}_id`,
    from: 'edge g',
    where: `g.end${from}_id = near.id AND ${inList('g.type_id', 'int')}${edgeState}`,
  });
  return await session.all<EntityRow>(
    `WITH RECURSIVE owned(id) AS (SELECT value FROM ${listRows('id')} UNION ${recursion('owned', [step(1, 2), step(2, 1)])})
     SELECT ${entityColumns} FROM entity e WHERE ${inRows('e.id', 'SELECT id FROM owned')}${entityState}${lock}`,
    [ids, container1, container2],
  );
}
