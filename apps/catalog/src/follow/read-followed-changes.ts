import {integer} from '@gazetteer/kernel/parameters';
import {
  groupTypes,
  membershipOf,
  readSearchParameters,
  type AuditAction,
  type EntityRecord,
  type GroupKind,
  type Guid,
} from '@gazetteer/model';
import {
  attachedSince,
  lastEventsOf,
  lastKnown,
  searchEntities,
  type EntityEvent,
  type GraphRead,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {query} from '../operation.ts';
import {resolve} from '../search/find.ts';
import {followsOf, namedEntity, termTypes, type Follows, type Named} from './follows.ts';
import * as shapes from './shapes.ts';

/** How far back it is looked, and how much is looked at, however much happened. */
const keptMs = 30 * 86_400_000;
const maxMembers = 100;
const eventsOfEntity = 20;
const maxEvents = 1000;
const maxAttached = 2000;
const maxLimit = 200;

export type FollowedChange = {
  time: number;
  user: string;
  action: AuditAction;
  isNew: boolean;
  entity: Named;
  count: number;
  followed?: Named;
  followedClassification?: string;
  classification?: string;
  term?: Named;
  attributes?: string[];
};

type FollowedChanges = {
  changes: FollowedChange[];
  unread: number;
  seenTime: number;
  isMore: boolean;
};

/** What it is told because of: a followed entity or classification. */
type Why = {readonly guid: Guid} | {readonly classification: string};
type Told = EntityEvent & {readonly why: Why};

/**
 * GET /follows/changes: read from the audit of what is followed when somebody asks, so that a
 * change costs the same however many follow. A constant number of statements.
 */
export const readFollowedChanges = query('GET /v2/follows/changes', {
  summary: 'What others changed of what the caller follows, newest first',
  description:
    'Of assets: every change. Of classifications and glossary terms: also where they were added and removed. Of domains and data products: also the changes of their assets. Since they were followed, of the last 30 days, and only of what the caller may read. What one request did to several entities is one change. An addition to the Atlas API.',
  query: {limit: integer(`Changes in the answer, ${maxLimit} at most`, {default: 50, min: 1})},
  answer: shapes.followedChanges,
  errors: ['BAD_REQUEST'],
  on: 'search',
  logAs: 'Follows.changes',
  run: async (graph, {limit}, c): Promise<FollowedChanges> => {
    const follows = await followsOf(graph, c.actor.userName);
    const found = await toldOf(graph, c, follows);
    const named = await lastKnown(graph, [...new Set(found.told.flatMap(guidsOf))]);
    const grouped = [...Map.groupBy(readable(found.told, named), keyOf).values()];
    const changes = grouped
      .map(events => changeOf(graph, events, named, follows.seenTime))
      .toSorted((a, b) => b.time - a.time);
    const shown = Math.min(limit, maxLimit);
    return {
      changes: changes.slice(0, shown),
      unread: changes.filter(one => one.isNew).length,
      seenTime: follows.seenTime,
      isMore: found.isMore || changes.length > shown,
    };
  },
});

/** Events of others, each once, after what they are told because of was followed. */
async function toldOf(
  graph: GraphRead,
  c: Context,
  follows: Follows,
): Promise<{told: Told[]; isMore: boolean}> {
  const times = [...follows.entities.values(), ...follows.classifications.values()];
  if (times.length === 0) return {told: [], isMore: false};
  const after = Math.max(c.now() - keptMs, Math.min(...times) - 1);
  const followed = await lastKnown(graph, [...follows.entities.keys()]);
  const {members, isCut: isMore} = await membersOf(graph, c, [...followed.values()], after);
  const own = await lastEventsOf(graph, [...new Set([...followed.keys(), ...members.keys()])], {
    after,
    limit: maxEvents,
    each: eventsOfEntity,
  });
  const terms = [...followed.values()].filter(one => termTypes(graph.types).has(one.typeName));
  const attached = await attachedOf(graph, terms, follows, after);
  const told = new Map<number, Told>();
  const isTold = ({event: {time, userName}}: EntityEvent, since: number | undefined) =>
    since !== undefined && time > since && userName !== c.actor.userName;
  const add = (one: EntityEvent, whys: readonly (Why & {since: number | undefined})[]) => {
    const why = whys.find(({since}) => isTold(one, since));
    if (why !== undefined && !told.has(one.event.id)) told.set(one.event.id, {...one, why});
  };
  const ofEntity = (guid: Guid) => ({guid, since: follows.entities.get(guid)});
  for (const one of [...own, ...changesOfTerms(terms, attached, after)])
    add(one, [one.guid, ...(members.get(one.guid) ?? [])].map(ofEntity));
  for (const one of attached) {
    const {classification, term} = one.event.change;
    const name = classification?.typeName ?? '';
    const supers = graph.types.classificationTypes.get(name)?.superTypes ?? [];
    const names = [name, ...supers].filter(type => mayReadType(graph, c, type));
    add(one, [
      ...(term === undefined || !followed.has(term) ? [] : [ofEntity(term)]),
      ...names.map(type => ({classification: type, since: follows.classifications.get(type)})),
    ]);
  }
  return {
    told: [...told.values()],
    isMore: isMore || isCut(own) || attached.length === maxAttached,
  };
}

function isCut(own: readonly EntityEvent[]): boolean {
  const ofEach = Map.groupBy(own, one => one.guid).values();
  return own.length === maxEvents || [...ofEach].some(events => events.length === eventsOfEntity);
}

function mayReadType({types}: GraphRead, c: Context, name: string): boolean {
  const def = types.defs.get(name);
  return def !== undefined && c.mayReadType(def);
}

/** Nothing is looked for where neither a classification nor a term is followed. */
async function attachedOf(
  graph: GraphRead,
  terms: readonly EntityRecord[],
  {classifications}: Follows,
  after: number,
): Promise<EntityEvent[]> {
  if (classifications.size + terms.length === 0) return [];
  return await attachedSince(graph, {after, limit: maxAttached});
}

/**
 * The last change of each term, which no audit tells; assigning one changes it as well, and is told
 * already.
 */
function changesOfTerms(
  terms: readonly EntityRecord[],
  attached: readonly EntityEvent[],
  after: number,
): EntityEvent[] {
  return terms.flatMap(({guid, updateTime: time, updatedBy: userName}, i) =>
    time <= after || attached.some(({event}) => event.time === time && event.change.term === guid)
      ? []
      : [{guid, event: {id: -1 - i, action: 'ENTITY_UPDATE', time, userName, change: {}}}],
  );
}

/**
 * The assets of followed domains and products that changed last, each with those, and whether more
 * have changed since than were looked at.
 */
async function membersOf(
  graph: GraphRead,
  c: Context,
  followed: readonly EntityRecord[],
  after: number,
): Promise<{members: Map<Guid, Guid[]>; isCut: boolean}> {
  const members = new Map<Guid, Guid[]>();
  let isOverLimit = false;
  for (const kind of Object.keys(groupTypes) as GroupKind[]) {
    const names = graph.types.entityTypes.get(groupTypes[kind])?.typeAndSubTypes;
    const guids = followed.flatMap(({guid, typeName}) => (names?.has(typeName) ? [guid] : []));
    if (guids.length === 0) continue;
    const asked = {
      typeName: '_ALL_ENTITY_TYPES',
      facets: {[kind]: guids},
      sortBy: '__modificationTimestamp',
      sortOrder: 'DESCENDING',
      limit: maxMembers,
      offset: 0,
      excludeDeletedEntities: false,
    };
    const search = await resolve(c, graph, readSearchParameters(asked, {includeSubTypes: true}));
    const {records} = await searchEntities(graph, search);
    isOverLimit ||= records.length === maxMembers && (records.at(-1)?.updateTime ?? 0) > after;
    for (const record of records) {
      const {domain, products} = membershipOf(record);
      const of = [...(domain === undefined ? [] : [domain]), ...products];
      members.set(
        record.guid,
        of.filter(one => followed.some(({guid}) => guid === one)),
      );
    }
  }
  return {members, isCut: isOverLimit};
}

function guidsOf({guid, event: {change}, why}: Told): Guid[] {
  return [
    guid,
    ...(change.term === undefined ? [] : [change.term]),
    ...('guid' in why ? [why.guid] : []),
  ];
}

function readable(told: readonly Told[], named: ReadonlyMap<Guid, EntityRecord>): readonly Told[] {
  return told.filter(({guid, why}) => named.has(guid) && (!('guid' in why) || named.has(why.guid)));
}

/** What one request did alike, and is told because of the same, is one change. */
function keyOf({guid, event, why}: Told): string {
  const {action, time, userName, change} = event;
  const because = 'guid' in why ? why.guid : `#${why.classification}`;
  const what = change.term ?? change.classification?.typeName ?? change.propagated?.typeName ?? '';
  return JSON.stringify([because, because === guid, action, time, userName, what]);
}

function changeOf(
  graph: GraphRead,
  events: readonly Told[],
  named: ReadonlyMap<Guid, EntityRecord>,
  seenTime: number,
): FollowedChange {
  const [{guid, event, why}] = events as [Told, ...Told[]];
  const {time, userName, action, change} = event;
  const nameOf = (of: Guid | undefined): Named | undefined => {
    const record = of === undefined ? undefined : named.get(of);
    return record && namedEntity(graph, record);
  };
  const entity = nameOf(guid) as Named;
  const followed = 'guid' in why ? nameOf(why.guid) : undefined;
  const term = nameOf(change.term);
  const classification = change.classification?.typeName ?? change.propagated?.typeName;
  const attributes = Object.keys(change.before?.attributes ?? {});
  return {
    time,
    user: userName,
    action,
    isNew: time > seenTime,
    entity,
    count: new Set(events.map(one => one.guid)).size,
    ...(followed === undefined ? {} : {followed}),
    ...('classification' in why ? {followedClassification: why.classification} : {}),
    ...(classification === undefined ? {} : {classification}),
    ...(term === undefined ? {} : {term}),
    ...(attributes.length === 0 ? {} : {attributes}),
  };
}
