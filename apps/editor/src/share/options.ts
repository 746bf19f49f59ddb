import type {Options} from '@gazetteer/settings';

const dayMs = 86_400_000;

/** What is noted of those who look at what others share. */
export const shareOptions = {
  viewersKeptMs: {
    key: 'editor.viewers.kept',
    cli: 'viewers-kept',
    group: 'Store',
    type: 'duration',
    unit: 's',
    default: 90 * dayMs,
    min: 0,
    max: 3650 * dayMs,
    doc: 'How long owners of shared results, queries, dashboards and notebooks see who opened them; with 0 that is not recorded, and what was recorded is deleted.',
  },
} as const satisfies Options;
