import type {FastifyInstance} from 'fastify';
import type {Editor} from '../editor.ts';
import {Refusal} from '../http/refusal.ts';
import {restRoutes} from '../http/rest.ts';
import {uuidIn} from '../http/rest-input.ts';
import type {Statement, StatementState} from '../statement/statement.ts';
import {clearHistory, forgetStatement} from './clear-history.ts';

const states = [
  'sending',
  'waiting',
  'starting',
  'running',
  'available',
  'failed',
  'expired',
  'canceled',
] as const satisfies readonly StatementState[];
const latest = 8_640_000_000_000_000;

/** What somebody ran, with its whole text; the calls of the reference are in editor-api. */
export function historyRoutes(app: FastifyInstance, e: Editor): void {
  restRoutes(app, {
    'GET /api/v1/history': async ({actor, query}) => {
      const limit = Math.max(1, query.wholeNumber('limit', 50, 1000));
      const {found, count} = await e.statements.history({
        userName: actor.userName,
        text: query.text('text', '', 1000),
        engine: query.has('engine') ? query.text('engine') : undefined,
        state: query.has('state') ? query.choice('state', states) : undefined,
        from: query.has('from') ? query.wholeNumber('from', 0, latest) : undefined,
        until: query.has('until') ? query.wholeNumber('until', 0, latest) : undefined,
        before: query.has('before') ? query.wholeNumber('before', 0, Number.MAX_SAFE_INTEGER) : undefined,
        limit,
        offset: 0,
      });
      return {statements: found.map(shown), count};
    },
    'GET /api/v1/history/:uuid': async ({actor, path}) => {
      const statement = await e.statements.byUuid(actor.userName, uuidIn(path));
      if (statement === undefined) throw new Refusal(404, 'There is no such statement of yours.');
      return {...shown(statement), body: await e.statements.bodyOf(statement), place: statement.place};
    },
    'DELETE /api/v1/history/:uuid': async ({actor, path}) => {
      await forgetStatement(e, actor.userName, uuidIn(path));
      return undefined;
    },
    'DELETE /api/v1/history': async ({actor, query}) => ({
      cleared: await clearHistory(e, actor.userName, query.has('engine') ? query.text('engine') : undefined),
    }),
  });
}

function shown({
  id,
  uuid,
  engine,
  database,
  sql,
  state,
  message,
  submittedAt,
  finishedAt,
  hasResultSet,
}: Statement): object {
  return {id, uuid, engine, database, statement: sql, state, hasResultSet, message, submittedAt, finishedAt};
}
