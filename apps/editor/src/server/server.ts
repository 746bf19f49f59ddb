import {apiDocs, takeFields} from '@gazetteer/kernel/http';
import {
  auditRequests,
  createHttp,
  docsRoutes,
  type Link,
  limitPerUser,
  type Log,
  type LoginRecords,
  mcpRoutes,
  openLogin,
  openTls,
  otherHalfRoutes,
  partnerOf,
  protect,
  type RequestTrail,
  ServerMetrics,
  trustedBy,
} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {writeAccessLog} from './access-log.ts';
import {apiLists, editorDocument} from './api.ts';
import type {Editor} from '../editor.ts';
import {checkCsrf} from '../http/csrf.ts';
import {answerError} from './error-answer.ts';
import {keepForeignTokens} from '../token/foreign-token.ts';
import {keepOrigin} from '../net/request-origin.ts';
import {refusals} from '../login/refusals.ts';
import type {EditorPolicy} from '../login/editor-policy.ts';
import {loginRoutes, sessionCookie} from '../login/routes.ts';
import {editorFolderOf, editorOptions, type EditorOptions} from './options.ts';
import {processRoutes} from './process-routes.ts';
import {pages, unknownPage} from './pages.ts';
import type {PersonOf} from '../schedule/schedule-runner.ts';
import {editorFor} from './editor-for.ts';
import {serve} from './serve.ts';
import {bearerAuthenticator} from '../token/bearer.ts';
import {SignedTokens} from '../token/signed-tokens.ts';
import {editorTools} from './tools.ts';

export type ServerDeps = {
  readonly options: EditorOptions;
  /** Where options were given. */
  readonly where: {readonly [Name in keyof EditorOptions]?: string};
  readonly editor: Editor;
  readonly log: Log;
  readonly accessLog: (line: string) => void;
  /** Where requests are recorded; they are not when it is absent. */
  readonly audit?: RequestTrail | undefined;
  readonly metrics?: ServerMetrics;
  /** Without it everybody may do what the ini files allow. */
  readonly policy?: EditorPolicy | undefined;
  /** Who comes from the catalog. */
  readonly link?: Link | undefined;
  /** Where several editors write down who is logged in. */
  readonly logins?: LoginRecords | undefined;
};

export type EditorServer = {
  readonly app: FastifyInstance;
  readonly hasDefaultPassword: boolean;
  readonly personOf: PersonOf;
};

/**
 * The whole server, not listening yet. Throws an error for the operator when it may not be started
 * like this.
 */
export async function createServer({
  options,
  where,
  editor,
  log,
  accessLog,
  audit,
  metrics = new ServerMetrics(),
  policy,
  link,
  logins,
}: ServerDeps): Promise<EditorServer> {
  const login = await openLogin({
    options,
    isPasswordFileChosen: where.passwordFile !== undefined,
    log,
    shared: logins && {records: logins, server: 'editor'},
    partner: link && partnerOf(link, log),
  });
  const tokens = await SignedTokens.open(editor.db);
  const app = createHttp({
    log,
    headers: {server: 'Gazetteer', extra: {}},
    bodyLimit: {maxBytes: options.maxBodyBytes, option: 'editor.max.body.bytes'},
    limits: options,
    tls: openTls(options, log),
    isProxy: trustedBy(options),
    secureCookies: options.secureCookies,
    answerError: (error, request, reply) => answerError(log, error, request, reply),
    unknownPage,
  });
  takeFields(app);
  metrics.countRequests(app);
  writeAccessLog(app, accessLog);
  if (audit !== undefined) auditRequests(app, 'editor', audit);
  protect(app, {
    login: {
      ...login,
      authenticators: [
        ...(link === undefined ? [] : [link.authenticator(login)]),
        bearerAuthenticator(editor.db, tokens, login),
        ...login.authenticators,
      ],
    },
    // Whether a change is wanted is known when its form has been read.
    browser: {isBrowser: () => false, isWanted: () => true},
    cookie: sessionCookie,
    refusals,
  });
  limitPerUser(app, options);
  checkCsrf(app);
  keepOrigin(app);
  if (login.takesTokens) keepForeignTokens(app, tokens, editor.peopleTokens, options.tokenCookie);
  processRoutes(app, editor, metrics, editorFolderOf(options));
  loginRoutes(app, {login, log, db: editor.db, link});
  pages(app, log, link);
  otherHalfRoutes(app, link, {
    log,
    pages: [
      {label: 'Editor', path: '/app/editor/'},
      {label: 'Tables', path: '/app/tables'},
      {label: 'Saved queries', path: '/app/documents'},
      {label: 'Jobs', path: '/jobbrowser/'},
    ],
  });
  docsRoutes(app, {name: 'editor', home: '/app/editor/'});
  serve(app, editor, {tokens, login, policy}, apiLists);
  apiDocs(app, editorDocument, {
    intro:
      'With login by HTTP Basic, by a token (`Authorization: Bearer`) or by the cookie of a session.',
    source: '/api/editor/openapi.json',
  });
  if (options.mcp !== 'off')
    mcpRoutes(app, {
      name: 'gazetteer-editor',
      version: editorOptions.version,
      instructions:
        'An editor of SQL: the engines, databases and tables that the caller may use, the queries that people have saved, and statements to run. Begin with list_engines.',
      tools: () => editorTools(options.mcp === 'write', editor.live),
      cookie: sessionCookie,
    });
  const personOf: PersonOf = async (userName, id) => {
    if (login.revisionOf(userName) === undefined || !(await login.isThere(userName)))
      return undefined;
    const actor = {userName, groups: await login.groupsOf(userName)};
    const e = editorFor(editor, {actor, id}, policy);
    return {e, actor: {...actor, sharing: editor.sharing}};
  };
  return {app, hasDefaultPassword: login.hasDefaultPassword, personOf};
}
