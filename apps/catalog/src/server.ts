import {
  basicAuthenticator,
  browserRules,
  createHttp,
  CredentialCheck,
  hashSettingsOf,
  type Log,
  loginRoutes,
  mountApi,
  openPasswordFile,
  protect,
  refuseDefaultCredentials,
  Sessions,
} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {countRequests} from './admin/count-requests.ts';
import type {SessionSettings} from './admin/session.ts';
import type {Telemetry} from './host/telemetry.ts';
import {loginPage} from './login-page.ts';
import type {CatalogOptions} from './options.ts';

export type ServerDeps = {
  readonly options: CatalogOptions;
  /** Where options were given; of interest are those whose default is not the same as the same value given. */
  readonly where: {readonly [Name in keyof CatalogOptions]?: string};
  readonly log: Log;
  /** Routes relative to `/api/meta` and `/api/atlas`; called once for each. */
  readonly routes: (api: FastifyInstance, session: SessionSettings) => void;
  /** Everything outside the API: the web UI. */
  readonly pages: (app: FastifyInstance, log: Log) => void;
  readonly telemetry: Telemetry;
};

export type CatalogServer = {readonly app: FastifyInstance; readonly hasDefaultPassword: boolean};

/** The whole server, not listening yet. Throws an error for the operator when it may not be started like this. */
export async function createServer({
  options,
  where,
  log,
  routes,
  pages,
  telemetry,
}: ServerDeps): Promise<CatalogServer> {
  const passwords = openPasswordFile(options, where.passwordFile !== undefined);
  const hashes = hashSettingsOf(options);
  const refusal = await refuseDefaultCredentials(options.bindAddress, passwords, hashes);
  if (refusal !== undefined) throw new Error(refusal);
  const sessions = new Sessions(options.sessionTimeoutMs);
  passwords.onChange(changed => sessions.endOf(changed));
  const credentials = new CredentialCheck(passwords, hashes);

  const app = createHttp({
    log,
    headers: {server: options.serverHeader, extra: options.headers},
    bodyLimit: {maxBytes: options.maxBodyBytes, option: 'atlas.rest.max.body.bytes'},
  });
  countRequests(app, telemetry);
  protect(app, {
    authenticators: [basicAuthenticator(credentials)],
    sessions,
    passwords,
    browser: browserRules({
      enabled: options.csrfEnabled,
      browserUserAgents: options.csrfBrowserUserAgents,
      methodsToIgnore: options.csrfMethodsToIgnore,
      header: options.csrfHeader,
    }),
  });
  loginRoutes(app, {credentials, sessions});
  loginPage(app);
  pages(app, log);
  mountApi(app, {maxParameterLength: options.queryParamMaxLength, ownLimit: ['query']}, api => {
    routes(api, {options, isTimeoutChosen: where.sessionTimeoutMs !== undefined});
  });
  return {app, hasDefaultPassword: passwords.isDefault};
}
