import {hash, randomBytes, timingSafeEqual} from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  clockTolerance,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type {JWTVerifyGetKey} from 'jose';
import {type Actor, LoginError} from '../actor.ts';
import {groupsIn} from '../groups-in.ts';
import {type Notes, NotesInMemory} from '../notes.ts';
import {LogoutTokens, type LoggedOut} from './provider-logout.ts';
import type {ProviderStay} from '../session/session.ts';
import {isPrivateWay, keysAt} from './token-login.ts';

export type OpenIdSettings = {
  /** Where the provider's description lies, without `/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  /**
   * Empty for a client without one; the exchange is then proven by PKCE alone, which is always
   * there.
   */
  readonly clientSecret: string;
  readonly scopes: string;
  readonly userClaim: string;
  /**
   * A claim with a list or a text separated by blanks; where it is absent, groups are looked up.
   */
  readonly groupsClaim: string;
  /** What the button of the login page calls the provider. */
  readonly label: string;
  readonly groupsOf: (userName: string) => Promise<readonly string[]>;
  /** Where it is kept what was begun; in memory when not given. */
  readonly notes?: Notes;
};

/** A login that somebody has begun and not come back from. */
type Begun = {
  readonly verifier: string;
  readonly nonce: string;
  /**
   * Secret of the browser that began it: an answer that somebody else got must not log this one in.
   */
  readonly browser: string;
  readonly redirectUri: string;
  readonly next: string;
};

export type Finished = {
  readonly actor: Actor;
  readonly provider: ProviderStay;
  readonly next: string;
};

const loginTimeoutMs = 10 * 60_000;
const clockToleranceSeconds = 30;

/** Login at an OpenID Connect provider: authorization code with PKCE, state and nonce. */
export class OpenIdLogin {
  readonly #settings: OpenIdSettings;
  readonly #notes: Notes;
  readonly #logoutTokens = new LogoutTokens();
  #configuration: Promise<Configuration> | undefined;
  #keys: JWTVerifyGetKey | undefined;

  /** @throws Error for the operator when the provider could be listened to on its way */
  constructor(settings: OpenIdSettings) {
    if (!URL.canParse(settings.issuer))
      throw new Error(`"${settings.issuer}" is no address of an OpenID provider`);
    if (!isPrivateWay(settings.issuer)) {
      throw new Error(`The OpenID provider has to be asked over https, not at ${settings.issuer}`);
    }
    this.#settings = settings;
    this.#notes = settings.notes ?? new NotesInMemory();
  }

  get label(): string {
    return this.#settings.label;
  }

  /**
   * Where the browser has to go.
   * @param browser its secret, when it has one
   * @param next where it wants to go afterwards
   * @throws LoginError when the provider cannot be asked
   */
  async begin(input: {redirectUri: string; browser: string | undefined; next: string}): Promise<{
    url: string;
    browser: string;
  }> {
    const configuration = await this.#configured();
    const [verifier, nonce, state] = [randomPKCECodeVerifier(), randomNonce(), randomState()];
    const {redirectUri, next, browser = randomBytes(24).toString('base64url')} = input;
    const begun: Begun = {verifier, nonce, browser, redirectUri, next};
    await this.#notes.keep(nameOf(state), JSON.stringify(begun), Date.now() + loginTimeoutMs);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#settings.scopes,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return {url: url.href, browser};
  }

