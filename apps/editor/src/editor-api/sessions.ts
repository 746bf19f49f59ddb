import type {Editor} from '../editor.ts';
import {guidText} from '../engine/hive-engine-handles.ts';
import {type Json, status} from './envelope.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';

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
].map(property => ({...property, value: [], multiple: true, defaultValue: [], options: []}));

/** Opens a session that stays the client's until it is closed or nobody uses it. */
export async function createSession(e: Editor, userName: string, fields: Fields): Promise<Json> {
  const engine = findEngine(e, textIn(fields.object('session'), 'type') || fields.text('type'));
  const {id, lease} = await e.sessions.open(engine, userName);
  const {handle, properties: told} = lease.session;
  const configuration = Object.fromEntries([...told].filter(([name]) => e.shownSettings.has(name)));
  return {
    status: status.ok,
    session: {
      type: engine.id,
      id,
      session_id: guidText(handle.guid),
      properties,
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
