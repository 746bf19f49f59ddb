import {AppError, type EdgeRecord, type EntityJson, type Guid} from '@gazetteer/model';
import {
  blocksOf,
  entitiesByGuid,
  isLeased,
  freshView,
  walkedRecords,
  type GraphRead,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {fullForms} from '../entity/read-entities.ts';
import {query} from '../operation.ts';
import {archiveEntries, archiveText, entryOf} from './archive.ts';
import {exportRequestJson, readExportRequest, type ExportRequest} from './export-request.ts';
import {findStart} from './find-start.ts';
import {rootOf, selectEntities, type Selection} from './select-entities.ts';
import {importLease} from './transfer-lock.ts';
import {UsedTypes} from './used-types.ts';
import {ZipWriter} from '@gazetteer/formats/zip';

export type ExportArgs = {
  body: string;
  /** Where the archive is written; nothing may be there. */
  file: string;
  clientAddress: string;
  hostName: string;
  /** Name of this catalog. */
  namespace: string;
};

export type ExportStatus = 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAIL';
export type ExportResult = {
  request: Record<string, unknown>;
  userName: string;
  clientIpAddress: string;
  hostName: string;
  timeStamp: number;
  metrics: Record<string, number>;
  operationStatus: ExportStatus;
  sourceClusterName: string;
  changeMarker: number;
};
export type Exported = {
  result: ExportResult;
  guids: Guid[];
  replicatedTo?: string;
  isOmitted: boolean;
};

/** Entities that one batch reads and holds, owned ones included. */
const batchSize = 500;

/**
 * A change is stamped before it is committed. What is stamped this long before an export, and
 * cannot be seen by it yet, is exported by the next one.
 */
const commitMs = 60_000;

/**
 * POST /admin/export: writes an archive of one state of the catalog. It holds the numbers of the
 * entities and one batch of them, however many there are.
 */
export const exportEntities = query({
  may: {reads: 'readable', writes: 'free', privilege: 'admin-export'},
  on: 'background',
  logAs: 'ExportService.run',
  read: ({body, ...args}: ExportArgs) => ({...args, request: readExportRequest(body)}),
  run: async (graph, {request, ...args}, c): Promise<Exported> => {
    const startTime = Date.now();
    // Half of an import is what nobody wants to have a copy of: it may have begun since it was
    // asked.
    if (await isLeased(graph, importLease))
      throw new AppError('FAILED_TO_OBTAIN_IMPORT_EXPORT_LOCK');
    const {start, status} = await startOf(c, graph, request);
    const selection = await selectEntities(graph, start, request);
    const result: ExportResult = {
      request: exportRequestJson(request),
      userName: c.actor.userName,
      clientIpAddress: args.clientAddress,
      hostName: args.hostName,
      timeStamp: startTime,
      metrics: {},
      operationStatus: status,
      sourceClusterName: args.namespace,
      changeMarker: startTime - commitMs,
    };
    const isOmitted = request.omitEmpty && selection.roots.length === 0;
    const guids = isOmitted ? [] : await write(graph, selection, result, args.file);
    const {replicatedTo} = request;
    const isMarked = replicatedTo !== undefined && !request.skipReplicationAttributes;
    return {result, guids, isOmitted, ...(isMarked ? {replicatedTo} : {})};
  },
});

/** The status says whether each item names something. */
async function startOf(c: Context, graph: GraphRead, request: ExportRequest) {
  const found = new Set<number>();
  let missing = 0;
  for (const item of request.items) {
    const ids = await findStart(c, graph, item, request);
    for (const id of ids) found.add(id);
    if (ids.length === 0) missing += 1;
  }
  const status: ExportStatus =
    missing === request.items.length ? 'FAIL' : missing === 0 ? 'SUCCESS' : 'PARTIAL_SUCCESS';
  return {start: [...found], status};
}

/** @returns guids of the files, in their order */
async function write(
  graph: GraphRead,
  selection: Selection,
  result: ExportResult,
  file: string,
): Promise<Guid[]> {
  const zip = await ZipWriter.create(file);
  const used = new UsedTypes(graph.types);
  const guids: Guid[] = [];
  try {
    for (const ids of batchesOf(selection)) {
      const files = await filesOf(freshView(graph), ids, selection);
      for (const one of files) {
        count(one, used, result.metrics);
        guids.push(one.entity.guid);
      }
      await zip.add(files.map(one => ({name: entryOf(one.entity.guid), text: archiveText(one)})));
    }
    result.metrics['duration'] = Date.now() - result.timeStamp;
    await zip.add([
      {name: archiveEntries.order, text: archiveText(guids)},
      {name: archiveEntries.types, text: archiveText(used.json())},
      {name: archiveEntries.info, text: archiveText(result)},
    ]);
  } finally {
    await zip.close();
  }
  return guids;
}

function* batchesOf({roots, owners}: Selection): Iterable<number[]> {
  const sizes = new Map<number, number>();
  for (const owned of owners.keys()) {
    const root = rootOf(owners, owned);
    sizes.set(root, (sizes.get(root) ?? 0) + 1);
  }
  let batch: number[] = [];
  let size = 0;
  for (const root of roots) {
    const next = 1 + (sizes.get(root) ?? 0);
    if (batch.length > 0 && size + next > batchSize) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(root);
    size += next;
  }
  if (batch.length > 0) yield batch;
}

export type EntityFile = {referredEntities: Record<Guid, EntityJson>; entity: EntityJson};

async function filesOf(
  graph: GraphRead,
  ids: readonly number[],
  {owners}: Selection,
): Promise<EntityFile[]> {
  const records = await walkedRecords(graph, ids);
  const forms = await fullForms(graph, records, {minExtInfo: false, ignoreRelationships: false});
  const all = [...forms.entities, ...Object.values(forms.referredEntities)];
  const guids = all.map(one => one.guid);
  const idOf = await entitiesByGuid(graph, guids);
  const edges = new Map((await graph.edgesOf(guids)).map(edge => [edge.guid, edge]));
  const blocks = await blocksOf(graph, [...edges.keys()]);
  for (const one of all) addSystemAttributes(one, edges, blocks);
  const files = new Map<number, EntityFile>();
  for (const entity of forms.entities)
    files.set(idOf.get(entity.guid) ?? 0, {referredEntities: {}, entity});
  for (const [guid, entity] of Object.entries(forms.referredEntities)) {
    const file = files.get(rootOf(owners, idOf.get(guid) ?? 0)) ?? files.values().next().value;
    if (file !== undefined) file.referredEntities[guid] = entity;
  }
  return [...files.values()];
}

/**
 * What the reference does not tell of relationships, and what makes a copy of the catalog the same
 * catalog.
 */
function addSystemAttributes(
  entity: EntityJson,
  edges: ReadonlyMap<Guid, EdgeRecord>,
  blocks: ReadonlyMap<Guid, {typeName: string; sourceGuid: Guid}[]>,
): void {
  for (const value of Object.values(
    (entity['relationshipAttributes'] ?? {}) as Record<string, unknown>,
  )) {
    for (const related of [value].flat() as (
      | ({relationshipGuid: Guid} & Record<string, unknown>)
      | null
    )[]) {
      const edge = related === null ? undefined : edges.get(related.relationshipGuid);
      if (related === null || edge === undefined) continue;
      const {createdBy, updatedBy, createTime, updateTime, propagateTags} = edge;
      const blocked = blocks
        .get(edge.guid)
        ?.map(({typeName, sourceGuid}) => ({typeName, entityGuid: sourceGuid}));
      related['relationshipSystemAttributes'] = {
        createdBy,
        updatedBy,
        createTime,
        updateTime,
        propagateTags,
        ...(blocked === undefined ? {} : {blockedPropagatedClassifications: blocked}),
      };
    }
  }
}

function count(
  {entity, referredEntities}: EntityFile,
  used: UsedTypes,
  metrics: Record<string, number>,
): void {
  const add = (name: string) => (metrics[name] = (metrics[name] ?? 0) + 1);
  add('entity:withExtInfo');
  for (const one of [entity, ...Object.values(referredEntities)]) {
    add(`entity:${one.typeName}`);
    used.add(one.typeName);
    for (const {typeName} of (one['classifications'] ?? []) as {typeName: string}[])
      used.add(typeName);
    for (const name of Object.keys((one['businessAttributes'] ?? {}) as object)) used.add(name);
    for (const value of Object.values(
      (one['relationshipAttributes'] ?? {}) as Record<string, unknown>,
    )) {
      for (const related of [value].flat() as ({relationshipType: string} | null)[]) {
        if (related !== null) used.add(related.relationshipType);
      }
    }
  }
}
