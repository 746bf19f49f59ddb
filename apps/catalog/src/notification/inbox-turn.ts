import {
  countAttempt,
  failMessages,
  failOldSegments,
  isAnyWaiting,
  segmentsOf,
  takeLease,
  waitingMessages,
  type GraphTx,
  type MessageInLine,
} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {change, query} from '../operation.ts';

/** Name of the lease of whoever takes messages in. */
export const inboxLease = 'inbox';
/** A message that was begun so often and never ended is what ends the process. */
const maxBegun = 10;
/** Length of the texts of a turn; a message that is longer is a turn of its own. */
const maxBytes = 8 * 1024 * 1024;

/** What is to be taken in next: a message may lie in several rows. */
export type Turn = {
  /** The rows of each message, oldest message first. */
  readonly messages: readonly (readonly number[])[];
};

/**
 * Who asks for messages, how long parts of one are waited for (ms), and how many messages at most.
 */
export type TurnArgs = {
  readonly holder: string;
  readonly segmentWaitMs: number;
  readonly limit: number;
  /** Whether the holder, which lives, has begun them before. */
  readonly isAgain?: boolean;
};

/**
 * The messages to be taken in next, for the one among all that share the store that does it.
 * @returns undefined when somebody else does
 */
export const nextMessages = change({
  may: internal,
  logAs: 'Inbox.next',
  run: async (
    tx,
    {holder, segmentWaitMs, limit, isAgain = false}: TurnArgs,
  ): Promise<Turn | undefined> => {
    const now = Date.now();
    if (!(await takeLease(tx, inboxLease, holder))) return undefined;
    await failOldSegments(
      tx,
      now - segmentWaitMs,
      'the other segments of the message did not come',
    );
    const waiting = await waitingMessages(tx, limit);
    const [first] = waiting;
    if (first !== undefined && first.attempts >= maxBegun) {
      const rows = first.messageId === '' ? [first] : await segmentsOf(tx, first.messageId);
      await failMessages(tx, rows.map(idOf), `it was begun ${maxBegun} times and never ended`);
      return {
        messages: await grouped(
          tx,
          waiting.filter(one => !rows.some(row => row.id === one.id)),
        ),
      };
    }
    if (first !== undefined && !isAgain) await countAttempt(tx, first.id);
    return {messages: await grouped(tx, waiting)};
  },
});

/** Whether anything waits, whole or not. It is asked without writing, which a turn does. */
export const hasWaiting = query({
  may: internal,
  on: 'main',
  logAs: 'Inbox.look',
  run: graph => isAnyWaiting(graph),
});

/**
 * The rows of each message, at the place of its first one. However long texts are: those of all
 * are in memory at once.
 */
async function grouped(tx: GraphTx, waiting: readonly MessageInLine[]): Promise<number[][]> {
  const messages: number[][] = [];
  const done = new Set<string>();
  let bytes = 0;
  for (const one of waiting) {
    if (done.has(one.messageId)) continue;
    const isWhole = one.messageId === '';
    const rows = isWhole ? [one] : await segmentsOf(tx, one.messageId);
    bytes += rows.reduce((sum, row) => sum + row.bytes, 0);
    if (messages.length > 0 && bytes > maxBytes) break;
    messages.push(rows.map(idOf));
    if (!isWhole) done.add(one.messageId);
  }
  return messages;
}

function idOf({id}: MessageInLine): number {
  return id;
}

/** Puts a message aside. @returns false when messages are somebody else's now */
export const failMessage = change({
  may: internal,
  logAs: 'Inbox.fail',
  run: async (
    tx,
    {holder, ids, reason}: {holder: string; ids: readonly number[]; reason: string},
  ): Promise<boolean> => {
    if (!(await takeLease(tx, inboxLease, holder))) return false;
    await failMessages(tx, ids, reason);
    return true;
  },
});

/** Keeps others from messages whose turn takes longer than a lease. */
export const prolongTurn = change({
  may: internal,
  isQuiet: true,
  logAs: 'Inbox.prolong',
  run: (tx, {holder}: {holder: string}): Promise<boolean> => takeLease(tx, inboxLease, holder),
});
