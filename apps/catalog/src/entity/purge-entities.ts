import * as shape from '@gazetteer/kernel/shape';
import {bodyText} from '@gazetteer/kernel';
import {
  AppError,
  emptyChangeSet,
  parseJson,
  type EntityHeader,
  type EntityRecord,
  type ErrorKind,
  type Guid,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {change} from '../operation.ts';
import {purge} from '../access/needs.ts';
import {recordAdminAudit, type AdminAudit} from './admin-audit.ts';
import type {Context} from '../catalog.ts';
import * as shapes from './shapes.ts';
import {readHeaders} from './headers.ts';
import {mutationJson, type MutationJson} from './mutation.ts';
import {planningOf, withDeletions} from './planning.ts';

/** Why one entity was not purged, while others were. */
export type FailedEntity = {guid: Guid; errorCode: string; errorMessage: string};
export type PurgeJson = MutationJson & {
  failedEntities?: FailedEntity[];
  summary?: Record<string, number>;
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * PUT /admin/purge: removes deleted entities for good, with all that they own and that is deleted,
 * too. What cannot be purged is told and left as it is; what was purged keeps its audit.
 * @throws INVALID_PARAMETERS, PURGE_REQUEST_SIZE_EXCEEDS_LIMIT
 */
export const purgeEntities = change('PUT /admin/purge', {
  summary: 'Permanently delete entities that are already deleted, with all that they own',
  description:
    'The body is a list of guids. Only entities that are already deleted are purged; the history is kept.',
  body: bodyText(shape.list(shape.text())),
  answer: shapes.mutation,
  errors: ['INVALID_PARAMETERS', 'PURGE_REQUEST_SIZE_EXCEEDS_LIMIT'],
  may: purge,
  logAs: 'AtlasEntityStoreV2.purgeByIds',
  read: ({body}, c) => {
    const guids = readGuids(body);
    const limit = c.settings.purgeMaxRequestSize;
    if (guids.length > limit) {
      throw new AppError('PURGE_REQUEST_SIZE_EXCEEDS_LIMIT', [String(guids.length), String(limit)]);
    }
    return {guids};
  },
  run: async (tx, {guids}, c): Promise<PurgeJson> => {
    const known = await tx.entities(guids);
    const failedEntities = guids.flatMap(guid => whyNot(guid, known.get(guid)) ?? []);
    const roots = guids
      .flatMap(guid => known.get(guid) ?? [])
      .filter(record => record.status === 'DELETED');
    const {purged, json} = await purgeIn(c, tx, roots, {
      operation: 'PURGE',
      params: guids.join(','),
    });
    if (failedEntities.length === 0) return json;
    const gone = purged.map(one => one.guid);
    return {...json, failedEntities, summary: purgeSummary(guids, gone)};
  },
});

/** What came of a request to purge: what else went was owned by what was asked for. */
export function purgeSummary(
  requested: readonly Guid[],
  purged: readonly Guid[],
): Record<string, number> {
  const gone = new Set(purged);
  const purgedCount = requested.filter(guid => gone.has(guid)).length;
  return {
    requestedCount: requested.length,
    purgedCount,
    purgedDependenciesCount: purged.length - purgedCount,
    failedCount: requested.length - purgedCount,
    failedDependenciesCount: 0,
    skippedCount: 0,
    validGuidCount: purgedCount,
    expandedEntityCount: purged.length,
  };
}

function readGuids(body: string): Guid[] {
  const list = parseJson(body);
  if (!Array.isArray(list) || list.length === 0 || list.some(one => typeof one !== 'string')) {
    throw new AppError('INVALID_PARAMETERS', ['Guid(s) not specified']);
  }
  return [...new Set(list as string[])];
}

function whyNot(guid: Guid, record: EntityRecord | undefined): FailedEntity | undefined {
  if (record?.status === 'DELETED') return undefined;
  const kind: ErrorKind =
    record !== undefined
      ? 'NOT_IN_DELETED_STATE'
      : uuid.test(guid)
        ? 'INSTANCE_GUID_NOT_FOUND'
        : 'INVALID_GUID';
  const {code, message} = new AppError(kind, [guid]);
  return {guid, errorCode: code, errorMessage: message};
}

/** Purges deleted `roots` and writes down that it was done. */
export async function purgeIn(
  c: Context,
  tx: GraphTx,
  roots: readonly EntityRecord[],
  audit: Pick<AdminAudit, 'params' | 'runId' | 'auditRowKind'> & {
    operation: 'PURGE' | 'AUTO_PURGE';
  },
): Promise<{purged: EntityHeader[]; json: MutationJson}> {
  if (roots.length === 0) return {purged: [], json: {}};
  const planning = planningOf(c);
  const owned = await tx.ownedBy(
    roots.map(one => one.guid),
    'ANY',
  );
  const gone = [...roots, ...owned.filter(one => one.status === 'DELETED')];
  const changes = await withDeletions(tx, emptyChangeSet(), gone, planning, 'purge');
  // Before they are gone: afterwards there is nothing to tell of them.
  const purged = await readHeaders(tx, changes.removed, () => ({withClassifications: true}));
  await tx.apply(changes, planning);
  const {mutatedEntities} = await mutationJson(tx, {...changes, removed: []});
  await recordAdminAudit(tx, planning, {
    ...audit,
    startTime: planning.now,
    result: purged.map(one => one.guid).join(','),
    resultCount: purged.length,
  });
  return {purged, json: {mutatedEntities: {...mutatedEntities, PURGE: purged}}};
}
