import {createPublicKey} from 'node:crypto';
import {parseCookie} from 'cookie';
import type {FastifyRequest} from 'fastify';
import {createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey} from 'jose';
import {whileLoggingIn} from '../../http/limit-requests.ts';
import {type Authenticator, LoginError} from '../actor.ts';
import {isLoopback} from '../password/default-credentials.ts';
import {groupsIn} from '../groups-in.ts';

export type TokenSettings = {
  /** Who issues the tokens; empty for whoever holds the key. */
  readonly issuer: string;
  /** One of these must be in the token; empty for any. */
  readonly audiences: readonly string[];
  /** Cookie that may hold the token in place of the header; empty for none. */
  readonly cookie: string;
  /** Claim with the user's name. */
  readonly userClaim: string;
  /** Claim with the groups, a list or a text separated by blanks; without it they are looked up. */
  readonly groupsClaim: string;
  readonly groupsOf: (userName: string) => Promise<readonly string[]>;
  /** When this person logged out everywhere, in epoch ms; 0 for never. */
  readonly loggedOutAt: (userName: string) => Promise<number>;
};

// Only signatures that a public key checks: with a shared secret whoever checks tokens could also
// make them.
export const signatureAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

/**
 * Whether nobody can listen in or answer in place of who is asked: over TLS, or without leaving
 * this machine.
 */
export function isPrivateWay(url: string): boolean {
  const {protocol, hostname} = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/**
 * Asks for the issuer's keys when a token comes with one that is not known, at most every half a
 * minute.
 * @throws Error for the operator when somebody on the way could answer with keys of their own
 */
export function keysAt(url: string): JWTVerifyGetKey {
  if (!URL.canParse(url) || !isPrivateWay(url)) {
    throw new Error(`The keys of signed tokens have to be asked for over https, not at ${url}`);
  }
  return createRemoteJWKSet(new URL(url), {timeoutDuration: 5000, cooldownDuration: 30_000});
}

/** @param pem a public key in PEM form, or the base64 text between its first and last line */
export function fixedKey(pem: string): JWTVerifyGetKey {
  const whole = pem.includes('-----')
    ? pem
    : `-----BEGIN PUBLIC KEY-----\n${pem.replaceAll(/\s/g, '')}\n-----END PUBLIC KEY-----`;
  // Of any kind: which signatures it may have made is its own matter.
  const key = createPublicKey(whole);
  return async () => key;
}

/** Signed tokens (JWT) in the header `Authorization: Bearer` or in a cookie. */
export function tokenAuthenticator(keys: JWTVerifyGetKey, settings: TokenSettings): Authenticator {
  return async request => {
    const token = tokenOf(request, settings.cookie);
    if (token === undefined) return undefined;
    const claims = await whileLoggingIn(request, () => verified(token, keys, settings));
    const userName = claims[settings.userClaim];
    if (typeof userName !== 'string' || userName === '') {
      throw new LoginError(`The token has no ${settings.userClaim}`, {
        challenge: 'Bearer error="invalid_token"',
      });
    }
    // Signed to the second; one that does not say when counts as older.
    if ((claims.iat ?? 0) * 1000 < (await settings.loggedOutAt(userName))) {
      const message = `The token is not accepted: ${userName} has logged out everywhere since it was issued`;
      throw new LoginError(message, {challenge: 'Bearer error="invalid_token"'});
    }
    const groups =
      groupsIn(claims[settings.groupsClaim]) ??
      (await whileLoggingIn(request, () => settings.groupsOf(userName)));
    // Never beyond the token's own end; `exp` was required.
    return {
      actor: {userName, groups},
      validForMs: Math.max(0, (claims.exp ?? 0) * 1000 - Date.now()),
    };
  };
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  settings: TokenSettings,
): Promise<JWTPayload> {
  try {
    const {payload, protectedHeader} = await jwtVerify(token, keys, {
      algorithms: signatureAlgorithms,
      requiredClaims: ['exp'],
      clockTolerance: 30,
      ...(settings.issuer !== '' && {issuer: settings.issuer}),
      ...(settings.audiences.length > 0 && {audience: [...settings.audiences]}),
    });
    const other = otherPurposeOf(payload, protectedHeader.typ, settings.audiences.length > 0);
    if (other !== undefined) throw new errors.JWTClaimValidationFailed(`it is ${other}`, payload);
    return payload;
  } catch (cause) {
    // What of it failed helps whoever set it up, and says nothing that the token's holder could not
    // read in it.
    const reason = cause instanceof errors.JOSEError ? cause.message : 'its keys cannot be read';
    throw new LoginError(`The token is not accepted: ${reason}`, {
      cause,
      challenge: 'Bearer error="invalid_token"',
    });
  }
}

/**
 * The same key signs what an OpenID provider tells other programs: who has logged in to one of
 * them, or out. Such a token says nothing about a login here. One that is for this server by `aud`
 * may be of any kind but the latter.
 */
function otherPurposeOf(
  claims: JWTPayload,
  type: string | undefined,
  isForUs: boolean,
): string | undefined {
  if (type?.toLowerCase() === 'logout+jwt' || claims['events'] !== undefined)
    return 'a message about a logout';
  const isIdToken = ['nonce', 'at_hash', 'c_hash'].some(claim => claims[claim] !== undefined);
  return isIdToken && !isForUs
    ? 'an ID token for another program (atlas.jwt.audiences)'
    : undefined;
}

function tokenOf(request: FastifyRequest, cookie: string): string | undefined {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ', 2);
  if (scheme?.toLowerCase() === 'bearer') return token ?? '';
  if (cookie === '' || request.headers.cookie === undefined) return undefined;
  const value = parseCookie(request.headers.cookie)[cookie];
  return value === '' ? undefined : value;
}
