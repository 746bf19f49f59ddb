import {useSyncExternalStore} from 'react';

/** Something of the page that is shown or not, whoever asks for it: a key, a button, a menu. */
export type Toggle = {
  readonly get: () => boolean;
  readonly set: (isOn: boolean) => void;
  readonly flip: () => void;
  readonly subscribe: (listener: () => void) => () => void;
};

export function newToggle(): Toggle {
  let isOn = false;
  const listeners = new Set<() => void>();
  const set = (next: boolean) => {
    isOn = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => isOn,
    set,
    flip: () => set(!isOn),
    subscribe: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export function useToggle({subscribe, get}: Toggle): boolean {
  return useSyncExternalStore(subscribe, get);
}
