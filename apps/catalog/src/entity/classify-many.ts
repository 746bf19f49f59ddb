import {bodyText} from '@gazetteer/kernel';
import {flag} from '@gazetteer/kernel/parameters';
import {
  AppError,
  emptyChangeSet,
  planClassifications,
  readClassification,
  touch,
  type ClassificationRecord,
  type EntityRecord,
  type ErrorKind,
  type Guid,
  writtenText,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import * as shape from '@gazetteer/kernel/shape';
import {change} from '../operation.ts';
import * as shapes from './shapes.ts';
import {byUnique, addingErrors} from './addresses.ts';
import {checked} from './classify-entity.ts';
import {planningOf} from './planning.ts';
import {findManyByUniqueAttributes} from './read-entities.ts';
import {classificationRequest} from './shapes.ts';

type Request = {
  classification?: unknown;
  entityGuids?: (Guid | null)[] | null;
  entityTypeName?: string | null;
  entitiesUniqueAttributes?: (Record<string, unknown> | null)[] | null;
};

/**
 * POST /entity/bulk/classification: one classification for many entities, all or none; with
 * `skipFailedEntities` for those that can have it.
 * @throws INVALID_PARAMETERS, INSTANCE_GUID_NOT_FOUND, INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND, and
 * as `planClassifications`
 */
export const classifyEntities = change('POST /v2/entity/bulk/classification', {
  summary: 'Attach a classification to many entities, all or none',
  description: 'Entities are named by guid, or by type and unique attributes.',
  query: {skipFailedEntities: flag('To those that can have it')},
  body: bodyText(shapes.classificationRequest),
  errors: ['INSTANCE_GUID_NOT_FOUND', ...byUnique, ...addingErrors],
  logAs: 'AtlasEntityStoreV2.addClassification',
  read: ({body, skipFailedEntities}: {body: string; skipFailedEntities: boolean}) => {
    const request = shape.parseBody(classificationRequest, body) as Request | null;
    const {entityGuid: _source, ...given} = readClassification(
      request?.classification ?? {},
      'classification',
    );
    if (given.typeName === '') throw new AppError('INVALID_PARAMETERS', ['no classification']);
    return {skipFailedEntities, request, given};
  },
  run: async (tx, {skipFailedEntities, request, given}, c): Promise<void> => {
    const records = await recordsOf(tx, request ?? {}, skipFailedEntities);
    const had = Map.groupBy(
      await tx.classificationsOf(records.map(one => one.guid)),
      one => one.entityGuid,
    );
    const planned = checked(issues =>
      records.map(record => {
        const type = tx.types.entityType(record.typeName);
        const plan = () =>
          planClassifications(tx.types, record.guid, type, [given], issues, had.get(record.guid));
        return {record, added: skipFailedEntities ? orNone(plan) : plan()};
      }),
    );
    const planning = planningOf(c);
    const touched = planned
      .filter(one => one.added.length > 0)
      .map(one => touch(one.record, planning));
    const classificationsAdded = planned.flatMap(one => one.added);
    if (touched.length > 0)
      await tx.apply({...emptyChangeSet(), touched, classificationsAdded}, planning);
  },
});

/** Those named, each once. */
async function recordsOf(tx: GraphTx, request: Request, skip: boolean): Promise<EntityRecord[]> {
  const {entityGuids, entityTypeName, entitiesUniqueAttributes} = request;
  const guids = [...new Set((entityGuids ?? []).filter(guid => guid !== null))];
  const named = (entitiesUniqueAttributes ?? []).filter(one => one !== null);
  const maps = named.map(one =>
    Object.fromEntries(Object.entries(one).map(([name, value]) => [name, writtenText(value)])),
  );
  const typeName = entityTypeName ?? '';
  if (guids.length === 0 && (maps.length === 0 || typeName === '')) {
    throw new AppError('INVALID_PARAMETERS', [
      'Need either list of GUIDs or entity type and list of qualified Names',
    ]);
  }
  const byGuid = await tx.entitiesNamed(guids);
  const missing = guids.find(guid => !byGuid.has(guid));
  if (missing !== undefined && !skip) throw new AppError('INSTANCE_GUID_NOT_FOUND', [missing]);
  const byUnique =
    maps.length === 0 ? [] : await findManyByUniqueAttributes(tx, {typeName, list: maps}, skip);
  return [...new Map([...byGuid.values(), ...byUnique].map(one => [one.guid, one])).values()];
}

const notForThisOne: ReadonlySet<ErrorKind> = new Set([
  'INVALID_ENTITY_FOR_CLASSIFICATION',
  'INVALID_PARAMETERS',
]);

/** Entities that cannot have it are left out; an unknown classification fails for all of them. */
function orNone(plan: () => ClassificationRecord[]): ClassificationRecord[] {
  try {
    return plan();
  } catch (error) {
    if (error instanceof AppError && notForThisOne.has(error.kind)) return [];
    throw error;
  }
}
