import {apiDocs, takeFields} from '@gazetteer/kernel/http';
import {
  docsRoutes,
  type Login,
  mcpRoutes,
  openServer,
  otherHalfRoutes,
  type ServerInput,
  ServerMetrics,
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
import {snapshotPages} from '../snapshot/pages.ts';
import type {PersonOf} from '../schedule/schedule-runner.ts';
import {findInCatalog} from './find-in-catalog.ts';
import {editorFor} from './editor-for.ts';
import {serve} from './serve.ts';
import {bearerAuthenticator} from '../token/bearer.ts';
import {SignedTokens} from '../token/signed-tokens.ts';
import {editorTools} from './tools.ts';

export type ServerDeps = Omit<ServerInput, 'options' | 'metrics'> & {
  readonly options: EditorOptions;
  readonly editor: Editor;
  readonly accessLog: (line: string) => void;
  readonly metrics?: ServerMetrics;
  /** Without it everybody may do what the ini files allow. */
  readonly policy?: EditorPolicy | undefined;
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
export async function createServer(deps: ServerDeps): Promise<EditorServer> {
  const {options, editor, log, accessLog, metrics = new ServerMetrics(), policy, link} = deps;
  const signed = await SignedTokens.open(editor.db);
  const {app, login} = await openServer(
    {...deps, metrics},
    {
      name: 'editor',
      headers: {server: 'Gazetteer', extra: {}},
      bodyLimitOption: 'editor.max.body.bytes',
      answerError: (error, request, reply) => answerError(log, error, request, reply),
      unknownPage,
      observe: server => writeAccessLog(server, accessLog),
      tokens: own => [bearerAuthenticator(editor.db, signed, own)],
      // Whether a change is wanted is known when its form has been read.
      browser: {isBrowser: () => false, isWanted: () => true},
      cookie: sessionCookie,
      refusals,
    },
  );
  takeFields(app);
  checkCsrf(app);
  keepOrigin(app);
  if (login.takesTokens) keepForeignTokens(app, signed, editor.peopleTokens, options.tokenCookie);
  processRoutes(app, editor, metrics, editorFolderOf(options));
  loginRoutes(app, {login, log, db: editor.db, link});
  pages(app, log, link);
  otherHalfRoutes(app, link, {
    log,
    find: findInCatalog,
    pages: [
      {label: 'Editor', path: '/app/editor/'},
      {label: 'Tables', path: '/app/tables'},
      {label: 'Saved queries', path: '/app/documents'},
      {label: 'Jobs', path: '/jobbrowser/'},
    ],
    account: [{label: 'Storage', path: '/app/storage'}],
  });
  docsRoutes(app, {name: 'editor', home: '/app/editor/'});
  serve(app, editor, {tokens: signed, login, policy}, apiLists);
  apiDocs(app, editorDocument, {
    intro:
      'With login by HTTP Basic, by a token (`Authorization: Bearer`) or by the cookie of a session.',
    source: '/api/editor/openapi.json',
  });
  assistants(app, options, editor);
  const person = personOf(login, editor, policy);
  snapshotPages(app, editor, {personOf: person, unknownPage});
  return {
    app,
    hasDefaultPassword: login.hasDefaultPassword,
    personOf: person,
  };
}

/** As somebody is now: schedules run for people who may have left, or lost what they could do. */
function personOf(login: Login, editor: Editor, policy: EditorPolicy | undefined): PersonOf {
  return async (userName, id) => {
    if (login.revisionOf(userName) === undefined || !(await login.isThere(userName)))
      return undefined;
    const actor = {userName, groups: await login.groupsOf(userName)};
    const e = editorFor(editor, {actor, id}, policy);
    return {e, actor: {...actor, sharing: editor.sharing}};
  };
}

function assistants(app: FastifyInstance, {mcp}: EditorOptions, {live}: Editor): void {
  if (mcp === 'off') return;
  mcpRoutes(app, {
    name: 'gazetteer-editor',
    version: editorOptions.version,
    instructions:
      'An editor of SQL: the engines, databases and tables that the caller may use, the queries that people have saved, and statements to run. Begin with list_engines.',
    tools: () => editorTools(mcp === 'write', live),
    cookie: sessionCookie,
  });
}
