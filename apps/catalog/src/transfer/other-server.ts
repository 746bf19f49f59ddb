import {
  emptyChangeSet,
  sameValue,
  type EntityRecord,
  type Guid,
  type Planning,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {saveRecord} from '../entity/save-record.ts';
import {fromText} from '../admin/find-records.ts';
import {planningOf} from '../entity/planning.ts';
import {change} from '../operation.ts';

/** Attributes that say where entities went to and came from. */
export type ReplicationAttribute = 'replicatedTo' | 'replicatedFrom';

const typeName = 'AtlasServer';
/**
 * In the server's `additionalInfo`: JSON of the change marker, by guid, up to which an entity was
 * taken over.
 */
const detailsKey = 'REPL_DETAILS';

/**
 * Makes another catalog known by its full name, `<group>$<name>` or a name alone.
 * @param marker what was taken over last: its first entity, and the time of the archive
 * @returns the guid of its record
 */
export async function saveServer(
  tx: GraphTx,
  planning: Planning,
  fullName: string,
  marker?: {guid: Guid; time: number},
): Promise<Guid> {
  const name = fullName.slice(fullName.lastIndexOf('$') + 1);
  const [known] = await tx.byUnique([{typeName, attribute: 'fullName', value: fullName}]);
  const info = (known?.attributes['additionalInfo'] ?? {}) as Record<string, string>;
  const details = (fromText(info[detailsKey]) ?? {}) as Record<Guid, number>;
  const next = marker === undefined ? details : {...details, [marker.guid]: marker.time};
  return await saveRecord(tx, planning, typeName, {
    name,
    fullName,
    displayName: known?.attributes['displayName'] ?? name,
    additionalInfo: {
      ...info,
      ...(Object.keys(next).length === 0 ? {} : {[detailsKey]: JSON.stringify(next)}),
    },
  });
}

/**
 * Writes into entities that they were exported for another catalog. Their time of change stays:
 * nothing of them changed.
 */
export const markReplicated = change({
  may: internal,
  logAs: 'AtlasServerService.updateEntitiesWithServer',
  run: async (tx, {guids, server}: {guids: Guid[]; server: string}, c): Promise<void> => {
    const planning = planningOf(c);
    const [first] = guids;
    const serverGuid = await saveServer(
      tx,
      planning,
      server,
      first === undefined ? undefined : {guid: first, time: 0},
    );
    const records = await tx.entities(guids);
    const updated = [...records.values()].flatMap(before => {
      const type = tx.types.entityTypes.get(before.typeName);
      const after =
        type?.attributes.has('replicatedTo') === true
          ? withServer(before, 'replicatedTo', serverGuid)
          : before;
      return after === before ? [] : [{before, after}];
    });
    if (updated.length > 0) await tx.apply({...emptyChangeSet(), updated}, planning);
  },
});

/** The record itself when it names the server already. */
export function withServer(
  record: EntityRecord,
  attribute: ReplicationAttribute,
  serverGuid: Guid,
): EntityRecord {
  const list = (record.attributes[attribute] ?? []) as unknown[];
  const server = {guid: serverGuid, typeName};
  if (list.some(one => sameValue((one as {guid?: string}).guid, serverGuid))) return record;
  return {...record, attributes: {...record.attributes, [attribute]: [...list, server]}};
}
