import {useEffect, useState} from 'react';
import type {Dashboard} from '../api/wire.ts';

/** Steps that can be undone. */
const maxSteps = 100;

type Steps = {
  /** The dashboard that it began with, and its version. */
  readonly start: Dashboard;
  readonly version: number;
  readonly past: readonly Dashboard[];
  readonly now: Dashboard;
  readonly future: readonly Dashboard[];
};

/** What is edited and not saved yet, of each dashboard: another page between does not lose it. */
const drafts = new Map<string, Steps>();

export type Draft = {
  readonly dashboard: Dashboard;
  /** Of the dashboard that it began with. */
  readonly version: number;
  readonly isChanged: boolean;
  readonly change: (next: Dashboard) => void;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
};

export function hasDraft(uuid: string): boolean {
  return drafts.has(uuid);
}

export function forgetDraft(uuid: string): void {
  drafts.delete(uuid);
}

/** A dashboard that is edited, with its steps. */
export function useDraft(uuid: string, saved: Dashboard, savedVersion: number): Draft {
  const [held, setHeld] = useState<Steps>(() => drafts.get(uuid) ?? begun(saved, savedVersion));
  // Nothing is lost where nothing was changed: it goes on with what others have saved meanwhile.
  const steps =
    held.now === held.start && held.version < savedVersion ? begun(saved, savedVersion) : held;
  const {version, start, past, now, future} = steps;
  const isChanged = now !== start;
  const to = (next: Pick<Steps, 'past' | 'now' | 'future'>) => {
    const all = {...next, start, version};
    if (next.now === start) drafts.delete(uuid);
    else drafts.set(uuid, all);
    setHeld(all);
  };
  useEffect(() => {
    if (!isChanged) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  const [before, after] = [past.at(-1), future[0]];
  return {
    dashboard: now,
    version,
    isChanged,
    change: next => to({past: [...past, now].slice(-maxSteps), now: next, future: []}),
    undo: before && (() => to({past: past.slice(0, -1), now: before, future: [now, ...future]})),
    redo: after && (() => to({past: [...past, now], now: after, future: future.slice(1)})),
  };
}

function begun(start: Dashboard, version: number): Steps {
  return {start, version, past: [], now: start, future: []};
}
