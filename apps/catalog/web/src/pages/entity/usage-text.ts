import type {Schemas} from '@gazetteer/client';

/** `Queried 1,204 times by 17 users in 90 days`. */
export function usageText({
  queries,
  writes,
  people,
  jobRuns,
}: Pick<Schemas['EntityUsage'], 'queries' | 'writes' | 'people' | 'jobRuns'>): string {
  const often = (count: number) => (count === 1 ? 'once' : `${count.toLocaleString('en')} times`);
  const parts = [
    ...(queries > 0 ? [`queried ${often(queries)}`] : []),
    ...(writes > 0 ? [`written ${often(writes)}`] : []),
  ];
  const by = people === 1 ? '1 user' : `${people.toLocaleString('en')} users`;
  const told = parts.length === 0 ? [] : [`${parts.join(' and ')} by ${by}`];
  const runs = jobRuns > 0 ? [`read by jobs ${often(jobRuns)}`] : [];
  const all = [...told, ...runs].join(', ');
  return all === ''
    ? 'Not queried in 90 days'
    : `${all.charAt(0).toUpperCase()}${all.slice(1)} in 90 days`;
}
