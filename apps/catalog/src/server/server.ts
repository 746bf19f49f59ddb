import {
  browserRules,
  checkLengths,
  docsRoutes,
  type Link,
  type Log,
  type Login,
  loginRoutes,
  mcpRoutes,
  mountApi,
  openIdRoutes,
  openServer,
  otherHalfRoutes,
  type ServerInput,
  SingleSignOn,
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

export type ServerDeps = Omit<ServerInput, 'options' | 'where' | 'metrics'> & {
  readonly options: CatalogOptions;
  readonly where: {readonly [Name in keyof CatalogOptions]?: string};
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
};

export type CatalogServer = {readonly app: FastifyInstance; readonly hasDefaultPassword: boolean};

const home = '/n/index.html';

/**
 * The whole server, not listening yet. Throws an error for the operator when it may not be started
 * like this.
 */
export async function createServer(deps: ServerDeps): Promise<CatalogServer> {
  const {options, log, pages, link, telemetry, tokens, runLogin} = deps;
  const {app, login} = await openServer(
    {...deps, metrics: telemetry.server},
    {
      name: 'catalog',
      headers: {server: options.serverHeader, extra: options.headers},
      bodyLimitOption: 'atlas.rest.max.body.bytes',
      tokens: own => [
        tokens.authenticator(own),
        ...(runLogin === undefined ? [] : [runLogin.authenticator(own)]),
      ],
      browser: browserRules({
        enabled: options.csrfEnabled,
        browserUserAgents: options.csrfBrowserUserAgents,
        methodsToIgnore: options.csrfMethodsToIgnore,
        header: options.csrfHeader,
      }),
    },
  );
  loginPages(app, login, deps);
  otherHalfRoutes(app, link, {
    log,
    find: findInEditor,
    pages: [
      {label: 'Home', path: `${home}#!/`},
      {label: 'Search', path: `${home}#!/search`},
      {label: 'Domains', path: `${home}#!/domains`},
      {label: 'Glossary', path: `${home}#!/glossary`},
    ],
  });
  pages(app, log, link);
  docsRoutes(app, {name: 'catalog', home});
  api(app, login, deps);
  assistants(app, options);
  return {app, hasDefaultPassword: login.hasDefaultPassword};
}

/** The ways in and out that have a page. */
function loginPages(app: FastifyInstance, login: Login, {log, link, tokens}: ServerDeps): void {
  const alsoEverywhere = tokens.revokeTokensOf;
  loginRoutes(app, login, {alsoEverywhere});
  openIdRoutes(app, login, {
    home,
    log,
    failed: (_request, reply) => reply.redirect('/login.jsp?failed=provider', 302),
  });
  const singleSignOn =
    link &&
    new SingleSignOn(app, link, login, {
      own: 'catalog',
      home,
      loginPage: '/login.jsp',
      log,
      alsoEverywhere,
    });
  loginPage(app, login, singleSignOn);
}

/** Under both of its addresses, and what producers of lineage send, packed or not, under theirs. */
function api(app: FastifyInstance, {people}: Login, {options, where, routes}: ServerDeps): void {
  const session = {options, isTimeoutChosen: where.sessionTimeoutMs !== undefined, people};
  mountApi(app, {maxParameterLength: options.queryParamMaxLength, ownLimit: ['query']}, scope =>
    routes(scope, session),
  );
  void app.register(
    async scope => {
      unpackBodies(scope);
      scope.addHook('onRequest', (request, _reply, done) => {
        checkLengths(request, options.queryParamMaxLength, new Set());
        done();
      });
      routes(scope, session, producerRoutes);
    },
    {prefix: '/api/v1'},
  );
}

function assistants(app: FastifyInstance, {mcp}: CatalogOptions): void {
  if (mcp === 'off') return;
  mcpRoutes(app, {
    name: 'gazetteer-catalog',
    version: catalogOptions.version,
    instructions:
      'A catalog of data assets: what tables, columns, dashboards and pipelines there are, what they mean, who owns them, how they are classified and where their data comes from and goes to. Assets are named by guid; begin with search_assets.',
    tools: () => catalogTools(mcp === 'write'),
  });
}
