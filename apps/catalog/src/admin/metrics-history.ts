import {flag, list, needed, optionalInteger, type ValuesOf} from '@gazetteer/kernel/parameters';
import {list as listOf, mapOf} from '@gazetteer/kernel/shape';
import {allEntityTypes, AppError, emptyChangeSet, type EntityRecord} from '@gazetteer/model';
import type {GraphRead, GraphTx} from '@gazetteer/store';
import {internal, statistics} from '../access/needs.ts';
import type {Context} from '../catalog.ts';
import {planningOf, withDeleted} from '../entity/planning.ts';
import {change, query} from '../operation.ts';
import {saveRecord} from '../entity/save-record.ts';
import {findRecords, fromText, type RecordQuery} from './find-records.ts';
import {metricsOf, type Metrics} from './metrics.ts';
import * as shapes from './shapes.ts';

/**
 * A snapshot of the metrics. `typeData` is there when types were asked for, `metrics` when all of
 * it was.
 */
export type MetricsStat = {
  guid?: string;
  metricsId: unknown;
  collectionTime: unknown;
  timeToLiveMillis: unknown;
  typeData?: Record<string, Record<string, number>>;
  metrics?: Metrics;
};

const typeName = '__MetaMetricsStat';

const kinds = ['entityActive', 'entityDeleted', 'entityShell'] as const;
const chartKeys = {entityActive: 'Active', entityDeleted: 'Deleted', entityShell: 'Shell'} as const;

/**
 * Keeps the metrics of now as those of `collectionTime` and deletes snapshots beyond their time.
 * Every node of an installation calls it; the first one counts.
 */
export const collectMetrics = change({
  may: internal,
  logAs: 'MetricsService.saveMetricsStat',
  run: async (
    tx,
    {
      collectionTime,
      namespace,
      timeToLiveMs,
    }: {collectionTime: number; namespace: string; timeToLiveMs: number},
    c,
  ): Promise<void> => {
    const metricsId = `atlas_metrics_${collectionTime}@${namespace}`;
    const [known] = await tx.byUnique([{typeName, attribute: 'metricsId', value: metricsId}]);
    if (known === undefined) {
      const {data} = await metricsOf(tx);
      const metrics = JSON.stringify({data: {...data, general: {...data.general, collectionTime}}});
      const attributes = {metricsId, metrics, collectionTime, timeToLiveMillis: timeToLiveMs};
      await saveRecord(tx, planningOf(c), typeName, attributes);
    }
    await removeExpired(c, tx, timeToLiveMs);
  },
});

/** As of the time to live that is configured now, whatever each was collected with. */
async function removeExpired(c: Context, tx: GraphTx, timeToLiveMs: number): Promise<void> {
  const {records} = await findRecords(c, tx, typeName, {
    limit: 1000,
    entityFilters: {
      attributeName: 'collectionTime',
      operator: '<',
      attributeValue: String(Date.now() - timeToLiveMs),
    },
  });
  if (records.length === 0) return;
  const guids = records.map(one => one.guid);
  const planning = planningOf(c);
  await tx.apply(await withDeleted(tx, emptyChangeSet(), guids, planning), planning);
}

/** GET /admin/metricsstats: all snapshots, the newest first. */
export const listMetricsStats = query('GET /admin/metricsstats', {
  summary: 'Counts of earlier times, newest first',
  description: 'Numbers are counted on the schedule of `--metrics-schedule`.',
  query: {isMinimal: flag('Without the counts', {default: true, wireName: 'mininfo'})},
  answer: listOf(shapes.metricsStat),
  may: statistics,
  logAs: 'MetricsService.getAllMetricsStats',
  run: async (graph, {isMinimal}, c): Promise<MetricsStat[]> => {
    const records = await snapshots(c, graph, {});
    return records.map(record =>
      isMinimal ? head(record) : {...head(record), metrics: metricsIn(record)},
    );
  },
});

/** GET /admin/metricsstat/{collectionTime} @throws INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND */
export const readMetricsStat = query('GET /admin/metricsstat/{collectionTime}', {
  summary: 'The counts of one earlier time',
  description: 'The time is that of GET /admin/metricsstats.',
  answer: shapes.metricsStat,
  errors: ['INVALID_PARAMETERS', 'INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'],
  may: statistics,
  logAs: 'MetricsService.getMetricsStatByCollectionTime',
  read: ({collectionTime}) => {
    if (!/^\d{1,15}$/.test(collectionTime))
      throw new AppError('INVALID_PARAMETERS', [collectionTime]);
    return collectionTime;
  },
  run: async (graph, collectionTime, c): Promise<MetricsStat> => {
    const [record] = await snapshots(c, graph, {
      entityFilters: {
        attributeName: 'collectionTime',
        operator: '=',
        attributeValue: collectionTime,
      },
    });
    if (record === undefined) {
      throw new AppError('INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND', [
        typeName,
        `{collectionTime=${collectionTime}}`,
      ]);
    }
    return {...head(record), metrics: metricsIn(record)};
  },
});

