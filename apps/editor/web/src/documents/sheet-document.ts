import {fingerprint, type Tab, type TabDocument} from '../editor/tab.ts';
import type {ChartSpec, QueryContent, SavedDocument} from '../api/wire.ts';

/** What of a sheet is saved as a query. */
export function contentOfSheet({engine, database, text, variables, charts}: Tab): QueryContent {
  const state = {
    ...(Object.keys(variables).length > 0 && {variables}),
    ...(charts !== undefined && charts.length > 0 && {charts}),
  };
  return {engine, database, text, state};
}

/** A sheet's part of a saved query. */
export function sheetOf({
  name,
  content,
}: SavedDocument): Pick<Tab, 'title' | 'engine' | 'database' | 'text' | 'variables' | 'charts'> {
  const {engine = '', database = '', text = '', state} = content ?? {};
  const {variables = {}, charts} = state ?? {};
  return {title: name, engine, database, text, variables, charts};
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

/** Without the name and the folder: these are changed without a sheet. */
function printOf(content: QueryContent | undefined): string {
  const {engine = '', database = '', text = '', state} = content ?? {};
  const variables = Object.entries(state?.variables ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const charts = (state?.charts ?? []).map(chart => withoutDefaults(chart));
  return fingerprint(
    JSON.stringify([engine, database, text, variables, ...(charts.length === 0 ? [] : [charts])]),
  );
}

/** What the server writes where nothing is said, so that both say the same. */
function withoutDefaults({title = '', aggregate = 'sum', isStacked = false, ...rest}: ChartSpec) {
  const whole = {...rest, title, aggregate, isStacked};
  return Object.entries(whole)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
