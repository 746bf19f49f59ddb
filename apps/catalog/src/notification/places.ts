import {
  awaitsNumbers,
  lastPlace,
  numberChanges,
  placeText,
  readPlace,
  readSetting,
  takeLease,
  trimChanges,
  writeSetting,
} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

/** How long a node that delivers to a destination is taken for one that goes on. */
const leaseMs = 30_000;

const settingOf = (destination: string): string => `outbox.place.${destination}`;

/** Makes all that is written readable in its order. @returns the place behind it */
export async function settleChanges(c: Catalog): Promise<string> {
  if (await c.read('Outbox.look', awaitsNumbers)) await c.write('Outbox.number', numberChanges);
  return await c.read('Outbox.end', async graph => placeText(await lastPlace(graph)));
}

export type Holder = {readonly destination: string; readonly holder: string};

/**
 * The place of a destination, for the one among all that share the store that delivers to it. A destination that was never seen
 * before begins with what comes next.
 * @returns undefined when somebody else delivers to it
 */
export async function takePlace(c: Catalog, {destination, holder}: Holder): Promise<string | undefined> {
  return await c.write('Outbox.take', async tx => {
    const now = Date.now();
    if (!(await takeLease(tx, `outbox.${destination}`, holder, {now, until: now + leaseMs}))) return undefined;
    const kept = await readSetting(tx, settingOf(destination));
    if (kept !== undefined) return kept;
    const place = placeText(await lastPlace(tx));
    await writeSetting(tx, settingOf(destination), place);
    return place;
  });
}

/** Keeps how far a destination has got. @returns whether it is still the holder that delivers */
export async function keepPlace(c: Catalog, {destination, holder, place}: Holder & {place: string}): Promise<boolean> {
  return await c.write('Outbox.keep', async tx => {
    const now = Date.now();
    if (!(await takeLease(tx, `outbox.${destination}`, holder, {now, until: now + leaseMs}))) return false;
    await writeSetting(tx, settingOf(destination), place);
    return true;
  });
}

export type Trimmed = {
  /** Rows that went, and how many of them a destination waited for. */
  readonly removed: number;
  readonly lost: number;
  readonly left: number;
  /** The first place that each destination has not got, and how many rows it waits for. */
  readonly waiting: Readonly<Record<string, number>>;
};

/** Lets go of what every destination has and no reader of the feed is promised any more. */
export async function trimOutbox(
  c: Catalog,
  {destinations, retentionMs, maxRows}: {destinations: readonly string[]; retentionMs: number; maxRows: number},
): Promise<Trimmed> {
  return await c.write('Outbox.trim', async tx => {
    const end = await lastPlace(tx);
    const rows: Record<string, number> = {};
    for (const name of destinations) {
      const place = readPlace((await readSetting(tx, settingOf(name))) ?? '') ?? end;
      rows[name] = place.row;
    }
    const needed = Math.min(end.row, ...Object.values(rows));
    const trimmed = await trimChanges(tx, {needed, keptFrom: Date.now() - retentionMs, maxRows});
    const first = end.row - trimmed.left;
    const waiting = Object.entries(rows).map(([name, row]) => [name, end.row - Math.max(row, first)]);
    return {...trimmed, waiting: Object.fromEntries(waiting) as Record<string, number>};
  });
}
