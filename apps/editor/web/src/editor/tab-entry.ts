import {contentOf, fingerprint, type Tab, type TabContent} from './tab.ts';
import type {Base} from './tab-merge.ts';
import type {KeptTab} from '../api/wire.ts';

/** What `TabKeeper` knows of one sheet beside what is on it: how far the server has it. */
export type Entry = {
  /** Of the server. */
  uuid: string;
  /** Of the server as far as it is known here; 0: it has never been there. */
  revision: number;
  base: Base;
  /** True when something is here that the server has not. */
  isDirty: boolean;
  isSending: boolean;
  /** How often saving has failed in a row. */
  failures: number;
  timer?: ReturnType<typeof setTimeout> | undefined;
  draftTimer?: ReturnType<typeof setTimeout> | undefined;
  /** The text in the draft that there is in this browser. */
  draftText?: string | undefined;
  /** Set when it was closed before all of it was on the server. */
  closed?: {readonly tab: Tab; readonly done: () => void} | undefined;
};

/** Of a sheet that begins here: nothing of it has changed, and nothing is on its way. */
export function newEntry(
  uuid: string,
  revision: number,
  text: string,
  content?: TabContent,
): Entry {
  const base = {textPrint: fingerprint(text), content};
  return {uuid, revision, base, isDirty: false, isSending: false, failures: 0};
}

/** Of one that the server has, as it has it. */
export function entryOf({uuid, revision}: KeptTab, tab: Tab): Entry {
  return newEntry(uuid, revision, tab.text, contentOf(tab));
}
