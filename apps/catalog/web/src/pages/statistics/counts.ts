import type {Schemas} from '@gazetteer/client';

type Metrics = Schemas['Metrics']['data'];

/** How many entities of a type there are, by state; its own and those of its sub-types, too. */
export type TypeCount = {
  readonly typeName: string;
  readonly active: number;
  readonly deleted: number;
  readonly shell: number;
};

/** What entities are counted by, and under what name the server's metrics have it. */
export const states = [
  {key: 'active', metric: 'entityActive', label: 'Active'},
  {key: 'deleted', metric: 'entityDeleted', label: 'Deleted'},
  {key: 'shell', metric: 'entityShell', label: 'Incomplete'},
] as const;

/** Types that have entities, by name. Those that the catalog keeps for itself are not counted. */
export function typeCounts({entity}: Metrics, withSubTypes: boolean): TypeCount[] {
  // The server has both counts, so nothing is added up here.
  const counts = states.map(
    ({key, metric}) =>
      [key, entity[withSubTypes ? `${metric}-typeAndSubTypes` : metric] ?? {}] as const,
  );
  // A type may have deleted entities only.
  const names = [...new Set(counts.flatMap(([, byType]) => Object.keys(byType)))].sort((a, b) =>
    a.localeCompare(b),
  );
  return names.map(typeName => {
    const count = Object.fromEntries(counts.map(([key, byType]) => [key, byType[typeName] ?? 0]));
    return {typeName, ...(count as Omit<TypeCount, 'typeName'>)};
  });
}

/** Over all types. */
export function totalOf({entity}: Metrics, metric: string): number {
  return Object.values(entity[metric] ?? {}).reduce((sum, count) => sum + count, 0);
}

export type Line = {
  readonly label: string;
  readonly points: readonly (readonly [timeMs: number, count: number])[];
};

/**
 * The counts of one type over time as lines, oldest first; states that never had any are left out,
 * but for the first.
 */
export function linesOf(stats: readonly Schemas['MetricsStat'][], typeName: string): Line[] {
  const oldestFirst = stats.toSorted((a, b) => (a.collectionTime ?? 0) - (b.collectionTime ?? 0));
  return (
    states
      .map(({label, metric}) => ({
        label,
        points: oldestFirst.map(({collectionTime = 0, typeData}): [number, number] => [
          collectionTime,
          typeData?.[typeName]?.[`${metric}-typeAndSubTypes`] ?? 0,
        ]),
      }))
      // An empty chart still has an axis and a line at 0.
      .filter(({points}, i) => i === 0 || points.some(([, count]) => count > 0))
  );
}
