import type {Editor} from '../editor.ts';
import {guidText} from '../engine/hive-engine-handles.ts';
import {inTurn} from '../statement/session-turns.ts';
import {type Json, status} from './envelope.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';
import {preparationOf} from './notebook-fields.ts';

/** What people may set for a session before they run something. */
const properties = [
  {key: 'files', nice_name: 'Files', type: 'hdfs-files', help_text: 'Files and archives to add to each query.'},
  {
    key: 'functions',
    nice_name: 'Functions',
    type: 'functions',
    help_text: 'Functions of your own, with their classes.',
  },
  {key: 'settings', nice_name: 'Settings', type: 'settings', help_text: 'Settings of the server for this session.'},
].map(property => ({...property, multiple: true, defaultValue: [], options: []}));

/** With the values that were asked for. */
function shownProperties(asked: unknown): readonly Json[] {
  const values = Array.isArray(asked) ? (asked as readonly Json[]) : [];
  return properties.map(property => ({
    ...property,
    value: values.find(({key}) => key === property.key)?.['value'] ?? [],
  }));
}

/** Opens a session that stays the client's until it is closed or nobody uses it. */
export async function createSession(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const wanted = fields.object('session');
  const engine = findEngine(e, textIn(wanted, 'type') || fields.text('type'));
  const {settings, statements: preparations} = preparationOf(engine, wanted['properties']);
  const {id, lease} = await e.sessions.open(engine, userName);
  try {
    await inTurn(lease.session, engine, {database: '', settings, preparations}, async () => undefined);
  } catch (error) {
    await e.sessions.close(userName, id);
    throw error;
  }
  const {handle, properties: told} = lease.session;
  const configuration = Object.fromEntries([...told].filter(([name]) => e.shownSettings.has(name)));
  return {
    status: status.ok,
    session: {
      type: engine.id,
      id,
      session_id: guidText(handle.guid),
      properties: shownProperties(wanted['properties']),
      configuration,
      reuse_session: false,
    },
  };
}

export async function closeSession(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const given = fields.object('session');
  const id = Number(textIn(given, 'id') || fields.text('id'));
  const type = textIn(given, 'type');
  const isClosed = await e.sessions.close(userName, id);
  return {
    status: status.ok,
    session: {
      status: isClosed ? status.ok : status.failed,
      message: isClosed
        ? 'Session successfully closed'
        : 'Session does not exist or you do not have permissions to close it.',
      session: {id, application: type, status: isClosed ? 0 : -1},
    },
  };
}
