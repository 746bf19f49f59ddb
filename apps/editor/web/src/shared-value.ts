import {useSyncExternalStore} from 'react';

/**
 * A value of the whole page, which lives outside of components so that keys, menus and calls can
 * change it.
 */
export type SharedValue<T> = {
  readonly get: () => T;
  readonly set: (next: T) => void;
  /** @returns what ends it */
  readonly subscribe: (listener: () => void) => () => void;
};

/** Told even when it is set to what it was: who sets an object anew wants something to happen. */
export function sharedValue<T>(first: T): SharedValue<T> {
  let now = first;
  const listeners = new Set<() => void>();
  return {
    get: () => now,
    set: next => {
      now = next;
      for (const listener of listeners) listener();
    },
    subscribe: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value; draws again when it changes. */
export function useShared<T>({subscribe, get}: SharedValue<T>): T {
  return useSyncExternalStore(subscribe, get);
}
