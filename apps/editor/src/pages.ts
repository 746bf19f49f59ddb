import {mkdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import fastifyStatic from '@fastify/static';
import {builtPage, type Log} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import {setCsrfCookie} from './http/csrf.ts';

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
  '/jobbrowser',
  '/hue/jobbrowser',
  '/jobbrowser/jobs',
  '/jobbrowser/apps',
];

/** The pages, their files, and other front doors that lead to them. Files hold nothing secret, the login form needs some. */
export function pages(app: FastifyInstance, log: Log): void {
  const page = builtPage('editor', log);
  for (const url of addresses) {
    app.get(url, (request, reply) => {
      if (request.session !== undefined) setCsrfCookie(reply, request.session);
      return page.send(reply, html => html.replace('USER_NAME', () => escaped(request.actor.userName)));
    });
  }
  for (const url of ['/', '/hue']) app.get(url, (_request, reply) => reply.redirect(home));

  mkdirSync(page.assets, {recursive: true});
  void app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = {...route.config, open: true};
    });
    // Their names change with their content.
    await scope.register(fastifyStatic, {
      root: page.assets,
      prefix: '/static/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    });
    await scope.register(fastifyStatic, {
      root: shared,
      prefix: '/static/',
      decorateReply: false,
      cacheControl: false,
      setHeaders: reply => void reply.setHeader('cache-control', 'no-cache'),
    });
  });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
