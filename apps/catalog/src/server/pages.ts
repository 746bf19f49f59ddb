import {builtPage, type Link, type Log, withOtherHalf} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';

const home = '/n/index.html';

/**
 * The web UI under `/n/`, where bookmarks of the reference's UI point; other front doors lead
 * there.
 */
export function pages(app: FastifyInstance, log: Log, link: Link | undefined): void {
  const page = builtPage(app, 'catalog', '/n/assets/', log);
  app.get(home, (_request, reply) => page.send(reply, html => withOtherHalf(html, link)));
  for (const path of ['/', '/index.html', '/n'])
    app.get(path, (_request, reply) => reply.redirect(home));
}
