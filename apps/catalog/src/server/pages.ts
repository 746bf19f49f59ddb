import {mkdirSync} from 'node:fs';
import fastifyStatic from '@fastify/static';
import {builtPage, type Log} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';

const home = '/n/index.html';

/** The web UI under `/n/`, where bookmarks of the reference's UI point; other front doors lead there. */
export function pages(app: FastifyInstance, log: Log): void {
  const page = builtPage('catalog', log);
  app.get(home, (_request, reply) => page.send(reply));
  for (const path of ['/', '/index.html', '/n']) app.get(path, (_request, reply) => reply.redirect(home));

  mkdirSync(page.assets, {recursive: true});
  void app.register(async scope => {
    // They hold nothing secret, and a page that is open when its session ends still loads its parts.
    scope.addHook('onRoute', route => {
      route.config = {...route.config, open: true};
    });
    // Their names change with their content.
    await scope.register(fastifyStatic, {
      root: page.assets,
      prefix: '/n/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    });
  });
}
