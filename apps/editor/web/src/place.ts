// The address of the page, for pages that a server knows by their paths: no router, as there are
// sixteen of them and none has parts that change alone.
import {useSyncExternalStore} from 'react';

/** Where the page is: the path without a slash at its end, and its parameters. */
export type PageAddress = {readonly path: string; readonly params: URLSearchParams};

const listeners = new Set<() => void>();
let now = read();

window.addEventListener('popstate', changed);

/** Goes to an address of these pages, without loading anything anew. */
export function go(address: string, {replace = false}: {replace?: boolean} = {}): void {
  if (replace) history.replaceState(null, '', address);
  else history.pushState(null, '', address);
  changed();
}

/** Whether a page is the editor, which has sheets; other pages may have texts to write on as well. */
export function isEditorPage(path: string): boolean {
  return /^(?:\/app|\/hue)?\/editor$/.test(path);
}

/** The address outside of components. */
export function placeNow(): PageAddress {
  return now;
}

/** The address; draws again when it changes. */
export function usePlace(): PageAddress {
  return useSyncExternalStore(subscribe, placeNow);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function changed(): void {
  now = read();
  for (const listener of listeners) listener();
}

function read(): PageAddress {
  return {
    path: location.pathname.replace(/\/+$/, ''),
    params: new URLSearchParams(location.search),
  };
}
