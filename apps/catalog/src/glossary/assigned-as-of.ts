import {
  AppError,
  glossaryEdges,
  relatedObjectId,
  type Attributes,
  type EdgeRecord,
  type EntityRecord,
  type Guid,
} from '@gazetteer/model';
import {attachedSince, type GraphRead} from '@gazetteer/store';
import {pastRecords} from '../entity/read-as-of.ts';
import {pageOf, type GlossaryPage} from './page.ts';

/** Of assignments, and of what was attached to anything since. */
const most = 10_000;

/**
 * A page of the entities that a term was assigned to at a time (epoch ms), as they were called
 * then. Assignments of entities that were deleted since are there still; of those that were taken
 * away the events tell.
 * @throws INSTANCE_GUID_NOT_FOUND for a term that was not there yet, BAD_REQUEST where too much is
 * assigned or was since
 */
export async function assignedAsOf(
  graph: GraphRead,
  term: EntityRecord,
  time: number,
  page: GlossaryPage,
): Promise<Attributes[]> {
  if (term.createTime > time) throw new AppError('INSTANCE_GUID_NOT_FOUND', [term.guid]);
  const step = {typeName: glossaryEdges.assignment, from: 1} as const;
  const ended = {endedSince: time + 1};
  const {edges} = await graph.firstEdgesAt([term.guid], step, most + 1, most + 1, ended);
  if (edges.length > most)
    throw new AppError('BAD_REQUEST', [`${term.guid} has more than ${most} assignments`]);
  const assigned = new Map<Guid, EdgeRecord | undefined>();
  for (const guid of await removedSince(graph, term.guid, time)) assigned.set(guid, undefined);
  for (const edge of edges) if (edge.createTime <= time) assigned.set(edge.end2, edge);
  const records = await pastRecords(graph, [...assigned.keys()], time);
  const listed = records
    .filter(one => one.status === 'ACTIVE')
    .map(record => assignedThen(graph, record, assigned.get(record.guid), time));
  return pageOf(listed, page);
}

/** Entities that had the term at the time and were first of all relieved of it. */
async function removedSince(graph: GraphRead, term: Guid, time: number): Promise<Guid[]> {
  const events = await attachedSince(graph, {after: time, limit: most + 1});
  if (events.length > most)
    throw new AppError('BAD_REQUEST', [
      `classifications and terms were added and removed more than ${most} times since ${new Date(time).toISOString()}; ask about a later time`,
    ]);
  const first = new Map(
    events.flatMap(({guid, event}) =>
      event.change.term === term ? [[guid, event.action] as const] : [],
    ),
  );
  return [...first].flatMap(([guid, action]) => (action === 'TERM_DELETE' ? [guid] : []));
}

/** What is not known of the assignment as it was then is left out. */
function assignedThen(
  {types}: GraphRead,
  record: EntityRecord,
  edge: EdgeRecord | undefined,
  time: number,
): Attributes & {displayText?: unknown} {
  const unknown = {guid: '', typeName: glossaryEdges.assignment};
  const then = {...(edge ?? unknown), status: 'ACTIVE'} as const;
  const {relationshipGuid, relationshipAttributes, ...known} = relatedObjectId(types, then, record);
  return {
    ...known,
    ...(edge === undefined ? {} : {relationshipGuid}),
    ...(edge === undefined || edge.updateTime > time ? {} : {relationshipAttributes}),
  };
}
