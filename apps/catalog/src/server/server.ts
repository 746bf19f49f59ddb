import {
  auditRequests,
  browserRules,
  createHttp,
  docsRoutes,
  type Link,
  limitPerUser,
  type Log,
  type LoginRecords,
  loginRoutes,
  mcpRoutes,
  mountApi,
  openIdRoutes,
  openLogin,
  openTls,
  otherHalfRoutes,
  partnerOf,
  protect,
  type RequestTrail,
  SingleSignOn,
  trustedBy,
  unpackBodies,
} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import type {Telemetry} from '@gazetteer/kernel/host';
import {findInEditor} from './find-in-editor.ts';
import {loginPage} from './login-page.ts';
import type {RunLogin} from '../source/run-login.ts';
import type {TokenLogin} from '../token/token-login.ts';
import {producerRoutes} from '../openlineage/routes.ts';
import {catalogOptions, type CatalogOptions} from '../options/catalog-options.ts';
import type {MountRoutes} from './routes.ts';
import {catalogTools} from './tools.ts';

export type ServerDeps = {
  readonly options: CatalogOptions;
  /**
   * Where options were given; of interest are those whose default is not the same as the same value
   * given.
   */
  readonly where: {readonly [Name in keyof CatalogOptions]?: string};
  readonly log: Log;
  /**
   * Routes relative to `/api/meta` and `/api/atlas`; called once for each, and once more for what
   * producers of lineage send.
   */
  readonly routes: MountRoutes;
  /** Everything outside the API: the web UI. */
  readonly pages: (app: FastifyInstance, log: Log, link: Link | undefined) => void;
  readonly telemetry: Telemetry;
  /** Access tokens of programs. */
  readonly tokens: TokenLogin;
  /** What reads sources. */
  readonly runLogin?: RunLogin;
  /** Who comes from the editor. */
  readonly link?: Link | undefined;
  /** Where requests are recorded; they are not when it is absent. */
  readonly audit?: RequestTrail | undefined;
  /** Where several processes of a catalog write down who is logged in. */
  readonly logins?: LoginRecords | undefined;
};

export type CatalogServer = {readonly app: FastifyInstance; readonly hasDefaultPassword: boolean};

/**
 * The whole server, not listening yet. Throws an error for the operator when it may not be started
 * like this.
 */
export async function createServer({
  options,
  where,
  log,
  routes,
  pages,
  telemetry,
  tokens,
  runLogin,
  link,
  audit,
  logins,
}: ServerDeps): Promise<CatalogServer> {
  const login = await openLogin({
    options,
    isPasswordFileChosen: where.passwordFile !== undefined,
    log,
    shared: logins && {records: logins, server: 'catalog'},
    partner: link && partnerOf(link, log),
  });
  const app = createHttp({
    log,
    headers: {server: options.serverHeader, extra: options.headers},
    bodyLimit: {maxBytes: options.maxBodyBytes, option: 'atlas.rest.max.body.bytes'},
    limits: options,
    tls: openTls(options, log),
    isProxy: trustedBy(options),
    secureCookies: options.secureCookies,
  });
  // Hooks run in the order in which they are added here. What counts and records requests comes
  // before what refuses them: a request that is not let in is seen as well.
  telemetry.server.countRequests(app);
  if (audit !== undefined) auditRequests(app, 'catalog', audit);
  protect(app, {
    login: {
      ...login,
      authenticators: [
        // First those that know at a glance that a request is none of theirs: the last ones check
        // passwords, which costs the most and is slowed down for whoever fails.
        ...(link === undefined ? [] : [link.authenticator(login)]),
        tokens.authenticator(login),
        ...(runLogin === undefined ? [] : [runLogin.authenticator(login)]),
        ...login.authenticators,
      ],
    },
    browser: browserRules({
      enabled: options.csrfEnabled,
      browserUserAgents: options.csrfBrowserUserAgents,
      methodsToIgnore: options.csrfMethodsToIgnore,
      header: options.csrfHeader,
    }),
  });
  // Behind the login, since it counts by user.
  limitPerUser(app, options);
  loginRoutes(app, login, {alsoEverywhere: tokens.revokeTokensOf});
  openIdRoutes(app, login, {
    home: '/n/index.html',
    log,
    failed: (_request, reply) => reply.redirect('/login.jsp?failed=provider', 302),
  });
  const singleSignOn =
    link &&
    new SingleSignOn(app, link, login, {
      own: 'catalog',
      home: '/n/index.html',
      loginPage: '/login.jsp',
      log,
      alsoEverywhere: tokens.revokeTokensOf,
    });
  loginPage(app, login, singleSignOn);
  otherHalfRoutes(app, link, {
    log,
    find: findInEditor,
    pages: [
      {label: 'Home', path: '/n/index.html#!/'},
      {label: 'Search', path: '/n/index.html#!/search'},
      {label: 'Domains', path: '/n/index.html#!/domains'},
      {label: 'Glossary', path: '/n/index.html#!/glossary'},
    ],
  });
  pages(app, log, link);
  docsRoutes(app, {name: 'catalog', home: '/n/index.html'});
  const session = {
    options,
    isTimeoutChosen: where.sessionTimeoutMs !== undefined,
    people: login.people,
  };
  mountApi(app, {maxParameterLength: options.queryParamMaxLength, ownLimit: ['query']}, api =>
    routes(api, session),
  );
  void app.register(
    async scope => {
      unpackBodies(scope);
      routes(scope, session, producerRoutes);
    },
    {prefix: '/api/v1'},
  );
  if (options.mcp !== 'off')
    mcpRoutes(app, {
      name: 'gazetteer-catalog',
      version: catalogOptions.version,
      instructions:
        'A catalog of data assets: what tables, columns, dashboards and pipelines there are, what they mean, who owns them, how they are classified and where their data comes from and goes to. Assets are named by guid; begin with search_assets.',
      tools: () => catalogTools(options.mcp === 'write'),
    });
  return {app, hasDefaultPassword: login.hasDefaultPassword};
}
