import {integer} from '@gazetteer/kernel/parameters';
import {
  groupTypes,
  membershipOf,
  ownersOf,
  readSearchParameters,
  type AuditAction,
  type EntityHeader,
  type EntityRecord,
  type GroupKind,
  type Guid,
} from '@gazetteer/model';
import {lastEventsOf, searchEntities, type GraphRead} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {followsOf, type Follows} from '../follow/follows.ts';
import type {Breaking} from '../notification/read-changes.ts';
import {query} from '../operation.ts';
import {resolve} from '../search/find.ts';
import {findBreaks} from './find-breaks.ts';
import {followedBreaks} from './followed-shapes.ts';
import {toldOf} from './read-breaking-changes.ts';
import {upstreamOf} from './upstream.ts';

/** How far back it is looked, and how much is looked at, however much happened. */
const keptMs = 30 * 86_400_000;
const maxFound = 200;
const maxUpstream = 5000;
const eventsOfEntity = 10;
const maxEvents = 1000;
const maxLimit = 200;

export type FollowedBreak = Breaking & {
  time: number;
  user: string;
  isNew: boolean;
  entity: EntityHeader;
};
type FollowedBreaks = {changes: FollowedBreak[]; isMore: boolean};

/** What somebody hears for: each asset with the time since when. */
type Heard = {readonly assets: ReadonlyMap<Guid, number>; readonly isCut: boolean};

/**
 * GET /follows/breaking-changes: what may break the assets that the caller owns or follows. Found
 * by lineage from these, when somebody asks, so that a change costs the same however many own or
 * follow something. A constant number of statements, and so many for each hop.
 */
export const readFollowedBreaks = query('GET /v2/follows/breaking-changes', {
  summary: 'What others did upstream of what the caller owns or follows that may break it',
  description:
    'Columns that were removed or retyped, and tables that were dropped, of the last 30 days and since the asset was followed, the newest first, with those assets of the caller that they affect. Only what the caller may read. An addition to the Atlas API.',
  query: {limit: integer(`Changes in the answer, ${maxLimit} at most`, {default: 50, min: 1})},
  answer: followedBreaks,
  errors: ['BAD_REQUEST'],
  on: 'search',
  logAs: 'Follows.breaking',
  run: async (graph, {limit}, c): Promise<FollowedBreaks> => {
    const follows = await followsOf(graph, c.actor.userName);
    const {assets, isCut} = await heardOf(graph, c, follows);
    if (assets.size === 0) return {changes: [], isMore: false};
    const since = c.now() - keptMs;
    const {lineageMaxNodes} = c.settings;
    const parts = await graph.ownedBy([...assets.keys()], 'ACTIVE');
    const starts = [...assets.keys(), ...parts.map(({guid}) => guid)];
    const upstream = await upstreamOf(graph, starts, since, lineageMaxNodes);
    const above = [...upstream.reached].slice(0, maxUpstream);
    const events = await eventsOf(graph, c, above, since);
    const breaks = await findBreaks(graph, events.found, 'last');
    const isAffected = ({guid}: EntityRecord, {time}: {readonly time: number}) =>
      time > (assets.get(guid) ?? Infinity);
    const told = await toldOf(graph, breaks, isAffected, lineageMaxNodes);
    const changes = told.flatMap(({change: {eventTime: time, user, entity, breaking}}) =>
      // Where lineage goes on further than it is followed, nothing of the caller's may be there.
      entity === undefined || breaking === undefined || breaking.affectedCount === 0
        ? []
        : [{time, user, isNew: time > follows.seenTime, entity, ...breaking}],
    );
    const shown = Math.min(limit, maxLimit);
    return {
      changes: changes.toSorted((a, b) => b.time - a.time).slice(0, shown),
      isMore:
        isCut ||
        upstream.isCut ||
        upstream.reached.size > maxUpstream ||
        events.isCut ||
        changes.length > shown,
    };
  },
});

/** What is followed, what is in followed domains and products, and what the caller owns. */
async function heardOf(graph: GraphRead, c: Context, follows: Follows): Promise<Heard> {
  const {userName} = c.actor;
  const followed = await graph.entities([...follows.entities.keys()], 'look');
  const assets = new Map<Guid, number>();
  const add = (guid: Guid, since: number) =>
    assets.set(guid, Math.min(since, assets.get(guid) ?? Infinity));
  for (const [guid, since] of follows.entities) if (followed.has(guid)) add(guid, since);
  let isCut = false;
  const search = async (facets: Readonly<Record<string, readonly string[]>>) => {
    const asked = {typeName: '_ALL_ENTITY_TYPES', facets, limit: maxFound, offset: 0};
    const wanted = await resolve(c, graph, readSearchParameters(asked, {includeSubTypes: true}));
    const {records} = await searchEntities(graph, wanted);
    isCut ||= records.length === maxFound;
    return records;
  };
  for (const kind of Object.keys(groupTypes) as GroupKind[]) {
    const names = graph.types.entityTypes.get(groupTypes[kind])?.typeAndSubTypes;
    const groups = [...followed.values()].flatMap(({guid, typeName}) =>
      names?.has(typeName) === true ? [guid] : [],
    );
    if (groups.length === 0) continue;
    for (const record of await search({[kind]: groups})) {
      const {domain, products} = membershipOf(record);
      for (const group of [...(domain === undefined ? [] : [domain]), ...products]) {
        const since = follows.entities.get(group);
        if (since !== undefined) add(record.guid, since);
      }
    }
  }
  for (const record of await search({owner: [userName]}))
    if (ownersOf(record).owners.includes(userName)) add(record.guid, 0);
  return {assets, isCut};
}

const operations: Partial<Record<AuditAction, 'ENTITY_UPDATE' | 'ENTITY_DELETE'>> = {
  ENTITY_UPDATE: 'ENTITY_UPDATE',
  ENTITY_IMPORT_UPDATE: 'ENTITY_UPDATE',
  ENTITY_DELETE: 'ENTITY_DELETE',
  ENTITY_IMPORT_DELETE: 'ENTITY_DELETE',
};

type Event = {
  readonly operation: 'ENTITY_UPDATE' | 'ENTITY_DELETE';
  readonly entity: EntityRecord;
  readonly time: number;
  readonly userName: string;
};

/** What others did to these and to what they consist of, the oldest first. */
async function eventsOf(
  graph: GraphRead,
  c: Context,
  guids: readonly Guid[],
  after: number,
): Promise<{readonly found: readonly Event[]; readonly isCut: boolean}> {
  const readable = await graph.entities(guids, 'look');
  const parts = await graph.ownedBy([...readable.keys()], 'ANY');
  const records = new Map([...readable, ...parts.map(one => [one.guid, one] as const)]);
  const events = await lastEventsOf(graph, [...records.keys()], {
    after,
    limit: maxEvents,
    each: eventsOfEntity,
  });
  const found = events.toReversed().flatMap(({guid, event: {action, time, userName}}): Event[] => {
    const [operation, entity] = [operations[action], records.get(guid)];
    return operation === undefined || entity === undefined || userName === c.actor.userName
      ? []
      : [{operation, entity, time, userName}];
  });
  return {found, isCut: events.length === maxEvents};
}
