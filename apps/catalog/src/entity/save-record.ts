import {
  hasAdministrators,
  isEmptyChange,
  ownRecords,
  readEntitiesBody,
  refusal,
  type Attributes,
  type EntityRecord,
  type Guid,
  type Planning,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import type {Caller} from '../caller.ts';
import {planIn} from './save-entities.ts';

/**
 * Records that the catalog keeps for itself are entities, nearly all of internal types: saved,
 * searched and deleted like all others.
 */
export type InternalType =
  | '__MetaAuditEntry'
  | '__ExportImportAuditEntry'
  | '__MetaMetricsStat'
  | '__MetaAsyncImportRequest'
  | '__MetaUserFollows'
  | 'AtlasServer';

/**
 * What was done, and what is still to be done in whose name: nobody but the catalog writes those.
 */
const sealed: ReadonlySet<string> = new Set<InternalType>([
  '__MetaAuditEntry',
  '__ExportImportAuditEntry',
  '__MetaAsyncImportRequest',
]);

/** What people have saved for themselves; a profile has no more than their name. */
const isPersonal = (typeName: string): boolean =>
  typeName in ownRecords && typeName !== '__MetaUserProfile';

const kept = new WeakMap<GraphTx, Set<Guid>>();

/** Creates a record, or updates the one with the same unique attributes. @returns its guid */
export async function saveRecord(
  tx: GraphTx,
  planning: Planning,
  typeName: InternalType,
  attributes: Attributes,
): Promise<string> {
  const guid = '-1';
  const request = readEntitiesBody({entities: [{guid, typeName, attributes}]});
  const {changes, guidAssignments} = await planIn(tx, request, planning, 'full');
  if (!isEmptyChange(changes)) await tx.apply(changes, planning, 'own');
  const saved = guidAssignments.get(guid) ?? '';
  kept.set(tx, (kept.get(tx) ?? new Set<Guid>()).add(saved));
  return saved;
}

/**
 * Whoever may do everything to entities may still not make up records of what others did, nor take
 * them away; nor, where no policy says so, touch what others have saved for themselves. Counts of
 * earlier times are the catalog's own, and its administrators', who may bring some along.
 * @throws UNAUTHORIZED_ACCESS
 */
export function refuseForged(tx: GraphTx, caller: Caller): void {
  const {actor, grants, isCatalog = false, isForHooks = false} = caller;
  const own = kept.get(tx);
  const userName = tx.author?.userName ?? actor.userName;
  const mayCount = (isCatalog && !isForHooks) || hasAdministrators(actor.groups);
  const isForged = ({guid, typeName, attributes}: EntityRecord) =>
    (sealed.has(typeName) && own?.has(guid) !== true) ||
    (typeName === '__MetaMetricsStat' && !mayCount) ||
    (isPersonal(typeName) &&
      grants === undefined &&
      (isForHooks || attributes[ownRecords[typeName] ?? ''] !== userName));
  for (const {created, updated, removed} of tx.applied) {
    const forged =
      created.find(isForged) ??
      removed.find(isForged) ??
      updated.flatMap(one => [one.before, one.after]).find(isForged);
    if (forged !== undefined)
      throw refusal(userName, [{what: `change record: type=${forged.typeName}`}]);
  }
}
