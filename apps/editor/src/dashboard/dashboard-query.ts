import {AppError} from '@gazetteer/model';
import {readsOnly, unset, type Variable, variablesIn, withVariables} from '@gazetteer/sql';
import type {Json} from '../http/envelope.ts';
import type {Onlooker} from '../config/sharing.ts';
import {findReadable} from '../document/access.ts';
import {type Dashboard, queriesOf} from '../document/dashboard.ts';
import {contentsOf, type QueryContent} from '../document/document.ts';
import type {VariableValues} from '../document/variable-values.ts';
import {readDocument} from '../document/documents.ts';
import type {Editor} from '../editor.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {fingerprintOf} from '../result/latest-results.ts';
import type {PreparedQuery} from './latest-runs.ts';

/** A saved query of a dashboard. */
export type DashboardQuery = {
  readonly document: string;
  readonly name: string;
  readonly content: QueryContent;
};

/** @throws AppError 404, 403, 410 as for any document, 400 for another kind */
export async function readDashboard(e: Editor, actor: Onlooker, uuid: string) {
  const {dashboard, ...document} = await readDocument(e.db, actor, uuid);
  if (dashboard === undefined)
    throw new AppError('BAD_REQUEST', [`${document.name} is no dashboard.`]);
  return {...document, dashboard};
}

/** Those that the actor may read, by their ids: a dashboard gives no right on its queries. */
export async function readQueries(
  {db}: Editor,
  actor: Onlooker,
  dashboard: Dashboard,
): Promise<ReadonlyMap<string, DashboardQuery>> {
  const wanted = queriesOf(dashboard);
  const rows = await db.read(session => findReadable(session, actor, wanted));
  return new Map(
    wanted.flatMap(document => {
      const row = rows.get(document);
      if (row === undefined) return [];
      const {content} = contentsOf(row.kind, row.content);
      return content === undefined ? [] : [[document, {document, name: row.name, content}]];
    }),
  );
}

/** Variables of a query; one that has a value with the query or the dashboard has it as its own. */
export function variablesOf({filters}: Dashboard, {content}: DashboardQuery): Variable[] {
  const known = valuesOf(filters, content);
  return variablesIn(content.text).map(one =>
    Object.hasOwn(known, one.name) ? {...one, fallback: known[one.name]} : one,
  );
}

/** @throws AppError 400 for what cannot be run: a value that is missing, a statement that writes */
export function prepareQuery(
  e: Editor,
  {filters}: Dashboard,
  {content}: DashboardQuery,
  given: VariableValues,
): PreparedQuery {
  const values = {...valuesOf(filters, content), ...given};
  const missing = unset(content.text, values);
  if (missing !== undefined) throw bad(`Enter a value for ${missing}.`);
  const engine = findEngine(e, content.engine);
  const text = withVariables(content.text, new Map(Object.entries(values)));
  if (!readsOnly(text, engine.dialect))
    throw bad('Dashboards run single statements that only read.');
  const database = content.database === '' ? 'default' : content.database;
  return {engine, database, text, fingerprint: fingerprintOf(engine.id, database, text)};
}

/** Of the dashboard before those that were saved with the query. */
function valuesOf(filters: Dashboard['filters'], {state}: QueryContent): VariableValues {
  const saved = Object.entries((state['variables'] ?? {}) as Json).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && one[1] !== '',
  );
  const own = filters.filter(({value}) => value !== '').map(({name, value}) => [name, value]);
  return {...Object.fromEntries(saved), ...(Object.fromEntries(own) as VariableValues)};
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}
