/** Outside of React: the row whose state it would be is not drawn any more. */
const texts = new Map<string, string>();
const listeners = new Set<() => void>();

/**
 * Texts that are being written in rows of a table, by guid: a row that is scrolled out of sight is
 * drawn anew and keeps them.
 */
export const drafts = {
  of: (guid: string): string | undefined => texts.get(guid),
  set: (guid: string, text: string | undefined): void => {
    if (text === undefined) texts.delete(guid);
    else texts.set(guid, text);
    for (const tell of listeners) tell();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
