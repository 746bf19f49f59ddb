import type {FastifyInstance} from 'fastify';
import {readSession, type SessionSettings} from './session.ts';
import {readStatus} from './status.ts';
import {readVersion} from './version.ts';

export function adminRoutes(api: FastifyInstance, settings: SessionSettings): void {
  api.get('/admin/status', {config: {open: true}}, () => readStatus());
  api.get('/admin/version', () => readVersion(settings.options));
  api.get('/admin/session', request => {
    // Only open routes have no session.
    if (request.session === undefined) throw new Error('/admin/session was reached without a session');
    return readSession(settings, request.actor, request.session);
  });
}
