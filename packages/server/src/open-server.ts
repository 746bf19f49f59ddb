import type {FastifyInstance} from 'fastify';
import {auditRequests, type RequestTrail} from './audit/audit-requests.ts';
import type {Authenticator} from './auth/actor.ts';
import {type Login, openLogin} from './auth/login/open-login.ts';
import {protect, type Protection} from './auth/login/protect.ts';
import {trustedBy} from './auth/login/trusted-proxy.ts';
import type {LoginRecords} from './auth/session/shared-sessions.ts';
import {createHttp, type HttpOptions} from './http/create-http.ts';
import {limitPerUser} from './http/limit-requests.ts';
import {openTls} from './http/tls.ts';
import type {Link} from './link/link.ts';
import type {ServerName} from './link/link-token.ts';
import {partnerOf} from './link/partner-of.ts';
import type {Log} from './log.ts';
import type {ServerMetrics} from './metrics/server-metrics.ts';
import type {CommonOptions} from './options/common-options.ts';
import type {LimitOptions} from './options/limit-options.ts';
import type {LoginOptions} from './options/login-options.ts';
import type {TlsOptions} from './options/tls-options.ts';
import type {Traces} from './trace/traces.ts';

export type ServerInput = {
  readonly options: CommonOptions &
    LoginOptions &
    LimitOptions &
    TlsOptions & {readonly maxBodyBytes: number};
  /**
   * Where options were given; of interest are those whose default is not the same as the same value
   * given.
   */
  readonly where: {readonly passwordFile?: string};
  readonly log: Log;
  readonly metrics: ServerMetrics;
  /** The other half of the product. */
  readonly link?: Link | undefined;
  /** Where requests are recorded; they are not when it is absent. */
  readonly audit?: RequestTrail | undefined;
  /** Where several processes of a server write down who is logged in. */
  readonly logins?: LoginRecords | undefined;
  /** Where requests are traced; they are not when it is absent. */
  readonly traces?: Traces | undefined;
};

export type ServerKind = Pick<HttpOptions, 'headers' | 'answerError' | 'unknownPage'> &
  Omit<Protection, 'login'> & {
    readonly name: ServerName;
    /** Key of the option that limits bodies. */
    readonly bodyLimitOption: string;
    /** Sees each request, also one that is refused. */
    readonly observe?: (app: FastifyInstance) => void;
    /** Those of access tokens. */
    readonly tokens: (login: Login) => readonly Authenticator[];
  };

/**
 * A server without routes that lets in who is logged in.
 * @throws Error for the operator when it may not be started like this
 */
export async function openServer(
  {options, where, log, metrics, link, audit, logins, traces}: ServerInput,
  {name, headers, bodyLimitOption, observe, tokens, ...kind}: ServerKind,
): Promise<{readonly app: FastifyInstance; readonly login: Login}> {
  const login = await openLogin({
    options,
    isPasswordFileChosen: where.passwordFile !== undefined,
    log,
    shared: logins && {records: logins, server: name},
    partner: link && partnerOf(link, log),
  });
  const {answerError, unknownPage, ...protection} = kind;
  const app = createHttp({
    log,
    headers,
    bodyLimit: {maxBytes: options.maxBodyBytes, option: bodyLimitOption},
    limits: options,
    tls: openTls(options, log),
    isProxy: trustedBy(options),
    secureCookies: options.secureCookies,
    ...(answerError !== undefined && {answerError}),
    ...(unknownPage !== undefined && {unknownPage}),
  });
  // Hooks run in the order in which they are added here. What counts and records requests comes
  // before what refuses them: a request that is not let in is seen as well.
  metrics.countRequests(app);
  traces?.watch(app);
  observe?.(app);
  if (audit !== undefined) auditRequests(app, name, audit);
  // First those that know at a glance that a request is none of theirs: the last ones check
  // passwords, which costs the most and is slowed down for whoever fails.
  const authenticators = [
    ...(link === undefined ? [] : [link.authenticator(login)]),
    ...tokens(login),
    ...login.authenticators,
  ];
  protect(app, {...protection, login: {...login, authenticators}});
  // Behind the login, since it counts by user.
  limitPerUser(app, options);
  return {app, login};
}
