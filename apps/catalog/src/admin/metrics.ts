import {arch, availableParallelism, platform, release} from 'node:os';
import {getHeapStatistics} from 'node:v8';
import type {TypeRegistry} from '@gazetteer/model';
import {
  carriedCounts,
  readableClassificationCounts,
  readableCounts,
  storeName,
  type EntityCount,
  type GraphRead,
} from '@gazetteer/store';
import {HookStatistics} from '../notification/hook-statistics.ts';
import {query} from '../operation.ts';
import * as shapes from './shapes.ts';

type Counts = Record<string, number>;
/**
 * What this process knows of messages of hooks, under the names of the reference; without it none
 * was taken in.
 */
export type NotificationStats = Readonly<Record<string, number>>;

export type Metrics = {
  data: Record<'general' | 'entity' | 'tag' | 'system', Record<string, unknown>>;
};

/** The reference's names of the three kinds of counts. */
const countNames = {
  ACTIVE: 'entityActive',
  DELETED: 'entityDeleted',
  SHELL: 'entityShell',
} as const;

/**
 * GET /admin/metrics: what there is, from counters that every change keeps, so it costs the same
 * whatever there is.
 */
export const readMetrics = query({
  on: 'main',
  logAs: 'MetricsService.getMetrics',
  run: (graph, stats: NotificationStats | undefined): Promise<Metrics> => metricsOf(graph, stats),
});

/** Counted as far as this: who sees more has to search. */
const mostCarried = 10_000;

/** GET /admin/metrics/classifications: on how many entities a search for each finds it. */
export const countClassified = query('GET /admin/metrics/classifications', {
  summary: 'On how many entities a search for each classification finds it',
  description:
    'Active entities that carry the classification or one below it, by themselves or because it has come to them. `GET /admin/metrics` ' +
    'counts where classifications are attached.',
  answer: shapes.classifiedCounts,
  logAs: 'MetricsService.countClassified',
  run: async (graph): Promise<{counts: Counts; most: number}> => ({
    counts: Object.fromEntries(await carriedCounts(graph, mostCarried)),
    most: mostCarried,
  }),
});

const noHooks = new HookStatistics().stats(0);

/**
 * What there is, by type, state and classification, as far as the graph may be read. Counts come
 * from counters, so it costs the same whatever there is.
 */
export async function metricsOf(
  graph: GraphRead,
  stats: NotificationStats = noHooks,
): Promise<Metrics> {
  // What the catalog keeps for itself is nobody's data.
  const counts = (await readableCounts(graph)).filter(
    one => graph.types.entityTypes.get(one.typeName)?.isInternal === false,
  );
  const tags = [...(await readableClassificationCounts(graph))].filter(([, count]) => count > 0);
  return {
    data: {
      general: general(graph.types, counts, stats),
      tag: {tagEntities: Object.fromEntries(tags)},
      entity: entityMetrics(graph.types, counts),
      system: {...system(), store: {name: storeName(graph)}},
    },
  };
}

function general(
  types: TypeRegistry,
  counts: readonly EntityCount[],
  notifications: NotificationStats,
): Record<string, unknown> {
  const used = new Set(counts.map(one => one.typeName));
  const total = counts
    .filter(one => one.status !== 'SHELL')
    .reduce((sum, one) => sum + one.count, 0);
  const now = Date.now();
  const upTimeMs = Math.round(process.uptime() * 1000);
  return {
    collectionTime: now,
    entityCount: total,
    tagCount: types.classificationTypes.size,
    typeCount: types.defs.size,
    typeUnusedCount: [...types.entityTypes.keys()].filter(name => !used.has(name)).length,
    stats: {
      ...notifications,
      'Notification:topicDetails': {},
      'Server:startTimeStamp': now - upTimeMs,
      'Server:activeTimeStamp': now - upTimeMs,
      'Server:upTime': printDuration(upTimeMs),
      // Both are asked for the counts above; an answer shows that they are.
      'Server:statusBackendStore': 'connected',
      'Server:statusIndexStore': 'connected',
    },
  };
}

/** `1 day 2 hour 3 min 4 sec`, without what is 0: pages show it as it is. */
function printDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [
    [Math.floor(seconds / 86_400), 'day'],
    [Math.floor(seconds / 3600) % 24, 'hour'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 'sec'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return shown.length === 0 ? '0 sec' : shown.join(' ');
}

/**
 * Types without entities are left out; `-typeAndSubTypes` counts a type together with all below it.
 */
function entityMetrics(
  types: TypeRegistry,
  counts: readonly EntityCount[],
): Record<string, Counts> {
  const metrics: Record<string, Counts> = {};
  for (const [status, name] of Object.entries(countNames)) {
    const own: Counts = {};
    const withSubTypes: Counts = {};
    for (const {typeName, count} of counts.filter(one => one.status === status)) {
      own[typeName] = count;
      for (const one of [typeName, ...(types.entityTypes.get(typeName)?.superTypes ?? [])]) {
        withSubTypes[one] = (withSubTypes[one] ?? 0) + count;
      }
    }
    metrics[name] = own;
    metrics[`${name}-typeAndSubTypes`] = withSubTypes;
  }
  return metrics;
}

/**
 * Bytes. The heap is that of the thread that answers; what stands outside all heaps is the rest of
 * the process.
 */
function system(): Record<string, unknown> {
  const heap = getHeapStatistics();
  const {rss, external} = process.memoryUsage();
  return {
    memory: {
      heapInit: heap.total_physical_size,
      heapMax: heap.heap_size_limit,
      heapCommitted: heap.total_heap_size,
      heapUsed: heap.used_heap_size,
      nonHeapInit: 0,
      nonHeapMax: process.constrainedMemory(),
      nonHeapCommitted: Math.max(0, rss - heap.total_heap_size),
      nonHeapUsed: external,
      memory_pool_usages: {rss},
    },
    os: {
      'os.spec': `${platform()}, ${arch()}, ${release()}`,
      'os.vcpus': String(availableParallelism()),
    },
    runtime: {name: 'Node.js', version: process.version},
  };
}
