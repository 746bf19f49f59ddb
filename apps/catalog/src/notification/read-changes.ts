import {
  AppError,
  changeTest,
  entityHeader,
  relationshipHeader,
  type CarriedClassification,
  type ChangeFilter,
  type EntityHeader,
  type EntityRecord,
  type Guid,
  type Meaning,
  type RelationshipHeader,
  type SubscribedOperation,
  type TypeRegistry,
} from '@gazetteer/model';
import {
  changesFrom,
  lastPosition,
  positionText,
  readPosition,
  startPosition,
  type OutboxEvent,
  type OutboxPosition,
} from '@gazetteer/store';
import type {GraphRead} from '@gazetteer/store';
import {query} from '../operation.ts';
import {checkFilter} from './given-filter.ts';

/** What a breaking change did to a table, and what depends on it. */
export type Breaking = {
  kind: 'TABLE_DROPPED' | 'COLUMNS_CHANGED';
  columns: ColumnChange[];
  /** The nearest first. */
  affected: AffectedAsset[];
  affectedCount: number;
  /** More was to be looked at than is looked at. */
  isPartial: boolean;
};
export type ColumnChange = {
  name: string;
  change: 'REMOVED' | 'RETYPED';
  from?: string;
  to?: string;
};
type AffectedAsset = {
  entity: EntityHeader;
  /** From data set to data set. */
  hops: number;
  /** Changed columns that it is known to be made from; else it is downstream of the table. */
  columns: string[];
};

/** One thing that happened, with the entity or relationship that it happened to as it is now. */
export type Change = {
  /** Of its own for ever: who hears of it twice can tell. */
  id: string;
  operationType: SubscribedOperation;
  eventTime: number;
  user: string;
  /** Where it is about one. */
  classification?: string;
  entity?: EntityHeader;
  relationship?: RelationshipHeader;
  /** Of a breaking change, whose entity is the table. */
  breaking?: Breaking;
};

/** `next`: what to give as `after` to go on. */
export type Changes = {changes: Change[]; next: string};

export type ChangesRequest = {
  /** `next` of an earlier answer; `now` for the end; undefined: from the oldest that is kept. */
  readonly after?: string | undefined;
  readonly limit: number;
  /** Behind each classification its super types, as readers of the topic ATLAS_ENTITIES expect. */
  readonly superClassifications?: true;
  /** Others are passed over. */
  readonly filter?: ChangeFilter;
  /** The filter was checked when it was stored: what it names may be gone since. */
  readonly isStored?: true;
};

/**
 * GET /changes: what happened from a place on, oldest first, as far as the caller may see it. An
 * entity is told as it is when it is read: what changed it meanwhile comes later and tells the
 * same, so that whoever takes the last word about an entity is right.
 * @throws BAD_REQUEST for a place that is none, CHANGES_GONE when changes there are not kept any
 * more, UNKNOWN_TYPENAME and UNKNOWN_CLASSIFICATION for a filter that names what is not there
 */
export const readChanges = query({
  logAs: 'ChangeFeed.read',
  run: async (graph, request: ChangesRequest, c): Promise<Changes> => {
    const {after, limit} = request;
    if (request.isStored !== true) checkFilter(graph.types, request.filter ?? {}, c);
    if (after === 'now') return {changes: [], next: positionText(await lastPosition(graph))};
    const page = await changesFrom(graph, positionOf(after), limit);
    if (page.isGone) throw new AppError('CHANGES_GONE', [after ?? '']);
    return {changes: await shown(graph, page.events, request), next: positionText(page.next)};
  },
});

/**
 * Where to go on; from the first change that is kept when nothing is said. @throws BAD_REQUEST for
 * a text that no answer had
 */
function positionOf(text: string | undefined): OutboxPosition {
  if (text === undefined || text === '') return startPosition;
  const place = readPosition(text);
  if (place === undefined)
    throw new AppError('BAD_REQUEST', [`after must be \`next\` of an answer, or now, not ${text}`]);
  return place;
}

/** Changes with their entities as they are now, without those that the reader may not see. */
async function shown(
  graph: GraphRead,
  events: readonly OutboxEvent[],
  {superClassifications, filter = {}}: ChangesRequest,
): Promise<Change[]> {
  const entities = new Map(
    events.flatMap(({entity}) => (entity === undefined ? [] : [[entity.guid, entity] as const])),
  );
  const guids = [...entities.keys()];
  const carried = await graph.carriedBy(guids);
  const meanings = await graph.meaningsOf(guids);
  const ends = await graph.entities([
    ...new Set(events.flatMap(({edge}) => (edge ? [edge.end1, edge.end2] : []))),
  ]);
  const headers = new Map(
    Array.from(entities, ([guid, record]) => {
      const header = headerOf(
        graph.types,
        record,
        carried.get(guid) ?? [],
        meanings.get(guid) ?? [],
      );
      return [guid, superClassifications ? withSuperClassifications(graph.types, header) : header];
    }),
  );
  const mayRead = await readableOf(graph, entities);
  const isWanted = await wantedOf(graph, filter, {entities, carried, ends});
  return events.flatMap((event): Change[] => {
    if (!isWanted(event)) return [];
    const entity = headers.get(event.entity?.guid ?? '');
    const relationship = event.edge && relationshipHeader(graph.types, event.edge, ends);
    const isReadable =
      event.edge === undefined
        ? event.entity !== undefined && mayRead(event.entity)
        : graph.readable === undefined || (ends.has(event.edge.end1) && ends.has(event.edge.end2));
    return isReadable ? [changeOf(event, entity, relationship)] : [];
  });
}

