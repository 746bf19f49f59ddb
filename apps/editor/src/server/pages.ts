import {fileURLToPath} from 'node:url';
import {
  builtPage,
  escapeHtml,
  type Link,
  type Log,
  plainHtml,
  staticFiles,
  withOtherHalf,
} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {pageOfFiles} from '../files/paths.ts';
import {setCsrfCookie} from '../http/csrf.ts';

/** The login form's files, which work whatever state the build is in. */
const shared = fileURLToPath(new URL('.', import.meta.resolve('@gazetteer/ui/theme.css')));
const home = '/app/editor/';
/** One page serves them all: its script draws what belongs to the address. */
const addresses = [
  '/app/editor',
  '/hue/editor',
  '/editor',
  '/app/documents',
  '/app/result',
  '/app/history',
  '/app/storage',
  '/app/configuration',
  '/app/schedules',
  '/app/schedules/*',
  '/app/dashboards',
  '/app/dashboards/*',
  '/app/notebooks',
  '/app/notebooks/*',
  '/app/import',
  '/app/tables',
  '/app/tables/*',
  '/app/files',
  '/app/files/*',
  '/jobbrowser',
  '/hue/jobbrowser',
  '/jobbrowser/jobs',
  '/jobbrowser/apps',
];

/** Bookmarks of Hue by where they lead to here, each also below `/hue`. */
const bookmarks: Readonly<Record<string, readonly string[]>> = {
  [home]: ['/', '/beeswax', '/beeswax/execute', '/impala', '/impala/execute'],
  '/app/notebooks': ['/notebook/notebooks'],
  '/app/documents/': [
    '/documents',
    '/beeswax/my_queries',
    '/beeswax/list_designs',
    '/impala/my_queries',
    '/impala/list_designs',
  ],
  '/app/history/': ['/history', '/beeswax/query_history', '/impala/query_history'],
  '/app/dashboards': ['/dashboard', '/dashboard/*', '/search'],
  '/app/schedules': ['/scheduler', '/scheduler/*', '/oozie', '/oozie/*'],
  '/app/tables': ['/tables'],
  '/app/import/': ['/importer', '/indexer', '/indexer/importer', '/indexer/importer/*'],
  '/app/configuration/': ['/desktop/dump_config', '/about', '/about/*'],
};

type Named = {
  readonly editor?: unknown;
  readonly notebook?: unknown;
  readonly type?: unknown;
  readonly uuid?: unknown;
};

/** Bookmarks that say in their query what they show. */
const named: readonly (readonly [urls: readonly string[], to: (query: Named) => string])[] = [
  [
    ['/notebook', '/notebook/editor', '/notebook/notebook'],
    ({editor, notebook = editor, type}) =>
      withQuery('/hue/editor', 'editor', notebook) ??
      withQuery('/hue/editor', 'type', type) ??
      home,
  ],
  [
    ['/home', '/home2'],
    ({uuid}) => withQuery('/app/documents/', 'folder', uuid) ?? '/app/documents/',
  ],
];

function withQuery(path: string, name: string, value: unknown): string | undefined {
  return typeof value === 'string' && value !== ''
    ? `${path}?${name}=${encodeURIComponent(value)}`
    : undefined;
}

/**
 * Where an address of Hue's table browser leads to: `/metastore/table/<database>/<table>` and below
 * it. Names stay encoded as they came.
 */
function tablesAt(path: string, engine: unknown): string {
  const [, what, names = ''] =
    /^(?:\/hue)?\/metastore\/(tables?|databases)\/(.+)$/.exec(path) ?? [];
  const wanted = names.split('/').slice(0, what === 'table' ? 2 : 1);
  const first = typeof engine === 'string' && engine !== '' ? encodeURIComponent(engine) : '-';
  return what === undefined
    ? `/app/tables${first === '-' ? '' : `/${first}`}`
    : ['/app/tables', first, ...wanted.filter(name => name !== '')].join('/');
}

/** The pages, their files, and other front doors that lead to them. */
export function pages(app: FastifyInstance, log: Log, link: Link | undefined): void {
  const page = builtPage(app, 'editor', '/static/assets/', log);
  for (const url of addresses) {
    app.get(url, (request, reply) => {
      if (request.session !== undefined) setCsrfCookie(reply, request.session);
      return page.send(reply, html =>
        withOtherHalf(html, link).replace('USER_NAME', () => escapeHtml(request.actor.userName)),
      );
    });
  }
  for (const url of ['/metastore', '/metastore/*', '/hue/metastore', '/hue/metastore/*'])
    app.get<{Querystring: {source_type?: unknown}}>(url, (request, reply) => {
      const [path = ''] = request.url.split('?');
      return reply.redirect(tablesAt(path, request.query.source_type));
    });
  for (const url of ['/hue/filebrowser', '/hue/filebrowser/*', '/filebrowser'])
    app.get<{Params: {'*'?: string}}>(url, ({params}, reply) =>
      reply.redirect(pageOfFiles(params['*'] ?? '')),
    );
  for (const [to, urls] of Object.entries(bookmarks))
    for (const url of urls.flatMap(one => [one, `/hue${one}`]))
      app.get(url, (_request, reply) => reply.redirect(to));
  for (const [urls, to] of named)
    for (const url of urls.flatMap(one => [one, `/hue${one}`]))
      app.get<{Querystring: Named}>(url, ({query}, reply) => reply.redirect(to(query)));
  for (const url of ['/notebook/browse/:database/:table', '/notebook/browse/:database/:table/*'])
    for (const at of [url, `/hue${url}`])
      app.get<{Params: {database: string; table: string}}>(at, ({params}, reply) => {
        const names = [params.database, params.table].map(encodeURIComponent);
        return reply.redirect(['/app/tables/-', ...names].join('/'));
      });
  app.get('/hue/jobbrowser/*', ({url}, reply) => reply.redirect(url.slice('/hue'.length)));
  app.get('/api/schema', (_request, reply) => reply.redirect('/api/editor/openapi.json'));
  app.get('/api/swagger', (_request, reply) => reply.redirect('/apidocs/'));
  staticFiles(app, {
    root: shared,
    prefix: '/static/',
    cacheControl: false,
    setHeaders: reply => void reply.setHeader('cache-control', 'no-cache'),
  });
}

/** For whoever follows a link to an address that there is not. */
export function unknownPage(path: string): string {
  return plainHtml({
    title: 'Page not found · Gazetteer Editor',
    heading: 'Page not found',
    intro: `There is nothing at <code>${escapeHtml(path)}</code>`,
    assets: '/static',
    content: `<p><a href="/app/editor/">Open the editor</a></p>
      <p><a href="/app/documents/">Open saved queries</a></p>
      <p><a href="/app/history/">Open the history</a></p>`,
  });
}