const range = {
  startTime: needed(optionalInteger('Milliseconds since 1970')),
  endTime: needed(optionalInteger('Milliseconds since 1970, after `startTime`')),
  typeNames: list('Once for each type; `_ALL_ENTITY_TYPES` for all together', 'typeName'),
};

/**
 * GET /admin/metricsstats/range: snapshots within both times, with the counts of the types asked
 * for.
 */
export const listMetricsInRange = query('GET /admin/metricsstats/range', {
  summary: 'Counts of some types between two times',
  description: '`typeData` has the numbers of the types.',
  query: range,
  answer: listOf(shapes.metricsStat),
  errors: ['INVALID_PARAMETERS'],
  may: statistics,
  logAs: 'MetricsService.getMetricsInRangeByTypeNames',
  run: (graph, asked, c): Promise<MetricsStat[]> => inRange(c, graph, asked),
});

/** One line of a chart: what it counts, and pairs of a time (epoch ms) and a count. */
export type Chart = {key: string; values: [number, number][]};

/**
 * GET /admin/metricsstats/charts: a line of counts over time for each type and state, oldest first.
 */
export const readMetricsCharts = query('GET /admin/metricsstats/charts', {
  summary: 'Counts of some types between two times, as lines of a chart',
  description:
    'One chart for each type, with a line each for active, deleted and incomplete entities.',
  query: range,
  answer: mapOf(listOf(shapes.chart)),
  errors: ['INVALID_PARAMETERS'],
  may: statistics,
  logAs: 'MetricsService.getMetricsForChartByTypeNames',
  run: async (graph, asked, c): Promise<Record<string, Chart[]>> => {
    const stats = (await inRange(c, graph, asked)).toReversed();
    const chart = (name: string) =>
      stats.length === 0
        ? []
        : kinds.map((kind): Chart => ({
            key: chartKeys[kind],
            values: stats.map(one => [
              Number(one.collectionTime),
              one.typeData?.[name]?.[kind] ?? 0,
            ]),
          }));
    return Object.fromEntries(asked.typeNames.map(name => [name, chart(name)]));
  },
});

async function inRange(
  c: Context,
  graph: GraphRead,
  {startTime, endTime, typeNames}: ValuesOf<typeof range>,
) {
  if (startTime === undefined || endTime === undefined || startTime >= endTime) {
    throw new AppError('INVALID_PARAMETERS', [
      `startTime: '${startTime ?? ''}', should be less than, endTime: '${endTime ?? ''}'`,
    ]);
  }
  const bound = (operator: '>=' | '<=', time: number) => ({
    attributeName: 'collectionTime',
    operator,
    attributeValue: String(time),
  });
  const records = await snapshots(c, graph, {
    entityFilters: {condition: 'AND', criterion: [bound('>=', startTime), bound('<=', endTime)]},
  });
  return records.map(record => ({
    ...head(record),
    typeData: typeDataOf(metricsIn(record), typeNames),
  }));
}

async function snapshots(
  c: Context,
  graph: GraphRead,
  query: RecordQuery,
): Promise<EntityRecord[]> {
  const order = {sortBy: 'collectionTime', sortOrder: 'DESCENDING'} as const;
  return (
    await findRecords(c, graph, typeName, {limit: c.settings.searchMaxLimit, ...order, ...query})
  ).records;
}

function head({
  guid,
  attributes: {metricsId, collectionTime, timeToLiveMillis},
}: EntityRecord): MetricsStat {
  return {guid, metricsId, collectionTime, timeToLiveMillis};
}

function metricsIn(record: EntityRecord): Metrics {
  return fromText(record.attributes['metrics']) as Metrics;
}

/**
 * For each type its counts by state, those with its sub-types included, 0 where the snapshot has
 * none; `_ALL_ENTITY_TYPES`, all together: types have no root in common.
 */
function typeDataOf(
  {data}: Metrics,
  typeNames: readonly string[],
): Record<string, Record<string, number>> {
  const all = kinds.flatMap(kind => [kind, `${kind}-typeAndSubTypes`]);
  const countOf = (kind: string, name: string) => {
    const counts = data.entity[kind] as Record<string, number> | undefined;
    if (name !== allEntityTypes) return counts?.[name] ?? 0;
    const own = data.entity[kind.replace('-typeAndSubTypes', '')] as
      | Record<string, number>
      | undefined;
    return Object.values(own ?? {}).reduce((sum, count) => sum + count, 0);
  };
  return Object.fromEntries(
    typeNames.map(name => [name, Object.fromEntries(all.map(kind => [kind, countOf(kind, name)]))]),
  );
}
