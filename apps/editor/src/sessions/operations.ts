import {flag, id} from '@gazetteer/kernel/fields';
import {
  described,
  flag as flagShape,
  integer,
  list,
  named,
  number,
  oneOf,
  text,
} from '@gazetteer/kernel/shape';
import {isAdmin} from '@gazetteer/server';
import {state, statementTime, textList, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {cancelQuery, closeHeldSession, listQueries, listSessions, readQuery} from './ledger.ts';

const byId = {uuid: id};
const everybody = {all: flag('Of everybody, for administrators')};
const members = {
  uuid: text('Its id'),
  user: text('Who runs it'),
  engine: text('Where'),
  database: text('The database that names are looked up in'),
  statement: text('Its text'),
  state: described(state, 'How far it is'),
  hasResultSet: flagShape('Whether it has rows'),
  percent: number('How much of it is done, where the server tells'),
  submittedAt: statementTime('When it was run'),
  usedAt: statementTime('When somebody last asked for it'),
  sessionId: text('The session that it holds, if any'),
  rowCount: integer('Rows that were fetched so far'),
};
const absent = ['percent', 'sessionId'];
const held = named('HeldQuery', 'A statement that a server knows, or whose rows are here', () =>
  whole(members, absent),
);
const heldSession = named('HeldSession', 'A session on a server, and what holds it', () =>
  whole(
    {
      id: text('Its id'),
      user: text('Whose it is'),
      engineId: text('The engine'),
      endpoint: text('Its server'),
      principal: text('The service that Kerberos was asked for'),
      guid: text("The server's name of it; absent while it is being opened"),
      state: oneOf(['opening', 'idle', 'in use', 'lost'], 'What becomes of it'),
      leases: integer('How many use it'),
      openedAt: statementTime('When it was opened'),
      usedAt: statementTime('When it was last used'),
      queries: list(held, 'Statements that hold it'),
    },
    ['principal', 'guid'],
  ),
);
const isAdminShape = flagShape('Whether the caller sees those of everybody');

const sessions = query('GET /sessions', {
  summary: 'Who holds which session on which server',
  description: 'The longest unused last.',
  query: everybody,
  answer: whole({
    sessions: list(heldSession, 'The sessions'),
    isAdmin: isAdminShape,
  }),
  errors: ['NOT_ALLOWED'],
  run: async (e, {all}, {actor}) => ({
    sessions: listSessions(e, actor, all),
    isAdmin: isAdmin(actor),
  }),
});

const close = change('DELETE /sessions/{uuid}', {
  summary: 'Close a session on its server',
  description: 'With what runs in it.',
  segments: byId,
  errors: ['NOT_FOUND'],
  run: async (e, {uuid}, {actor}) => await closeHeldSession(e, actor, uuid),
});

const queries = query('GET /queries', {
  summary: 'Statements that a server knows, or whose rows are here',
  description: 'The newest first.',
  query: everybody,
  answer: whole({queries: list(held, 'The statements'), isAdmin: isAdminShape}),
  errors: ['NOT_ALLOWED'],
  run: async (e, {all}, {actor}) => ({
    queries: listQueries(e, actor, all),
    isAdmin: isAdmin(actor),
  }),
});

const waiting = query('GET /queries/waiting', {
  summary: 'Statements of the caller that are not with their server yet',
  description: 'In the order in which they get there.',
  answer: whole({
    waiting: list(
      named('WaitingStatement', 'A statement that is not with its server yet', () =>
        whole({
          uuid: text('Its id'),
          engine: text('Where it is to run'),
          sql: text('Its text'),
          submittedAt: statementTime('When it was run'),
          step: oneOf(
            ['line', 'session', 'turn', 'server'],
            'line: all sessions are in use; session: one is being opened; turn: others come first in it; server: it is on its way',
          ),
          ahead: integer('How many come first, in that line or in the session'),
        }),
      ),
      'The statements',
    ),
  }),
  run: async (e, _input, {actor: {userName}}) => ({waiting: e.live.waiting.ofUser(userName)}),
});

const one = query('GET /queries/{uuid}', {
  summary: 'A statement with the log of its server',
  description: 'Of the log its last 20,000 lines are kept.',
  segments: byId,
  answer: named('QueryWithLog', 'A statement with the log of its server', () =>
    whole({...members, log: textList('Lines of the log')}, absent),
  ),
  errors: ['NOT_FOUND'],
  run: async (e, {uuid}, {actor}) => await readQuery(e, actor, uuid),
});

const cancel = change('POST /queries/{uuid}/cancel', {
  summary: 'Cancel a statement',
  description: 'One that is not with its server yet is never sent.',
  segments: byId,
  errors: ['NOT_FOUND'],
  run: async (e, {uuid}, {actor}) => await cancelQuery(e, actor, uuid),
});

/** Who holds which session on which server, and a way to let go of it. */
export const sessionOperations = {
  listSessions: sessions,
  closeHeldSession: close,
  listQueries: queries,
  listWaiting: waiting,
  readQuery: one,
  cancelQuery: cancel,
};
