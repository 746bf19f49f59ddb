import type {Editor} from '../editor.ts';
import {clearHistory} from '../history/clear-history.ts';
import {type Json, status} from './envelope.ts';
import type {Fields} from './fields.ts';

const maxStatementLength = 1001;

/** What the user ran, newest first. */
export async function getHistory(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const type = fields.text('doc_connector') || fields.text('doc_type');
  const limit = fields.number('limit', 50, 100) || 50;
  const page = Math.max(1, fields.number('page', 1, 100));
  const {count, found} = await e.statements.history({
    userName,
    engine: type === '' ? undefined : (e.engines.get(type)?.id ?? type),
    text: fields.text('doc_text'),
    limit,
    offset: (page - 1) * limit,
  });
  const history = found.map(({id, uuid, engine, sql, submittedAt, state}) => ({
    name: '',
    id,
    uuid,
    type: `query-${engine}`,
    data: {
      statement: sql.slice(0, maxStatementLength),
      lastExecuted: submittedAt,
      status: state,
      parentSavedQueryUuid: '',
    },
    absoluteUrl: `/editor?editor=${id}`,
  }));
  return {status: status.ok, count, message: 'History fetched', history};
}

/** Forgets what the user ran on the engine of `doc_type`, or on all of them. */
export async function forgetHistory(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const type = fields.text('doc_type').replace(/^query-/, '');
  const updated = await clearHistory(e, userName, type === '' ? undefined : (e.engines.get(type)?.id ?? type));
  return {status: status.ok, updated, message: 'History cleared'};
}

/** The engines that can be chosen, in the shape in which clients of the reference look for them. */
export function getConfig({engines, notebook}: Editor): Json {
  const {default_limit, default_interpreter, interpreters_shown_on_wheel: first} = notebook;
  const places = new Map(first.map((type, place) => [type, place]));
  const placeOf = ({id}: {readonly id: string}): number => places.get(id) ?? first.length;
  const inOrder = [...engines.values()].sort((a, b) => placeOf(a) - placeOf(b));
  const interpreters = inOrder.map(({id, displayName, dialect, features}) => ({
    name: displayName,
    type: id,
    id,
    displayName,
    buttonName: 'Query',
    tooltip: `${displayName} Query`,
    page: `/editor/?type=${id}`,
    is_sql: true,
    is_batchable: false,
    dialect,
    dialect_properties: {},
    features,
  }));
  const isOffered = engines.has(default_interpreter ?? '');
  const chosen = (isOffered ? default_interpreter : undefined) ?? interpreters[0]?.type ?? '';
  return {
    status: status.ok,
    app_config: {
      editor: {name: 'editor', displayName: 'Editor', interpreters, default_sql_interpreter: chosen, default_limit},
    },
    default_sql_interpreter: chosen,
  };
}
