import {
  awaitsNumbers,
  changeSubscriptions,
  lastPosition,
  numberChanges,
  positionText,
  readPosition,
  readSetting,
  takeLease,
  trimChanges,
  writeSetting,
} from '@gazetteer/store';
import {internal} from '../access/needs.ts';
import {change, query, steps} from '../operation.ts';

const settingOf = (destination: string): string => `outbox.place.${destination}`;

/** Makes all that is written readable in its order. @returns the position behind it */
export const sequenceChanges = steps({
  may: internal,
  on: 'main',
  run: async (c): Promise<string> => {
    if (await c.read('Outbox.look', awaitsNumbers)) await c.write('Outbox.number', numberChanges);
    return await c.read('Outbox.end', async graph => positionText(await lastPosition(graph)));
  },
});

/** A destination, and the process that delivers to it for the moment. */
export type Holder = {readonly destination: string; readonly holder: string};

/**
 * The position of a destination, for the one among all that share the store that delivers to it. A
 * destination that was never seen before begins with what comes next.
 * @returns undefined when somebody else delivers to it
 */
export const claimPosition = change({
  may: internal,
  isQuiet: true,
  logAs: 'Outbox.take',
  run: async (tx, {destination, holder}: Holder): Promise<string | undefined> => {
    if (!(await takeLease(tx, `outbox.${destination}`, holder))) return undefined;
    const kept = await readSetting(tx, settingOf(destination));
    if (kept !== undefined) return kept;
    const position = positionText(await lastPosition(tx));
    await writeSetting(tx, settingOf(destination), position);
    return position;
  },
});

/**
 * Whether there is something that a destination has not got. It is asked without writing,
 * which the lease does.
 */
export const hasUndelivered = query({
  may: internal,
  on: 'main',
  logAs: 'Outbox.look',
  run: async (graph, {destination}: Pick<Holder, 'destination'>): Promise<boolean> => {
    const kept = readPosition((await readSetting(graph, settingOf(destination))) ?? '');
    return (
      kept === undefined ||
      kept.row < (await lastPosition(graph)).row ||
      (await awaitsNumbers(graph))
    );
  },
});

/** Keeps how far a destination has got. @returns whether it is still the holder that delivers */
export const savePosition = change({
  may: internal,
  isQuiet: true,
  logAs: 'Outbox.keep',
  run: async (
    tx,
    {destination, holder, position}: Holder & {position: string},
  ): Promise<boolean> => {
    if (!(await takeLease(tx, `outbox.${destination}`, holder))) return false;
    await writeSetting(tx, settingOf(destination), position);
    return true;
  },
});

export type Trimmed = {
  /** Rows that went, and how many of them a destination waited for. */
  readonly removed: number;
  readonly lost: number;
  readonly left: number;
  /** The first position that each destination has not got, and how many rows it waits for. */
  readonly waiting: Readonly<Record<string, number>>;
};

/** Lets go of what every destination has and no reader of the feed is promised any more. */
export const trimOutbox = change({
  may: internal,
  isQuiet: true,
  logAs: 'Outbox.trim',
  run: async (
    tx,
    {
      destinations,
      retentionMs,
      maxRows,
    }: {destinations: readonly string[]; retentionMs: number; maxRows: number},
  ): Promise<Trimmed> => {
    const end = await lastPosition(tx);
    const rows: Record<string, number> = {};
    for (const name of destinations) {
      const position = readPosition((await readSetting(tx, settingOf(name))) ?? '') ?? end;
      rows[name] = position.row;
    }
    // One that is paused keeps nothing: it may be so for ever.
    for (const {uuid, state, position} of await changeSubscriptions(tx))
      if (!state.isPaused) rows[`subscription-${uuid}`] = (readPosition(position) ?? end).row;
    const needed = Math.min(end.row, ...Object.values(rows));
    const trimmed = await trimChanges(tx, {needed, keptFrom: Date.now() - retentionMs, maxRows});
    const first = end.row - trimmed.left;
    const waiting = Object.entries(rows).map(([name, row]) => [
      name,
      end.row - Math.max(row, first),
    ]);
    return {...trimmed, waiting: Object.fromEntries(waiting) as Record<string, number>};
  },
});
