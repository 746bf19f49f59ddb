import type {Options} from '@gazetteer/settings';
import {usageOptions as sharedOptions} from '@gazetteer/server';

export const usageOptions = {
  ...sharedOptions,
  usageDays: {
    key: 'gazetteer.usage.days',
    cli: 'usage-days',
    group: 'Usage',
    type: 'integer',
    default: 400,
    min: 1,
    max: 4000,
    doc: 'For how many days counts of usage are kept.',
  },
} as const satisfies Options;
