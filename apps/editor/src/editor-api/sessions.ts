import {form} from '@gazetteer/kernel';
import {object, text, textIn} from '@gazetteer/kernel/loose-fields';
import {guidText} from '../engine/hive-engine-handles.ts';
import {withSessionTurn} from '../statement/session-turns.ts';
import {type Json, status} from '../http/envelope.ts';
import {change} from '../operation.ts';
import {findEngine} from './find-engine.ts';
import {preparationOf} from './notebook-fields.ts';
import {closedSession, openedSession} from './statement-shapes.ts';

/** What people may set for a session before they run something. */
const properties = [
  {
    key: 'files',
    nice_name: 'Files',
    type: 'hdfs-files',
    help_text: 'Files and archives to add to each query.',
  },
  {
    key: 'functions',
    nice_name: 'Functions',
    type: 'functions',
    help_text: 'Functions of your own, with their classes.',
  },
  {
    key: 'settings',
    nice_name: 'Settings',
    type: 'settings',
    help_text: 'Settings of the server for this session.',
  },
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
export const createSession = change('POST /create_session', {
  summary: 'Open a session on an engine',
  description: "It stays the caller's until it is closed or nobody uses it.",
  body: form({
    session: object('Its `type` is the engine, its `properties` are settings, files and functions'),
    type: text('The engine, in place of `session`'),
  }),
  answer: openedSession,
  run: async (e, {session: wanted, type}, {actor: {userName}}) => {
    const engine = findEngine(e, textIn(wanted, 'type') || type);
    const {settings, statements: preparations} = preparationOf(engine, wanted['properties']);
    const {id, lease} = await e.sessions.open(engine, userName);
    try {
      await withSessionTurn(
        lease.session,
        engine,
        {database: '', keepsDatabase: true, settings, preparations},
        async () => undefined,
      );
    } catch (error) {
      await e.sessions.close(userName, id);
      throw error;
    }
    const {handle, properties: told} = lease.session;
    const configuration = Object.fromEntries(
      [...told].filter(([name]) => e.shownSettings.has(name)),
    );
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
  },
});

export const closeSession = change('POST /close_session', {
  summary: 'Close a session',
  description: 'Its server forgets what was set in it.',
  body: form({
    session: object('Its `id`, as `create_session` answered it'),
    id: text('The same, in place of `session`'),
  }),
  answer: closedSession,
  run: async (e, {session: given, id: alone}, {actor: {userName}}) => {
    const id = Number(textIn(given, 'id') || alone);
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
  },
});
