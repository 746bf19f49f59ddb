import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {FastifyInstance, FastifyReply} from 'fastify';
import {find} from './find.ts';
import {type Library, readLibrary} from './library.ts';
import {docsHtml, foundHtml, layout, missingHtml} from './layout.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs');
const files = {
  'theme.css': fileURLToPath(import.meta.resolve('@gazetteer/ui/theme.css')),
  'color-scheme.js': fileURLToPath(import.meta.resolve('@gazetteer/ui/color-scheme.js')),
  'docs.css': fileURLToPath(import.meta.resolve('@gazetteer/ui/docs.css')),
  'docs.js': fileURLToPath(import.meta.resolve('@gazetteer/ui/docs.js')),
};
const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};
const open = {config: {open: true}};
/** Longer queries than somebody types are cut. */
const longestQuery = 200;

/**
 * The documentation under `/docs/`, for everybody: whoever cannot log in finds there why. `product`
 * names where pages lead back to.
 */
export function docsRoutes(
  app: FastifyInstance,
  product: {readonly name: string; readonly home: string},
): void {
  // Pages are rendered when somebody asks for the first of them.
  let read: Library | undefined;
  const library = () => (read ??= readLibrary(folder));
  const html = 'text/html; charset=utf-8';

  app.get<{Querystring: {q?: string | string[]}}>('/docs/', open, (request, reply) => {
    const query = [request.query.q ?? ''].flat().join(' ').slice(0, longestQuery);
    const content =
      query.trim() === '' ? docsHtml(library().home) : foundHtml(query, find(library(), query));
    return reply.type(html).send(layout({library: library(), product, query, ...content}));
  });

  app.get<{Params: {name: string}}>('/docs/:name', open, (request, reply) => {
    const name = request.params.name.replace(/\.(md|html)$/, '');
    if (name === 'index') return reply.redirect('/docs/');
    const page = library().byName.get(name);
    if (page === undefined) void reply.code(404);
    else if (name !== request.params.name) return reply.redirect(`/docs/${name}`);
    const content = page === undefined ? missingHtml() : docsHtml(page);
    return reply
      .type(html)
      .send(layout({library: library(), product, query: '', current: page, ...content}));
  });

  for (const [name, path] of Object.entries(files)) {
    app.get(`/docs/assets/${name}`, open, (_request, reply) => sendFile(reply, path));
  }
  app.get<{Params: {name: string}}>('/docs/pictures/:name', open, (request, reply) => {
    // Of what lies beside the pages only what they show is sent.
    const isShown = library().pictures.has(request.params.name);
    return isShown
      ? sendFile(reply, join(folder, 'pictures', request.params.name))
      : reply.callNotFound();
  });
}

function sendFile(reply: FastifyReply, path: string): FastifyReply {
  const type = types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return reply.type(type).header('cache-control', 'no-cache').send(readFileSync(path));
}
