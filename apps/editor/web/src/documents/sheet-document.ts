import {fingerprint, type Tab, type TabDocument} from '../editor/tab.ts';
import type {QueryContent, SavedDocument} from '../api/wire.ts';

/** What of a sheet is saved as a query. */
export function contentOfSheet({engine, database, text, variables}: Tab): QueryContent {
  return {engine, database, text, state: Object.keys(variables).length === 0 ? {} : {variables}};
}

/** A sheet's part of a saved query. */
export function sheetOf({
  name,
  content,
}: SavedDocument): Pick<Tab, 'title' | 'engine' | 'database' | 'text' | 'variables'> {
  const {engine = '', database = '', text = '', state} = content ?? {};
  return {title: name, engine, database, text, variables: state?.variables ?? {}};
}

/**
 * What a sheet remembers of the query that it shows: its version, to notice that somebody else has
 * saved it, and a print of its text.
 */
export function linkTo({uuid, version, content}: SavedDocument): TabDocument {
  return {uuid, version, saved: printOf(content)};
}

/** True when the sheet says something else than the saved query did. */
export function isChanged(tab: Tab): boolean {
  return tab.document !== undefined && printOf(contentOfSheet(tab)) !== tab.document.saved;
}

function printOf(content: QueryContent | undefined): string {
  const {engine = '', database = '', text = '', state} = content ?? {};
  const variables = Object.entries(state?.variables ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return fingerprint(JSON.stringify([engine, database, text, variables]));
}
