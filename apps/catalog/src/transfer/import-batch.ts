import {
  AppError,
  assignGuids,
  blockedTags,
  carriedTags,
  importEdgeRefs,
  importLookups,
  isAssigned,
  isEmptyChange,
  matchImport,
  parseJson,
  planImport,
  rawEntitiesOf,
  readImported,
  readObjectId,
  readTransformers,
  readTransforms,
  uniqueKey,
  uniquesOf,
  wantedEdges,
  type ChangeSet,
  type EntityRecord,
  type EntityTransform,
  type Guid,
  type ImportedEntity,
  type ImportFound,
  type ImportLookups,
  type Planning,
  type RawEntity,
  type TypeRegistry,
  type UniqueRef,
} from '@gazetteer/model';
import type {GraphTx} from '@gazetteer/store';
import {imports} from '../access/needs.ts';
import {planningOf} from '../entity/planning.ts';
import {change} from '../operation.ts';
import {fromArchive} from './archive.ts';
import type {RelationAhead} from './import-progress.ts';
import {saveServer, withServer} from './other-server.ts';

export type ImportBatchArgs = {
  /** Texts of entity files. */
  files: string[];
  /** Options as texts of JSON. */
  transforms?: string | undefined;
  transformers?: string | undefined;
  /** What the archive's export was asked for. */
  exportedItems: unknown[];
  /** Name of the catalog that the archive comes from. */
  replicatedFrom?: string | undefined;
  /** False: entities that do not fit fail alone. */
  isAllOrNothing: boolean;
  /** What temporary guids of the archive were given so far. */
  assigned: Readonly<Record<Guid, Guid>>;
};

export type ImportBatchResult = {
  /** `entity:<type>:created` and the like. */
  metrics: Record<string, number>;
  /** By the archive's guid. */
  failures: Record<Guid, string>;
  assigned: Readonly<Record<Guid, Guid>>;
  /** What the files tell of and is as they tell now, whether or not that was a change. */
  processed: Guid[];
  /** Places in `files` of those that refer to what is not there yet. */
  unresolved: number[];
  /**
   * Relations that lead to what is not there yet, with the place that tells of them; and those that
   * were told with both ends there.
   */
  ahead: RelationAhead[];
  told: Guid[];
  /**
   * Places of those with relations that do not let all classifications through, and with some that
   * came from elsewhere.
   */
  blocking: number[];
  carrying: number[];
};

/**
 * Writes the entities of some files of an archive, in one transaction and a constant number of
 * statements.
 */
export const importBatch = change({
  may: imports,
  logAs: 'AtlasEntityStoreV2.createOrUpdateForImport',
  run: async (tx, args: ImportBatchArgs, c): Promise<ImportBatchResult> => {
    const planning = planningOf(c);
    const assigned = await withTemporary(tx, planning, args);
    const archived = new Map(
      Object.entries(assigned).map(([temporary, guid]) => [guid, temporary]),
    );
    const {entities, fileOf} = readFiles(tx.types, {...args, assigned});
    const {changes, failures, unresolved, ahead, told} = await plan(tx, entities, planning, args);
    if (args.isAllOrNothing && failures.size > 0) {
      const issues = Array.from(failures, ([guid, reason]) => `${guid}: ${reason}`);
      throw new AppError('INSTANCE_CRUD_INVALID_PARAMS', [issues[0] ?? ''], {issues});
    }
    if (!isEmptyChange(changes)) await tx.apply(changes, planning);
    const placesOf = (some: readonly ImportedEntity[]) => [
      ...new Set(some.map(one => fileOf.get(one.guid) ?? 0)),
    ];
    return {
      blocking: placesOf(entities.filter(one => blockedTags(one).size > 0)),
      carrying: placesOf(entities.filter(one => carriedTags(one).length > 0)),
      metrics: countChanges(changes),
      failures: Object.fromEntries(
        Array.from(failures, ([guid, reason]) => [archived.get(guid) ?? guid, reason]),
      ),
      assigned,
      processed: entities.flatMap(one => (failures.has(one.guid) ? [] : one.guid)),
      unresolved: [...new Set(unresolved.map(guid => fileOf.get(guid) ?? 0))],
      ahead: ahead.map(({from, ...one}) => ({place: fileOf.get(from) ?? 0, ...one})),
      told,
    };
  },
});

/** The entities of files, as transforms leave them. */
export function readFiles(types: TypeRegistry, args: ImportBatchArgs) {
  const transform = transformOf(types, args);
  const entities: ImportedEntity[] = [];
  const fileOf = new Map<Guid, number>();
  args.files.forEach((text, file) => {
    for (const raw of rawEntitiesOf(parseJson(fromArchive(text)))) {
      transform(raw);
      assignGuids(raw, args.assigned);
      const entity = readImported(raw);
      if (!fileOf.has(entity.guid)) fileOf.set(entity.guid, file);
      entities.push(entity);
    }
  });
  return {entities, fileOf};
}

