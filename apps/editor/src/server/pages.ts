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

/** Bookmarks of Hue, and where they lead to here. */
const frontDoors = {
  ...Object.fromEntries(['/', '/hue'].map(url => [url, home])),
  ...Object.fromEntries(
    ['/notebook', '/notebook/editor'].flatMap(url => [url, `/hue${url}`]).map(url => [url, home]),
  ),
  ...Object.fromEntries(
    ['/importer', '/indexer', '/indexer/importer']
      .flatMap(url => [url, `/hue${url}`])
      .map(url => [url, '/app/import/']),
  ),
  ...Object.fromEntries(
    ['/home', '/hue/home', '/hue/home2', '/hue/documents'].map(url => [url, '/app/documents/']),
  ),
  '/hue/history': '/app/history/',
  ...Object.fromEntries(
    ['/desktop/dump_config', '/hue/desktop/dump_config'].map(url => [url, '/app/configuration/']),
  ),
  '/api/schema': '/api/editor/openapi.json',
  '/api/swagger': '/apidocs/',
};

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
  for (const [url, to] of Object.entries(frontDoors))
    app.get(url, (_request, reply) => reply.redirect(to));
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
