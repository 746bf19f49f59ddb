import type {Guid} from '../entity/record.ts';

/** Of processes that somebody has put between two data sets by hand. */
export const manualLabel = 'lineage_by_hand';

/** The qualified name of such a process: there is one between two data sets. */
export function manualName(from: Guid, to: Guid): string {
  return `lineage-by-hand:${from}:${to}`;
}

/** Whether it was put there by hand. */
export function isManual({labels}: {readonly labels?: readonly string[] | undefined}): boolean {
  return labels?.includes(manualLabel) === true;
}

/** The data sets that such a process stands between. */
export function manualEnds(qualifiedName: unknown): {from: Guid; to: Guid} | undefined {
  const [, from, to] = /^lineage-by-hand:([^:]+):([^:]+)$/.exec(String(qualifiedName)) ?? [];
  return from === undefined || to === undefined ? undefined : {from, to};
}
