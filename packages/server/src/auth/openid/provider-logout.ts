import {errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey} from 'jose';
import {LoginError} from '../actor.ts';
import type {EndedSession} from '../session/session.ts';
import type {Sessions} from '../session/sessions.ts';
import {signatureAlgorithms} from './token-login.ts';

/** Whom a provider has logged out: everything of a person there, or one stay. */
export type LoggedOut = {readonly subject: string | undefined; readonly stay: string | undefined};

export type LogoutIssuer = {
  readonly issuer: string;
  readonly clientId: string;
  readonly keys: JWTVerifyGetKey;
};

const event = 'http://schemas.openid.net/event/backchannel-logout';
/** A token is for now; who gets hold of it later can do nothing with it. */
const maxAgeSeconds = 300;
const clockToleranceSeconds = 30;
const maxRemembered = 100_000;

/**
 * Reads what providers send when somebody logs out there (OpenID Connect Back-Channel Logout 1.0),
 * each once.
 */
export class LogoutTokens {
  /** Ids of tokens that were taken, and when they could not come again anyhow. */
  readonly #taken = new Map<string, number>();

  /** @throws LoginError with what is wrong, without the token */
  async read(token: string, {issuer, clientId, keys}: LogoutIssuer): Promise<LoggedOut> {
    const {jti, sub, sid, nonce, events} = await verified(token, keys, issuer, clientId);
    // An ID token is signed by the same key, and must not do.
    if (nonce !== undefined || !isLogout(events)) throw new LoginError('It is no logout token');
    if (typeof sub !== 'string' && typeof sid !== 'string')
      throw new LoginError('The logout token names nobody');
    this.#takeOnce(String(jti));
    return {subject: sub, stay: typeof sid === 'string' ? sid : undefined};
  }

  #takeOnce(id: string): void {
    const now = performance.now();
    for (const [old, endsAt] of this.#taken) {
      if (endsAt > now && this.#taken.size < maxRemembered) break;
      this.#taken.delete(old);
    }
    if (this.#taken.has(id)) throw new LoginError('The logout token was taken before');
    this.#taken.set(id, now + (maxAgeSeconds + 2 * clockToleranceSeconds) * 1000);
  }
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  issuer: string,
  audience: string,
): Promise<JWTPayload> {
  try {
    const {payload} = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: signatureAlgorithms,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: maxAgeSeconds,
      clockTolerance: clockToleranceSeconds,
    });
    return payload;
  } catch (cause) {
    const reason =
      cause instanceof errors.JOSEError ? cause.message : 'the keys of the provider cannot be read';
    throw new LoginError(`The logout token is not accepted: ${reason}`, {cause});
  }
}

function isLogout(events: unknown): boolean {
  return (
    typeof events === 'object' &&
    events !== null &&
    typeof (events as Record<string, unknown>)[event] === 'object'
  );
}

type Tell = (session: EndedSession) => Promise<unknown>;
type Ended = EndedSession & {readonly tell: Tell | undefined};

const servers = new Map<string, Map<Sessions, Tell | undefined>>();

/**
 * Servers of one process that are one client of a provider: it tells one of them, and people leave
 * all.
 * @param tell ends what belongs together with a session
 * @returns what takes the server out again
 */
export function shareLogout(client: string, sessions: Sessions, tell?: Tell): () => void {
  const all = servers.get(client) ?? new Map<Sessions, Tell | undefined>();
  servers.set(client, all.set(sessions, tell));
  return () => void all.delete(sessions);
}

/** @returns the sessions that ended, and at which server */
export async function endShared(client: string, who: LoggedOut): Promise<Ended[]> {
  const ended: Ended[] = [];
  for (const [sessions, tell] of servers.get(client) ?? [])
    for (const one of await sessions.endAtProvider(client, who)) ended.push({...one, tell});
  return ended;
}
