import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import fastifyStatic from '@fastify/static';
import type {FastifyInstance} from 'fastify';
import {setCsrfCookie} from './http/csrf.ts';

const web = join(import.meta.dirname, '..', 'web');
const shared = fileURLToPath(new URL('.', import.meta.resolve('@gazetteer/ui/theme.css')));
const page = readFileSync(join(web, 'index.html'));
const home = '/app/editor/';

/** The page, its files, and other front doors that lead to it. Files hold nothing secret, the login form needs some. */
export function pages(app: FastifyInstance): void {
  void app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = {...route.config, open: true};
    });
    await scope.register(fastifyStatic, {
      root: [join(web, 'static'), shared],
      prefix: '/static/',
      cacheControl: false,
      setHeaders: reply => void reply.setHeader('cache-control', 'no-cache'),
    });
  });
  for (const url of ['/app/editor', '/hue/editor', '/editor']) {
    app.get(url, (request, reply) => {
      if (request.session !== undefined) setCsrfCookie(reply, request.session);
      return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
    });
  }
  for (const url of ['/', '/hue']) app.get(url, (_request, reply) => reply.redirect(home));
}
