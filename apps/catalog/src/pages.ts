import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import type {FastifyInstance} from 'fastify';

const home = '/n/index.html';

/** The web UI under `/n/`, where bookmarks of the reference's UI point; other front doors lead there. */
export function pages(app: FastifyInstance): void {
  void app.register(fastifyStatic, {
    root: join(import.meta.dirname, '..', 'web'),
    prefix: '/n/',
    cacheControl: false,
    setHeaders: reply => void reply.setHeader('cache-control', 'no-cache'),
  });
  for (const path of ['/', '/index.html', '/n']) app.get(path, (_request, reply) => reply.redirect(home));
}
