import {ageOutUsage as ageOut} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {change} from '../operation.ts';
import {reportDays} from './take-in-usage.ts';

/** Lets go of a part of the counts that are too old. @returns how many rows that were */
export const ageOutUsage = change({
  may: internal,
  isQuiet: true,
  logAs: 'Usage.ageOut',
  read: (input: {now: number}) => input,
  run: async (tx, {now}, {settings: {usage}}): Promise<number> =>
    await ageOut(tx, {now, days: usage.days, reportDays}),
});
