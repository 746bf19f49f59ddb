import {dropOldChanges} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {change} from '../operation.ts';

const dayMs = 86_400_000;

/** Forgets some of what is too old to be undone. @returns whether there may be more of it */
export const forgetChanges = change({
  may: internal,
  isQuiet: true,
  logAs: 'Changes.forget',
  run: async (tx, _args: undefined, c): Promise<boolean> =>
    await dropOldChanges(tx, Date.now() - c.settings.undoDays * dayMs),
});
