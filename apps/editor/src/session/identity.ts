import {createHash} from 'node:crypto';
import type {EngineUser, SessionEndpoint} from '../engine/sql-engine.ts';

/**
 * What must be the same for a session to be used again: user, engine, endpoint and principal; and
 * what the session was opened with, so that nobody gets at a session with a password other than the
 * one that opened it.
 */
export function identityOf(
  user: EngineUser,
  engineId: string,
  {endpoint, principal}: Pick<SessionEndpoint, 'endpoint' | 'principal'>,
): string {
  const password =
    user.password === undefined
      ? null
      : createHash('sha256').update(user.password).digest('base64');
  const settings = Object.entries(user.settings ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([user.name, engineId, endpoint, principal ?? null, password, settings]);
}
