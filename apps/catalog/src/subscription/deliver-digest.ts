import {
  dueDigests,
  followDigestOf,
  saveFollowDigest,
  type FollowDigest,
  type GraphTx,
} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import type {Context} from '../catalog.ts';
import {change, query} from '../operation.ts';
import {nextDue} from './digests.ts';

/** Of one look; others are sent after them. */
const atOnce = 100;
/** Nobody else sends it meanwhile; who ends before it is sent leaves it to another. */
const leaseMs = 5 * 60_000;
const firstPauseMs = 60_000;
const maxAttempts = 5;
const maxErrorLength = 500;
/**
 * A change has the time at which its request began, and is there once that has ended: what is
 * younger is left to the next digest, which would otherwise go past what comes late.
 */
const settledMs = 60_000;

/** What came of one that was due. */
export type DigestOutcome =
  | {readonly kind: 'sent'; readonly toldTime: number}
  /** Nothing happened that they would be told of. */
  | {readonly kind: 'nothing'}
  | {readonly kind: 'failed'; readonly error: string; readonly isRefused: boolean};

/** One to be sent, with changes up to a time. */
export type TakenDigest = {readonly digest: FollowDigest; readonly until: number};

/** Whom something is to be sent to. */
export const listDueDigests = query({
  may: internal,
  on: 'main',
  logAs: 'Digests.due',
  run: async (graph, _none: undefined, c): Promise<FollowDigest[]> =>
    await dueDigests(graph, c.now(), atOnce),
});

/**
 * Takes one that is due, for a while.
 * @returns as it is kept from then on; undefined where somebody else has it
 */
export const takeDigest = change({
  may: internal,
  isQuiet: true,
  logAs: 'Digests.take',
  run: async (tx, due: FollowDigest, c): Promise<TakenDigest | undefined> => {
    const known = await unchanged(tx, due);
    if (known === undefined) return undefined;
    const now = c.now();
    const digest = {...known, dueTime: now + leaseMs};
    await saveFollowDigest(tx, digest);
    // Of a schedule of minutes a part of them, or nothing would ever be old enough.
    const settling = Math.min(settledMs, (nextDue(digest.every, now, c) - now) / 10);
    return {digest, until: now - settling};
  },
});

/** Notes what came of one that was taken, unless it was changed or taken over since. */
export const endDigest = change({
  may: internal,
  isQuiet: true,
  logAs: 'Digests.end',
  run: async (
    tx,
    {taken, outcome}: {taken: FollowDigest; outcome: DigestOutcome},
    c,
  ): Promise<void> => {
    const digest = await unchanged(tx, taken);
    if (digest !== undefined) await saveFollowDigest(tx, ended(digest, outcome, c));
  },
});

function ended(digest: FollowDigest, outcome: DigestOutcome, c: Context): FollowDigest {
  const now = c.now();
  const next = nextDue(digest.every, now, c);
  const done = {...digest, dueTime: next, attempts: 0, error: ''};
  if (outcome.kind === 'nothing') return done;
  if (outcome.kind === 'sent') return {...done, toldTime: outcome.toldTime, sentTime: now};
  const attempts = digest.attempts + 1;
  const error = outcome.error.slice(0, maxErrorLength);
  const again = now + firstPauseMs * 2 ** digest.attempts;
  const isLast = outcome.isRefused || attempts >= maxAttempts || again >= next;
  return isLast ? {...done, error} : {...digest, dueTime: again, attempts, error};
}

/** As it was read, and held until the transaction ends. */
async function unchanged(tx: GraphTx, known: FollowDigest): Promise<FollowDigest | undefined> {
  const digest = await followDigestOf(tx, known.userName, 'keep');
  const isSame = digest?.dueTime === known.dueTime && digest.address === known.address;
  return isSame ? digest : undefined;
}
