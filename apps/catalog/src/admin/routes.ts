import {serve, type Route} from '../api/route.ts';
import {readSession} from './session.ts';
import * as shapes from './shapes.ts';
import {readStatus} from './status.ts';
import {readVersion} from './version.ts';

/** Everything under /admin. */
export const adminRoutes: readonly Route[] = [
  serve(
    'GET /admin/status',
    {summary: 'Whether the server serves; for load balancers', answer: shapes.status, open: true},
    () => readStatus(),
  ),
  serve(
    'GET /admin/version',
    {summary: 'Name and version of the server', answer: shapes.version},
    (_input, _request, _reply, {session}) => readVersion(session.options),
  ),
  serve(
    'GET /admin/session',
    {summary: 'Who is logged in, and what a page needs at its start', answer: shapes.session},
    (_input, request, _reply, {session, authorizer}) => {
      // Only open routes have no session.
      if (request.session === undefined) throw new Error('/admin/session was reached without a session');
      return readSession(session, request.actor, request.session, authorizer);
    },
  ),
];
