import {integer, text} from '@gazetteer/kernel/parameters';
import {AppError, type EntityHeader, type Guid} from '@gazetteer/model';
import {
  bulkTask,
  changeHead,
  changeHeads,
  changeHeadsOf,
  changePartsBehind,
  isUnfinished,
  readTasks,
  sourceRunTask,
  type ChangeHead,
  type GraphRead,
  type Task,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {readHeaders} from '../entity/headers.ts';
import {query} from '../operation.ts';
import {loadChange, reasonAgainstUndo} from './load-change.ts';
import {fieldName} from './plan-unit.ts';
import {isDeletion, isRestored, unpacked, type ChangeCounts} from './recorded-change.ts';
import * as shapes from './shapes.ts';
import type {UndoUnit} from './undo-units.ts';

const maxListed = 200;
/** Transactions that one request looks through for an entity. */
const maxLookedAt = 200;

type ChangeJson = {
  changeId: Guid;
  userName: string;
  time: number;
  endTime: number;
  kind: 'REQUEST' | 'BULK_CHANGE' | 'SOURCE_RUN';
  operation: string;
  source?: string;
  transactions: number;
  counts: ChangeCounts;
  canUndo: boolean;
  reason?: string;
  undoneBy?: Guid;
};

type ChangesJson = {changes: ChangeJson[]; next?: string};

/** GET /undo @throws INSTANCE_GUID_NOT_FOUND for an entity that the caller can't read */
export const listChanges = query('GET /v2/undo', {
  summary: 'Changes that can be undone, the newest first',
  description:
    'Each request, bulk change and run of a source, kept as long as the option `gazetteer.undo.days` says. Users see their own; those with the privilege `admin-audits` all. The answer to a change has its id in the header `Change-Id`. With `guid` a page has the changes of the newest transactions that were looked through, which may be none; go on with `next`.',
  query: {
    user: text('Changes of this user only'),
    guid: text('Changes of this entity only'),
    from: integer('Changes from this time on, epoch ms', {default: 0, min: 0}),
    to: integer('Changes before this time, epoch ms; 0: all', {default: 0, min: 0}),
    behind: text('`next` of the page before'),
    limit: integer('Length of the page', {default: 50, min: 1}),
  },
  answer: shapes.changes,
  errors: ['INSTANCE_GUID_NOT_FOUND'],
  logAs: 'Changes.list',
  run: async (graph, {user, guid, from, to: end, behind, limit}, c): Promise<ChangesJson> => {
    const to = end === 0 ? Number.MAX_SAFE_INTEGER : end;
    const size = Math.min(limit, maxListed);
    const userName = c.mayAs('admin-audits') ? user : c.actor.userName;
    // Those of others are not refused but absent, as everywhere where rights narrow a list.
    if (user !== undefined && user !== userName) return {changes: []};
    if (guid !== undefined) return await changesOf(graph, guid, {userName, from, to, behind});
    const heads = await changeHeads(graph, {
      userName,
      after: from,
      before: to,
      behind,
      limit: size,
    });
    // A full page may be the last one: then the next one is empty, which costs less than to count.
    const last = heads.length === size ? heads.at(-1)?.id : undefined;
    return {changes: await shown(graph, heads), ...(last === undefined ? {} : {next: last})};
  },
});

/** GET /undo/{changeId} @throws NOT_FOUND, CONFLICT for one that is too large to be told */
export const readChange = query('GET /v2/undo/{changeId}', {
  summary: 'What a change did',
  description: 'Entities with what was there before, as far as the caller may read them.',
  query: {
    after: integer('`next` of the page before', {default: 0, min: 0}),
    limit: integer('Length of the page', {default: 100, min: 1}),
  },
  answer: shapes.changeDetails,
  errors: ['NOT_FOUND', 'CONFLICT'],
  logAs: 'Changes.get',
  run: async (
    graph,
    {changeId, after, limit},
    c,
  ): Promise<ChangeJson & {entities: ChangedEntity[]; next?: number}> => {
    const head = await visibleChange(c, graph, changeId);
    const [json] = await shown(graph, [head]);
    // Whole, and paged here: several of its transactions may have changed the same entity.
    const {units} = await loadChange(graph, changeId);
    const size = Math.min(limit, maxListed);
    const page = units.slice(after, after + size);
    const next = after + size < units.length ? {next: after + size} : {};
    return {...(json as ChangeJson), entities: await entitiesOf(graph, page), ...next};
  },
});

/** One's own, or any for who may read the audit. @throws NOT_FOUND */
export async function visibleChange(c: Context, graph: GraphRead, id: Guid): Promise<ChangeHead> {
  const head = await changeHead(graph, id);
  const isVisible = head?.userName === c.actor.userName || c.mayAs('admin-audits');
  // One error for both, so that nobody learns from it which changes there are.
  if (head === undefined || !isVisible) throw new AppError('NOT_FOUND', [`change ${id}`]);
  return head;
}

/** Why it cannot be undone now; undefined where it can. */
export function reasonNow(head: ChangeHead, task: Task | undefined): string | undefined {
  if (task !== undefined && isUnfinished(task)) return 'It has not ended. Cancel it first.';
  return reasonAgainstUndo(head.counts);
}

type Filter = {
  readonly userName: string | undefined;
  readonly from: number;
  readonly to: number;
  readonly behind: string | undefined;
};

/** What a change is about stands in its content alone, so the newest are looked through. */
async function changesOf(
  graph: GraphRead,
  guid: Guid,
  {userName, from, to, behind}: Filter,
): Promise<ChangesJson> {
  if (!(await graph.entities([guid])).has(guid))
    throw new AppError('INSTANCE_GUID_NOT_FOUND', [guid]);
  const place = behind === undefined ? undefined : placeOf(behind);
  const parts = await changePartsBehind(graph, place, maxLookedAt);
  const named = new Set(
    parts.filter(({content}) => unpacked(content).includes(guid)).map(one => one.id),
  );
  const heads = (await changeHeadsOf(graph, [...named])).filter(
    one =>
      (userName === undefined || one.userName === userName) && one.time >= from && one.time < to,
  );
  const last = parts.length === maxLookedAt ? parts.at(-1) : undefined;
  if (last === undefined) return {changes: await shown(graph, heads)};
  // What is listed needs no further look.
  const next = named.has(last.id) ? last.id : `${last.id}.${last.part}`;
  return {changes: await shown(graph, heads), next};
}

/** A change, or one of its transactions: the next page may begin in its middle. */
function placeOf(behind: string): {id: Guid; part?: number} {
  const [, id, part] = /^(.*)\.(\d{1,9})$/u.exec(behind) ?? [];
  return id === undefined ? {id: behind} : {id, part: Number(part)};
}

/** With their tasks, which know whether a change goes on and what has begun it. */
async function shown(graph: GraphRead, heads: readonly ChangeHead[]): Promise<ChangeJson[]> {
  const ids = heads.map(one => one.id);
  const tasks = ids.length === 0 ? [] : await readTasks(graph, ids, ids.length);
  const byId = new Map(tasks.map(task => [task.guid, task]));
  return heads.map(head => changeJson(head, byId.get(head.id)));
}

function changeJson(head: ChangeHead, task: Task | undefined): ChangeJson {
  const {id, userName, time, endTime, operation, parts, undoneBy} = head;
  const reason = reasonNow(head, task);
  const {created = 0, changed = 0, deleted = 0, purged = 0} = head.counts;
  const {relationships = 0, classifications = 0} = head.counts;
  const source = task?.type === sourceRunTask ? task.parameters['source'] : undefined;
  return {
    changeId: id,
    userName,
    time,
    endTime,
    kind: task?.type === bulkTask || task?.type === sourceRunTask ? task.type : 'REQUEST',
    operation,
    ...(typeof source === 'string' ? {source} : {}),
    transactions: parts,
    counts: {created, changed, deleted, purged, relationships, classifications},
    canUndo: reason === undefined,
    ...(reason === undefined ? {} : {reason}),
    ...(undoneBy === '' ? {} : {undoneBy}),
  };
}

type ChangedEntity = {
  entity: EntityHeader;
  how: 'CREATED' | 'CHANGED' | 'DELETED' | 'RESTORED';
  fields: {name: string; before?: unknown}[];
  classifications: string[];
  relationships: string[];
};

/** Only those that the caller may read. */
async function entitiesOf(graph: GraphRead, units: readonly UndoUnit[]): Promise<ChangedEntity[]> {
  const records = await graph.entities(units.map(one => one.guid));
  const there = units.filter(({guid}) => records.has(guid));
  const ends = there.flatMap(({edges}) => edges.flatMap(({end1, end2}) => [end1, end2]));
  const readable = await graph.entities([...new Set(ends)]);
  const headers = await readHeaders(
    graph,
    there.flatMap(({guid}) => records.get(guid) ?? []),
  );
  return there.flatMap(({entity, edges, classifications}, i) => {
    const header = headers[i];
    if (header === undefined) return [];
    const shown = edges.filter(({end1, end2}) => readable.has(end1) && readable.has(end2));
    return {
      entity: header,
      how: howOf(entity),
      fields: fieldsIn(entity),
      classifications: classifications.map(one => one.typeName),
      relationships: [...new Set(shown.map(one => one.typeName))],
    };
  });
}

function howOf(entity: UndoUnit['entity']): ChangedEntity['how'] {
  if (entity?.kind === 'created') return 'CREATED';
  if (entity?.kind !== 'changed') return 'CHANGED';
  if (isDeletion(entity)) return 'DELETED';
  return isRestored(entity) ? 'RESTORED' : 'CHANGED';
}

/** What values refer to may be hidden from whoever asks: only single ones are shown. */
function fieldsIn(entity: UndoUnit['entity']): ChangedEntity['fields'] {
  if (entity?.kind !== 'changed') return [];
  return Object.entries(entity.fields).map(([field, [before]]) => ({
    name: fieldName(field),
    ...(typeof before === 'object' ? {} : {before}),
  }));
}