type Known = {
  readonly entities: ReadonlyMap<Guid, EntityRecord>;
  readonly carried: ReadonlyMap<Guid, readonly CarriedClassification[]>;
  /** Of relationships. */
  readonly ends: ReadonlyMap<Guid, EntityRecord>;
};

/** Which of the events the filter lets through, by what its reader may see of them. */
async function wantedOf(
  graph: GraphRead,
  filter: ChangeFilter,
  {entities, carried, ends}: Known,
): Promise<(event: OutboxEvent) => boolean> {
  const passes = changeTest(graph.types, filter);
  const isByTag = (filter.classifications ?? []).length > 0;
  const atEnds = isByTag ? await graph.carriedBy([...ends.keys()]) : new Map();
  const left = isByTag ? await graph.entities([...entities.keys()]) : entities;
  return ({operation, classification, entity, edge}) => {
    const guids = edge === undefined ? [entity?.guid ?? ''] : [edge.end1, edge.end2];
    const subjects = guids.flatMap(guid => {
      const record = entities.get(guid) ?? ends.get(guid);
      return record === undefined
        ? []
        : [
            {
              record,
              carried: carried.get(guid) ?? atEnds.get(guid) ?? [],
              isGone: !left.has(guid) && !ends.has(guid),
            },
          ];
    });
    return passes({operation, classification, subjects});
  };
}

/** What is gone is told to those who could have read it whatever it carried. */
async function readableOf(
  graph: GraphRead,
  entities: ReadonlyMap<Guid, EntityRecord>,
): Promise<(record: EntityRecord) => boolean> {
  const {readable, refused} = graph;
  if (readable === undefined) return () => true;
  const seen = await graph.entities([...entities.keys()]);
  return record =>
    seen.has(record.guid) || (!refused.has(record.guid) && readable.allowsGone(record));
}

/** One change as readers get it; an entity that is gone is named and not shown. */
function changeOf(
  {place, operation, time, userName, classification}: OutboxEvent,
  entity: EntityHeader | undefined,
  relationship: RelationshipHeader | undefined,
): Change {
  return {
    id: positionText(place),
    operationType: operation,
    eventTime: time,
    user: userName,
    ...(classification === undefined ? {} : {classification}),
    ...(entity === undefined ? {} : {entity}),
    ...(relationship === undefined ? {} : {relationship}),
  };
}

/** What its type marks for notifications is in it, too. */
function headerOf(
  types: TypeRegistry,
  record: EntityRecord,
  carried: readonly CarriedClassification[],
  meanings: readonly Meaning[],
): EntityHeader {
  const type = types.entityTypes.get(record.typeName);
  if (type === undefined) return typelessHeader(record);
  const attributes = [...type.attributes.values()]
    .filter(one => one.def.includeInNotification)
    .map(one => one.name);
  return entityHeader(types, record, carried, {withClassifications: true, attributes, meanings});
}

/**
 * Each classification is followed by the same one under the name of each super type, with that
 * type's attributes.
 */
function withSuperClassifications(types: TypeRegistry, header: EntityHeader): EntityHeader {
  const classifications = (header.classifications ?? []).flatMap(one => {
    const names = [...(types.classificationTypes.get(one.typeName)?.superTypes ?? [])];
    const supers = names.map(typeName => {
      const known = types.classificationTypes.get(typeName)?.attributes;
      const attributes = Object.entries(one.attributes ?? {}).filter(([name]) => known?.has(name));
      const {attributes: _own, ...rest} = one;
      return {
        ...rest,
        typeName,
        ...(known === undefined || known.size === 0
          ? {}
          : {attributes: Object.fromEntries(attributes)}),
      };
    });
    return [one, ...supers];
  });
  return {...header, classifications};
}

/** Of an entity that is gone, and its type after it. */
function typelessHeader({
  typeName,
  guid,
  status,
  attributes,
}: EntityRecord & {guid: Guid}): EntityHeader {
  const {name, qualifiedName} = attributes;
  return {
    typeName,
    attributes: {
      ...(name === undefined ? {} : {name}),
      ...(qualifiedName === undefined ? {} : {qualifiedName}),
    },
    guid,
    status,
    displayText: String(name ?? qualifiedName ?? ''),
    classificationNames: [],
    classifications: [],
    meaningNames: [],
    meanings: [],
    isIncomplete: false,
    labels: [],
  };
}
