import {toast} from '@gazetteer/ui';
import {queryOptions} from '@tanstack/react-query';
import {forgetChanged} from '../api/forget-changed.ts';
import {loggedInUser} from '../api/session.ts';
import {Runner} from '../run/runner.ts';
import {Drafts} from './tab-drafts.ts';
import {tabServer} from './tab-server.ts';
import {TabStore} from './tab-store.ts';

/** By person: two may share a browser. */
const seenKey = `gazetteer.sheet.${loggedInUser()}`;
/** How often a page that is looked at asks whether another browser has changed something. */
const refreshMs = 60_000;

/** The sheets of whoever is logged in, and what runs them: one of each for all pages. */
export const sheets = new TabStore({
  server: tabServer,
  drafts: new Drafts(localStorage, loggedInUser()),
  seen: {
    read: () => localStorage.getItem(seenKey) ?? '',
    write: uuid => {
      try {
        localStorage.setItem(seenKey, uuid);
      } catch {
        // Full or forbidden: the next page begins with the sheet that was changed last.
      }
    },
  },
  onBoth: (own, theirs) =>
    toast({
      kind: 'note',
      title: `“${theirs}” was also edited in another window`,
      text: `Both texts are kept: yours is in the tab “${own}” now.`,
    }),
});
export const runner = new Runner(sheets, forgetChanged);

export const sheetsQuery = queryOptions({
  queryKey: ['sheets'],
  queryFn: async () => {
    await sheets.load();
    return true;
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Opens the sheet that was closed last, or the one named. */
export function reopenSheet(uuid?: string): void {
  sheets
    .reopen(uuid)
    .catch((error: unknown) => toast({kind: 'problem', title: 'Couldn’t reopen the query', error}));
}

// Phones end pages without `beforeunload`; there only what is kept while the page is hidden
// survives.
window.addEventListener('pagehide', () => sheets.leave());
window.addEventListener('beforeunload', event => {
  sheets.flush();
  if (sheets.keeper.wouldLose) event.preventDefault();
});
window.addEventListener('online', () => sheets.save());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'hidden') sheets.save();
  else void sheets.refresh();
});
setInterval(() => {
  if (document.visibilityState === 'visible') void sheets.refresh();
}, refreshMs);
