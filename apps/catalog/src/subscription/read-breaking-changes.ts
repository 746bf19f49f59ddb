import {
  AppError,
  affectedTest,
  breakingChange,
  changeTest,
  feedFilter,
  tablesOfColumns,
  type EntityRecord,
  type Guid,
  type SubscriptionFilter,
} from '@gazetteer/model';
import {
  changesFrom,
  positionText,
  readPosition,
  startPosition,
  type GraphRead,
  type OutboxEvent,
} from '@gazetteer/store';
import {readHeaders} from '../entity/headers.ts';
import type {Breaking, Change, Changes} from '../notification/read-changes.ts';
import {query} from '../operation.ts';
import {downstreamOf, type Downstream, type Origin} from './downstream.ts';
import {findBreaks, tablesOf, type Break} from './find-breaks.ts';

/** Beyond them affected assets are counted only. */
const maxAffected = 50;

type Asked = {
  readonly after: string | undefined;
  readonly limit: number;
  readonly filter: SubscriptionFilter;
};

/**
 * The breaking changes among some changes, with what they affect, as far as the caller may read
 * both. Those that affect nothing of what is asked for are left out, as far as lineage is followed.
 * For all of them together a constant number of statements, and so many for each hop of lineage.
 * @throws CHANGES_GONE
 */
export const readBreakingChanges = query({
  logAs: 'ChangeFeed.breaking',
  on: 'background',
  run: async (graph, {after, limit, filter}: Asked, c): Promise<Changes> => {
    const from = after === undefined || after === '' ? startPosition : readPosition(after);
    const page = await changesFrom(graph, from ?? startPosition, limit);
    if (page.isGone) throw new AppError('CHANGES_GONE', [after ?? '']);
    const next = positionText(page.next);
    const breaks = await wanted(graph, await findBreaks(graph, page.events), filter);
    if (breaks.length === 0) return {changes: [], next};
    const {lineageMaxNodes} = c.settings;
    const isAffected = affectedTest(filter.affects ?? {});
    const found = await toldOf(graph, breaks, isAffected, lineageMaxNodes);
    const changes = found.map(({event, change}) => ({id: positionText(event.place), ...change}));
    return {changes, next};
  },
});

/** Those whose table or column the filter selects. */
async function wanted(
  graph: GraphRead,
  breaks: readonly Break[],
  filter: SubscriptionFilter,
): Promise<readonly Break[]> {
  if (breaks.length === 0) return [];
  const passes = changeTest(graph.types, feedFilter(filter));
  const subjects = breaks.map(({record, columns}) => [record, ...columns.map(one => one.record)]);
  const carried = await graph.carriedBy([...new Set(subjects.flat().map(one => one.guid))]);
  return breaks.filter(({event: {operation}}, i) =>
    passes({
      operation,
      subjects: (subjects[i] ?? []).map(record => ({
        record,
        carried: carried.get(record.guid) ?? [],
      })),
    }),
  );
}

/** What happened, of which the caller knows the id. */
type Told<E> = {readonly event: E; readonly change: Omit<Change, 'id'>};

/**
 * Breaks with what they affect of what is asked for; those that affect nothing of it are left out,
 * as far as lineage is followed.
 */
export async function toldOf<E extends Pick<OutboxEvent, 'operation' | 'time' | 'userName'>>(
  graph: GraphRead,
  breaks: readonly (Omit<Break, 'event'> & {readonly event: E})[],
  isAffected: (record: EntityRecord, event: E) => boolean,
  maxNodes: number,
): Promise<Told<E>[]> {
  const origins: Origin[] = [];
  const starts = breaks.map(({event, record, columns}) =>
    [record, ...columns.map(one => one.record)].map(({guid, status}) => {
      origins.push({guid, deletedTime: status === 'ACTIVE' ? undefined : event.time});
      return origins.length - 1;
    }),
  );
  const downstream = await downstreamOf(graph, origins, maxNodes);
  const assets = await assetsOf(graph, downstream);
  const found = breaks.flatMap((one, i) => {
    const [table = -1, ...columns] = starts[i] ?? [];
    const own = affectedBy(one, table, columns, assets).filter(({record}) =>
      isAffected(record, one.event),
    );
    // What was not walked to may be affected: nobody would hear of it.
    const isPartial = (starts[i] ?? []).some(start => downstream.cut.has(start));
    return own.length === 0 && !isPartial ? [] : [{...one, own, isPartial}];
  });
  const shown = found.flatMap(({record, own}) => [
    record,
    ...own.slice(0, maxAffected).map(one => one.record),
  ]);
  const distinct = [...new Map(shown.map(one => [one.guid, one])).values()];
  const headers = new Map(
    (await readHeaders(graph, distinct)).map(header => [header.guid, header] as const),
  );
  return found.map(({event, record, kind, columns, own, isPartial}): Told<E> => {
    const breaking: Breaking = {
      kind,
      columns: columns.map(({record: _record, ...change}) => change),
      affected: own.slice(0, maxAffected).flatMap(({record: {guid}, hops, columns: names}) => {
        const entity = headers.get(guid);
        return entity === undefined ? [] : [{entity, hops, columns: names}];
      }),
      affectedCount: own.length,
      isPartial,
    };
    const entity = headers.get(record.guid);
    return {
      event,
      change: {
        operationType: breakingChange,
        eventTime: event.time,
        user: event.userName,
        ...(entity === undefined ? {} : {entity}),
        breaking,
      },
    };
  });
}

/** A table, or whatever else is no column, with how far it is from each origin. */
type Asset = {readonly record: EntityRecord; readonly hops: Map<number, number>};

/** A column that is reached stands for its table. */
async function assetsOf(
  graph: GraphRead,
  {reached, records}: Downstream,
): Promise<ReadonlyMap<Guid, Asset>> {
  const all = [...reached.keys()].flatMap(guid => records.get(guid) ?? []);
  const columns = all.filter(one => tablesOfColumns(graph.types, one.typeName).length > 0);
  const tables = await tablesOf(graph, columns);
  const assets = new Map<Guid, Asset>();
  for (const one of all) {
    const record = tables.get(one.guid) ?? one;
    const asset = assets.get(record.guid) ?? {record, hops: new Map<number, number>()};
    assets.set(record.guid, asset);
    for (const [origin, hops] of reached.get(one.guid) ?? [])
      asset.hops.set(origin, Math.min(hops, asset.hops.get(origin) ?? Infinity));
  }
  return assets;
}

type Affected = {
  readonly record: EntityRecord;
  readonly hops: number;
  readonly columns: string[];
};

/** Nearest first, and those that a changed column is known to lead to before others. */
function affectedBy(
  {record: {guid: own}, columns: changed}: Pick<Break, 'record' | 'columns'>,
  table: number,
  columns: readonly number[],
  assets: ReadonlyMap<Guid, Asset>,
): Affected[] {
  const found = [...assets.values()].flatMap(({record, hops}): Affected[] => {
    const names = columns.flatMap((origin, i) =>
      hops.has(origin) ? [changed[i]?.name ?? ''] : [],
    );
    const distances = [table, ...columns].flatMap(origin => hops.get(origin) ?? []);
    return record.guid === own || distances.length === 0
      ? []
      : [{record, hops: Math.min(...distances), columns: names}];
  });
  const rank = (one: Affected) => (one.columns.length > 0 ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b) || a.hops - b.hops);
}
