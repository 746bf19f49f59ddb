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

/** Values of `${name}` by name. Other clients may have kept anything under that name. */
export function savedVariables(
  content: QueryContent | undefined,
): Readonly<Record<string, string>> {
  const {variables} = content?.state ?? {};
  if (typeof variables !== 'object' || variables === null) return {};
  return Object.fromEntries(
    Object.entries(variables).filter((one): one is [string, string] => typeof one[1] === 'string'),
  );
}

/** A sheet's part of a saved query. */
export function sheetOf({
  name,
  content,
}: SavedDocument): Pick<Tab, 'title' | 'engine' | 'database' | 'text' | 'variables' | 'charts'> {
  const {engine = '', database = '', text = '', state} = content ?? {};
  const variables = savedVariables(content);
  return {title: name, engine, database, text, variables, charts: state?.charts};
}

/**
 * What a sheet remembers of the query that it shows: its version, to notice that somebody else has
 * saved it, and a print of its text.
 */
export function linkTo({uuid, version, content}: SavedDocument): TabDocument {
  return {uuid, version, saved: printOf(content)};
}

/** A long text is read once, and not with each drawing. */
const known = new WeakMap<Tab, boolean>();

/** True when the sheet says something else than the saved query did. */
export function isChanged(tab: Tab): boolean {
  if (tab.document === undefined) return false;
  const found = known.get(tab) ?? printOf(contentOfSheet(tab)) !== tab.document.saved;
  known.set(tab, found);
  return found;
}

/** Without the name and the folder: these are changed without a sheet. */
function printOf(content: QueryContent | undefined): string {
  const {engine = '', database = '', text = '', state} = content ?? {};
  const variables = Object.entries(savedVariables(content)).sort(([a], [b]) => (a < b ? -1 : 1));
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
