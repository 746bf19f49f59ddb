import {
  AppError,
  checkPermissions,
  emptyChangeSet,
  factsOf,
  guidsToKnow,
  mayTouch,
  mergeChanges,
  Readable,
  permissionsForTypes,
  permissionsFor,
  type ChangeSet,
  type EntityPermission,
  type Grants,
  type Known,
  type TypeRegistry,
  type EntityRecord,
  type RelationshipPermission,
  type Guid,
  refusal,
  uniquesOf,
} from '@gazetteer/model';
import type {Access, GraphRead} from '@gazetteer/store';
import type {Need} from './needs.ts';

/**
 * What somebody with these grants may see and do in an operation of this need.
 * @param decided gets the rules that allow what is done
 * @param absent what is to be as if it were not there, of what a request names
 */
export function accessOf(
  grants: Grants,
  userName: string,
  {reads, writes, wantsAll}: Need,
  decided: (rules: Iterable<string>) => void,
  absent: ReadonlySet<Guid> = new Set(),
): Access {
  return {
    absent,
    readableOf: types => {
      if (wantsAll === true && !readableBy(grants, types, userName).isAll)
        throw refusal(userName, [{what: 'read statistics of all entities'}]);
      if (reads === 'all') return undefined;
      const readable = readableBy(grants, types, userName);
      return readable.isAll ? undefined : readable;
    },
    check: async (tx, planned) => {
      if (writes !== 'checked') return;
      const open = openRules(grants);
      if (open.length > 0) {
        decided(open);
        return;
      }
      const known = await knownFor(tx, planned);
      decided(
        checkPermissions(grants, userName, permissionsFor(tx.types, planned, known, userName)),
      );
      if (absent.size > 0) await refuseTaken(tx, planned, absent, userName);
    },
    refusals: async (tx, planned) => {
      if (writes !== 'checked' || openRules(grants).length > 0) return planned.map(() => undefined);
      const known = await knownFor(tx, planned.reduce(mergeChanges, emptyChangeSet()));
      return planned.map(one => {
        try {
          checkPermissions(grants, userName, permissionsFor(tx.types, one, known, userName));
          return undefined;
        } catch (error) {
          if (error instanceof AppError) return error;
          throw error;
        }
      });
    },
    touchable: async (tx, guids) => {
      const records = await tx.entities(guids, 'look');
      const carried = await tx.carriedBy(guids);
      const touchable = [...records.values()].filter(one => {
        const names = (carried.get(one.guid) ?? []).map(({typeName}) => typeName);
        return mayTouch(grants, factsOf(tx.types, one, names));
      });
      return new Set(touchable.map(one => one.guid));
    },
    checkTypes: (before, after) => {
      if (writes !== 'free')
        decided(checkPermissions(grants, userName, permissionsForTypes(before, after)));
    },
  };
}

/**
 * What is as if it were not there still has its unique values: whoever wants one of them is
 * answered as if they were not allowed to create what has it.
 */
async function refuseTaken(
  tx: GraphRead,
  {created, updated}: ChangeSet,
  absent: ReadonlySet<Guid>,
  userName: string,
): Promise<void> {
  const keysOf = ({typeName, status, attributes}: EntityRecord) => {
    const type = tx.types.entityTypes.get(typeName);
    if (type === undefined || status !== 'ACTIVE') return [];
    return uniquesOf(tx.types, type, attributes).map(one =>
      JSON.stringify([typeName, one.attribute, one.value]),
    );
  };
  const taken = new Set([...(await tx.entities([...absent], 'look')).values()].flatMap(keysOf));
  for (const record of [...created, ...updated.map(one => one.after)]) {
    const isTaken = !absent.has(record.guid) && keysOf(record).some(key => taken.has(key));
    if (isTaken) throw refusal(userName, [{what: `create entity: type=${record.typeName}`}]);
  }
}

const maxKept = 500;
const kept = new Map<string, {types: TypeRegistry; readable: Readable}>();

/**
 * What somebody may read with these types: the one place that everybody asks who tells people of
 * entities.
 */
export function readableBy(grants: Grants, types: TypeRegistry, userName: string): Readable {
  const key = `${grants.key} ${userName}`;
  const known = kept.get(key);
  if (known?.types === types) return known.readable;
  const readable = new Readable(grants, types, userName);
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, {types, readable});
  return readable;
}

/**
 * Rules without any limit, as administrators have them: no change need be looked at. None where
 * there are none.
 */
function openRules({entityPermissions, relationshipPermissions, deny}: Grants): string[] {
  if (deny.entityPermissions.length > 0 || deny.relationshipPermissions.length > 0) return [];
  const isOpen = (rule: EntityPermission | RelationshipPermission) =>
    !('ownedOnly' in rule) &&
    Object.values(rule).every(list => !Array.isArray(list) || list.includes('.*'));
  const rules = [entityPermissions.find(isOpen), relationshipPermissions.find(isOpen)];
  return rules.every(one => one !== undefined) ? rules.map(one => one.rule) : [];
}

/** Two or three statements, whatever the change names. */
async function knownFor(tx: GraphRead, planned: ChangeSet): Promise<Known> {
  const wanted = guidsToKnow(planned);
  const entities =
    wanted.entities.length === 0
      ? new Map<string, never>()
      : await tx.entities(wanted.entities, 'look');
  const carried = await tx.carriedBy(wanted.carried);
  return {
    entities,
    carried: new Map(Array.from(carried, ([guid, list]) => [guid, list.map(one => one.typeName)])),
  };
}