  /**
   * Who came back.
   * @param query of the address that the provider sent the browser to
   * @throws LoginError with what is wrong, without any token
   */
  async finish(query: string, browser: string | undefined): Promise<Finished> {
    const state = new URLSearchParams(query).get('state') ?? '';
    // Whatever comes of it: once.
    const kept = await this.#notes.take(nameOf(state));
    const begun = kept === undefined ? undefined : (JSON.parse(kept) as Begun);
    if (begun === undefined || !isSame(browser, begun.browser)) {
      throw new LoginError('This login was not begun here, or too long ago');
    }
    const configuration = await this.#configured();
    try {
      const tokens = await authorizationCodeGrant(
        configuration,
        new URL(`${begun.redirectUri}${query}`),
        {
          pkceCodeVerifier: begun.verifier,
          expectedState: state,
          expectedNonce: begun.nonce,
          idTokenExpected: true,
        },
      );
      const claims: Claims = tokens.claims() ?? {};
      const actor = await this.#actorOf(claims, async () =>
        configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await fetchUserInfo(configuration, tokens.access_token, String(claims['sub'])),
      );
      const stay = typeof claims['sid'] === 'string' ? claims['sid'] : undefined;
      const {id_token: idToken} = tokens;
      const provider = {
        client: this.client,
        subject: String(claims['sub']),
        stay,
        ...(idToken !== undefined && {idToken}),
      };
      return {actor, provider, next: begun.next};
    } catch (error) {
      throw error instanceof LoginError
        ? error
        : new LoginError(`The provider's answer is not accepted: ${told(error)}`);
    }
  }

  /** The same for all servers of a process that log in as one client. */
  get client(): string {
    return `${this.#settings.issuer} ${this.#settings.clientId}`;
  }

  /**
   * Whom the provider says to have logged out.
   * @throws LoginError with what is wrong, without the token
   */
  async loggedOut(token: string): Promise<LoggedOut> {
    const {issuer, jwks_uri: keysUrl} = (await this.#configured()).serverMetadata();
    if (keysUrl === undefined) throw new LoginError('The provider does not tell its keys');
    this.#keys ??= keysAt(keysUrl);
    return await this.#logoutTokens.read(token, {
      issuer,
      clientId: this.#settings.clientId,
      keys: this.#keys,
    });
  }

  /**
   * Where a browser goes to log out at the provider, too; undefined for sessions that did not come
   * from there.
   */
  async logoutUrl(
    session: {readonly provider?: ProviderStay | undefined},
    returnTo: string,
  ): Promise<string | undefined> {
    const {client, idToken} = session.provider ?? {};
    if (idToken === undefined || client !== this.client) return undefined;
    const configuration = await this.#configured().catch(() => undefined);
    if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
    return buildEndSessionUrl(configuration, {
      id_token_hint: idToken,
      post_logout_redirect_uri: returnTo,
    }).href;
  }

  async #actorOf(claims: Claims, more: () => Promise<Claims>): Promise<Actor> {
    const {userClaim, groupsClaim, groupsOf} = this.#settings;
    // Many providers put only `sub` into the token, and tell the rest when asked.
    const isAllThere =
      claims[userClaim] !== undefined && (groupsClaim === '' || claims[groupsClaim] !== undefined);
    const all = isAllThere ? claims : {...claims, ...(await more())};
    const userName = all[userClaim];
    if (typeof userName !== 'string' || userName === '') {
      throw new LoginError(`The provider does not tell ${userClaim} of who logged in`);
    }
    return {userName, groups: groupsIn(all[groupsClaim]) ?? (await groupsOf(userName))};
  }

  /** Asked once; after a failure the next login tries again. */
  async #configured(): Promise<Configuration> {
    const {issuer, clientId, clientSecret} = this.#settings;
    this.#configuration ??= discovery(
      new URL(issuer),
      clientId,
      {[clockTolerance]: clockToleranceSeconds},
      clientSecret === '' ? None() : ClientSecretBasic(clientSecret),
      {
        timeout: 10,
        // The token of who logs in comes straight from the provider; its signature is checked all
        // the same.
        execute: [
          enableNonRepudiationChecks,
          ...(issuer.startsWith('http:') ? [allowInsecureRequests] : []),
        ],
      },
    );
    try {
      return await this.#configuration;
    } catch (error) {
      this.#configuration = undefined;
      throw new LoginError(`The OpenID provider cannot be asked: ${told(error)}`, {cause: error});
    }
  }
}

/**
 * What lies in a store says nothing to whoever sees the addresses of requests, nor the other way
 * round.
 */
function nameOf(state: string): string {
  return hash('sha256', `login ${state}`, 'base64url');
}

type Claims = {readonly [name: string]: unknown};

/** Its message alone: what lies behind it may hold tokens. */
function told(error: unknown): string {
  const {
    message,
    error: code,
    code: kind,
  } = error as {message?: string; error?: string; code?: string};
  return [message ?? 'unknown', code ?? kind].filter(Boolean).join(', ');
}

function isSame(given: string | undefined, secret: string): boolean {
  const [a, b] = [Buffer.from(given ?? ''), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
