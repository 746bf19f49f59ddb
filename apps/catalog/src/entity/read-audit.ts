import * as shape from '@gazetteer/kernel/shape';
import {flag, oneWord, optionalInteger, text} from '@gazetteer/kernel/parameters';
import {
  AppError,
  auditActions,
  auditDetails,
  auditedEntityJson,
  differencesOf,
  type AuditAction,
  type Differences,
  type EntityJson,
  type Guid,
} from '@gazetteer/model';
import {
  hiddenGuid,
  lastKnown,
  readAudit,
  sourcesOf,
  type AuditedEvent,
  type AuditPosition,
  type AuditQuery,
  type GraphRead,
} from '@gazetteer/store';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';

export type AuditRequest = {
  guid: Guid;
  auditAction?: string | undefined;
  startKey?: string | undefined;
  count?: number | undefined;
  offset?: number | undefined;
  sortBy?: string | undefined;
  sortOrder?: string | undefined;
  /** Adds `entity`, as it was after the event. */
  withEntity: boolean;
  /** Adds `diff`, what the event changed. */
  withDiff: boolean;
};

export type AuditEventJson = {
  entityId: Guid;
  timestamp: number;
  user: string;
  action: AuditAction;
  details: string;
  eventKey: string;
  entity: EntityJson | null;
  type: null;
  diff?: Differences;
};

const defaultCount = 100;
const maxCount = 10_000;

/**
 * GET /entity/{guid}/audit: the newest first from `startKey` on, or a page by `offset` in any
 * order. What is gone for good is still told.
 * @throws INSTANCE_GUID_NOT_FOUND, BAD_REQUEST for parameters that make no sense
 */
export const readEntityAudit = query('GET /v2/entity/{guid}/audit', {
  summary: 'History of an entity, newest first',
  description:
    'Who changed what and when: creation, updates, classifications, labels, business metadata, terms and deletion.',
  query: {
    auditAction: oneWord(`${auditActions.join('|')}|`, 'Only events of this kind'),
    startKey: text('Begins with the event that has this eventKey'),
    count: optionalInteger('Events in the answer; 100 when absent'),
    offset: optionalInteger('Events to leave out'),
    sortBy: text('user, action, or timestamp, which any other word stands for'),
    sortOrder: text('desc or asc; with sortBy or offset, asc when absent'),
    withEntity: flag('Adds the entity as it was after each event', {wireName: 'entity'}),
    withDiff: flag('Adds what each event changed', {wireName: 'diff'}),
  },
  answer: shape.list(shapes.auditEvent),
  errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST'],
  logAs: 'EntityAuditRepository.listEventsV2',
  read: (request: AuditRequest) => {
    const query = queryOf(request);
    return {request, query};
  },
  run: async (graph, {request, query}, c): Promise<AuditEventJson[]> => {
    const told = await readAudit(graph, request.guid, query);
    const events = told && (await withoutHidden(graph, told));
    if (events === undefined) throw new AppError('INSTANCE_GUID_NOT_FOUND', [request.guid]);
    const sources = await sourcesOf(
      graph,
      events.map(one => one.event),
    );
    const terms = await lastKnown(graph, [
      ...new Set(events.flatMap(one => one.event.change.term ?? [])),
    ]);
    return events.map(({event, step}): AuditEventJson => {
      const unaudited = c.settings.unauditedAttributes[step.after.typeName] ?? [];
      const {action, change, time, userName, id} = event;
      const details = {
        action,
        change,
        step,
        propagated: sources.get(event),
        term: terms.get(change.term ?? ''),
        unaudited,
      };
      return {
        entityId: request.guid,
        timestamp: time,
        user: userName,
        action,
        details: auditDetails(graph.types, details),
        eventKey: `${request.guid}:${time}:${id}`,
        entity: request.withEntity ? auditedEntityJson(graph.types, step.after, unaudited) : null,
        type: null,
        ...(request.withDiff ? {diff: differencesOf(step)} : {}),
      };
    });
  },
});

/**
 * Where a classification came from, and which term was assigned, is told to those who may read
 * those.
 */
async function withoutHidden(
  graph: GraphRead,
  events: readonly AuditedEvent[],
): Promise<readonly AuditedEvent[]> {
  if (graph.readable === undefined) return events;
  const named = events.flatMap(({event: {change}}) =>
    [change.propagated?.sourceGuid ?? [], change.term ?? []].flat(),
  );
  const seen = await lastKnown(graph, [...new Set(named)]);
  const shown = (guid: Guid) => (seen.has(guid) ? guid : hiddenGuid);
  const records = await graph.redacted(events.flatMap(({step}) => [step.before, step.after]));
  return events.map(({event, step}, i) => {
    const [before = step.before, after = step.after] = records.slice(2 * i, 2 * i + 2);
    const {propagated, term} = event.change;
    const change = {
      ...event.change,
      ...(propagated && {propagated: {...propagated, sourceGuid: shown(propagated.sourceGuid)}}),
      ...(term === undefined ? {} : {term: shown(term)}),
    };
    return {event: {...event, change}, step: {...step, before, after}};
  });
}

function queryOf({
  auditAction,
  startKey,
  count,
  offset,
  sortBy,
  sortOrder,
}: AuditRequest): AuditQuery {
  const from = startKey === undefined || startKey === '' ? undefined : positionOf(startKey);
  const order = sortOrder?.toLowerCase();
  const isPage = sortBy !== undefined || (offset !== undefined && offset >= 0);
  return {
    ...(auditAction === undefined || auditAction === '' ? {} : {action: actionOf(auditAction)}),
    ...(from === undefined ? {} : {from}),
    sortBy: columnOf(sortBy),
    // The reference has two defaults: the newest first, but ascending where a page or an order is
    // asked for.
    descending: order === 'desc' || (!isPage && order !== 'asc'),
    offset: Math.max(0, offset ?? 0),
    limit: Math.min(count === undefined || count <= 0 ? defaultCount : count, maxCount),
  };
}

function actionOf(text: string): AuditAction {
  const action = auditActions.find(one => one === text.toUpperCase());
  if (action === undefined)
    throw new AppError('BAD_REQUEST', [`auditAction must be one of ${auditActions.join(', ')}`]);
  return action;
}

function columnOf(text: string | undefined): AuditQuery['sortBy'] {
  return (['user', 'action'] as const).find(one => one === text?.toLowerCase()) ?? 'timestamp';
}

/** Of the event whose key it is: `<guid>:<time>:<number>`. */
function positionOf(key: string): AuditPosition {
  const [, time, id] = /:(\d{1,15})(?::(\d{1,15}))?$/.exec(key) ?? [];
  if (time === undefined)
    throw new AppError('BAD_REQUEST', [`startKey ${key} is no key of an audit event`]);
  return {time: Number(time), id: id === undefined ? Number.MAX_SAFE_INTEGER : Number(id)};
}