/**
 * With guids for the temporary ones of these files: that of the entity which has the same unique
 * attributes, else a new one. As they stand they would be taken for those of the next archive.
 */
async function withTemporary(
  tx: GraphTx,
  planning: Planning,
  args: ImportBatchArgs,
): Promise<Record<Guid, Guid>> {
  const assigned = {...args.assigned};
  if (!args.files.some(text => /"guid"\s*:\s*"-/.test(text))) return assigned;
  const entities = readFiles(tx.types, args).entities.filter(one => !isAssigned(one.guid));
  const refsOf = ({typeName, attributes}: ImportedEntity) => {
    const type = tx.types.entityTypes.get(typeName);
    return type === undefined ? [] : uniquesOf(tx.types, type, attributes);
  };
  const refs = entities.flatMap(entity => refsOf(entity).map(ref => ({entity, ref})));
  const found = await tx.byUnique(refs.map(one => one.ref));
  refs.forEach(({entity}, i) => {
    const guid = found[i]?.guid;
    if (guid !== undefined) assigned[entity.guid] ??= guid;
  });
  for (const {guid} of entities) assigned[guid] ??= planning.newGuid();
  return assigned;
}

function transformOf(
  types: TypeRegistry,
  {transforms, transformers, exportedItems}: ImportBatchArgs,
): EntityTransform {
  const scope = {types, exportedItems: exportedItems.flatMap(item => readObjectId(item) ?? [])};
  const first = transforms === undefined ? undefined : readTransforms(parseJson(transforms), scope);
  const second =
    transformers === undefined ? undefined : readTransformers(parseJson(transformers), scope);
  return (raw: RawEntity) => {
    first?.(raw);
    second?.(raw);
  };
}

async function plan(
  tx: GraphTx,
  entities: readonly ImportedEntity[],
  planning: Planning,
  {replicatedFrom}: ImportBatchArgs,
) {
  const matches = matchImport(
    tx.types,
    entities,
    await find(tx, importLookups(tx.types, entities)),
  );
  const wanted = wantedEdges(tx.types, matches);
  const present = matches.list.flatMap(({before}) => before?.guid ?? []);
  const stored = {
    classifications: await tx.classificationsOf(present),
    edges: {
      byGuid: await tx.edges(wanted.flatMap(one => one.relation.relationshipGuid ?? [])),
      active: await tx.edgesAt(
        withStoredGuids(importEdgeRefs(tx.types, wanted, matches), matches.list),
      ),
    },
  };
  return planImport(
    tx.types,
    matches,
    wanted,
    stored,
    planning,
    await markedFrom(tx, planning, replicatedFrom),
  );
}

/** An entity that is there under another guid still has that one in the store. */
function withStoredGuids<Ref extends {guid: Guid}>(
  refs: readonly Ref[],
  list: readonly {entity: ImportedEntity; before: EntityRecord | undefined}[],
): Ref[] {
  const stored = new Map(
    list.flatMap(({entity, before}) => (before === undefined ? [] : [[entity.guid, before.guid]])),
  );
  return refs.map(ref => ({...ref, guid: stored.get(ref.guid) ?? ref.guid}));
}

async function markedFrom(tx: GraphTx, planning: Planning, replicatedFrom: string | undefined) {
  if (replicatedFrom === undefined) return (record: EntityRecord) => record;
  const serverGuid = await saveServer(tx, planning, replicatedFrom);
  return (record: EntityRecord) => {
    const isMarked =
      tx.types.entityTypes.get(record.typeName)?.attributes.has('replicatedFrom') === true;
    return isMarked ? withServer(record, 'replicatedFrom', serverGuid) : record;
  };
}

async function find(tx: GraphTx, {own, others}: ImportLookups): Promise<ImportFound> {
  const byGuid = await tx.entities(own.guids);
  for (const [guid, record] of await tx.entities(others.guids, 'keep')) byGuid.set(guid, record);
  const byUnique = new Map<string, EntityRecord>();
  const add = (refs: readonly UniqueRef[], records: readonly (EntityRecord | undefined)[]) =>
    records.forEach((record, i) => {
      const ref = refs[i];
      if (record !== undefined && ref !== undefined) byUnique.set(uniqueKey(ref), record);
    });
  add(own.uniques, await tx.byUnique(own.uniques));
  add(others.uniques, await tx.byUnique(others.uniques, 'keep'));
  return {byGuid, byUnique};
}

function countChanges({created, updated}: ChangeSet): Record<string, number> {
  const counts: Record<string, number> = {};
  const add = (typeName: string, what: string) => {
    const name = `entity:${typeName}:${what}`;
    counts[name] = (counts[name] ?? 0) + 1;
  };
  for (const {typeName} of created) add(typeName, 'created');
  for (const {before, after} of updated) {
    add(
      after.typeName,
      before.status === 'ACTIVE' && after.status === 'DELETED' ? 'deleted' : 'updated',
    );
  }
  return counts;
}
