import type {FastifyInstance} from 'fastify';
import {readSession, type SessionSettings} from './session.ts';
import {readStatus} from './status.ts';
import {readVersion} from './version.ts';

export type AdminDeps = SessionSettings & {readonly isStopping: () => boolean};

export function adminRoutes(api: FastifyInstance, deps: AdminDeps): void {
  api.get('/admin/status', {config: {open: true}}, () => readStatus(deps.isStopping()));
  api.get('/admin/version', () => readVersion(deps.options));
  api.get('/admin/session', request => {
    // Only open routes have no session.
    if (request.session === undefined) throw new Error('/admin/session was reached without a session');
    return readSession(deps, request.actor, request.session);
  });
}
