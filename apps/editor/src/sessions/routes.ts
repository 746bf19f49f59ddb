import type {FastifyInstance} from 'fastify';
import type {Editor} from '../editor.ts';
import {restRoutes} from '../http/rest.ts';
import {uuidIn} from '../http/rest-input.ts';
import {isAdmin} from '../login/is-admin.ts';
import {cancelQuery, closeHeldSession, listQueries, listSessions, readQuery} from './ledger.ts';

/** Who holds which session on which server, and a way to let go of it. */
export function sessionRoutes(app: FastifyInstance, e: Editor): void {
  restRoutes(app, {
    'GET /api/v1/sessions': async ({actor, query}) => ({
      sessions: listSessions(e, actor, query.flag('all')),
      isAdmin: isAdmin(actor),
    }),
    'DELETE /api/v1/sessions/:uuid': async ({actor, path}) => {
      await closeHeldSession(e, actor, uuidIn(path));
      return undefined;
    },
    'GET /api/v1/queries': async ({actor, query}) => ({
      queries: listQueries(e, actor, query.flag('all')),
      isAdmin: isAdmin(actor),
    }),
    'GET /api/v1/queries/waiting': async ({actor}) => ({waiting: e.live.waiting.ofUser(actor.userName)}),
    'GET /api/v1/queries/:uuid': async ({actor, path}) => await readQuery(e, actor, uuidIn(path)),
    'POST /api/v1/queries/:uuid/cancel': async ({actor, path}) => {
      await cancelQuery(e, actor, uuidIn(path));
      return undefined;
    },
  });
}
