import type {Condition} from './search.ts';
import {anyOf} from './any-of.ts';
import {kindsOfTypes} from '../types/type-kinds.ts';
import type {TypeRegistry} from '../types/type-registry.ts';

/** Values of the facet `lastQuery`, with how many days with today they reach back. */
export const queryAges = {last7Days: 7, last30Days: 30, last90Days: 90} as const;
/** Its last value: what nothing has queried for longer, or ever. */
export const notQueried = 'older';

const ages = Object.entries(queryAges);

/** The first of some days with today; both are days since 1970. */
export function firstDay(today: number, days: number): number {
  return today - days + 1;
}

/** Types whose entities queries are counted for: tables, topics, files, but no parts of these. */
export function queriedTypes(types: TypeRegistry): string[] {
  const kinds = kindsOfTypes(types);
  return [...(types.entityTypes.get('DataSet')?.typeAndSubTypes ?? [])].filter(
    name => kinds.get(name) === 'asset',
  );
}

/** Last queried in one of the spans, each of which begins where the one before it ends. */
export function lastQueried(
  types: TypeRegistry,
  values: readonly string[],
  today: number,
): Condition {
  const since = (days: number): Condition => ({kind: 'queried', since: firstDay(today, days)});
  const spans = ages.map(([name, days], at): [string, Condition] => {
    const newer = ages[at - 1]?.[1];
    return [
      name,
      newer === undefined
        ? since(days)
        : {kind: 'and', parts: [since(days), {kind: 'not', part: since(newer)}]},
    ];
  });
  const longest = Math.max(...Object.values(queryAges));
  // What was queried before anything was counted is not known to be unused.
  const unused: Condition = {
    kind: 'and',
    parts: [
      {kind: 'type', names: queriedTypes(types)},
      {kind: 'counted', by: firstDay(today, longest)},
      {kind: 'not', part: since(longest)},
    ],
  };
  return anyOf(
    [...spans, [notQueried, unused] as const].flatMap(([name, condition]) =>
      values.includes(name) ? [condition] : [],
    ),
  );
}
