export type Sort = {readonly by: string; readonly order: 'ASCENDING' | 'DESCENDING'};

/** What a click on a column's header means: up, down, and back to no order. */
export function nextSort(sort: Sort | undefined, by: string): Sort | undefined {
  if (sort?.by !== by) return {by, order: 'ASCENDING'};
  return sort.order === 'ASCENDING' ? {by, order: 'DESCENDING'} : undefined;
}
