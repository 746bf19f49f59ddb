import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {loginHtml, openIdButton, type Login, type SingleSignOn} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';

const shared = (name: string): string =>
  fileURLToPath(import.meta.resolve(`@gazetteer/ui/${name}`));
const files = [
  {path: '/theme.css', file: shared('theme.css'), type: 'text/css; charset=utf-8'},
  {path: '/login.css', file: shared('login.css'), type: 'text/css; charset=utf-8'},
  {
    path: '/color-scheme.js',
    file: shared('color-scheme.js'),
    type: 'text/javascript; charset=utf-8',
  },
  {
    path: '/login.js',
    file: join(import.meta.dirname, '..', '..', 'web', 'login', 'login.js'),
    type: 'text/javascript; charset=utf-8',
  },
];

/**
 * The login page, open to everybody; its address is the one that clients of the Atlas API are sent
 * to.
 */
export function loginPage(
  app: FastifyInstance,
  login: Pick<Login, 'openId'>,
  singleSignOn: SingleSignOn | undefined,
): void {
  const page = loginHtml({
    app: {title: 'Gazetteer', name: 'metadata catalog'},
    action: '/j_spring_security_check',
    names: {user: 'j_username', password: 'j_password'},
    assets: '',
    script: '/login.js',
    provider: openIdButton(login),
  });
  const contents = files.map(({path, file, type}) => ({
    path,
    type,
    content: readFileSync(file, 'utf8'),
  }));
  app.get(
    '/login.jsp',
    {config: {open: true}},
    async (request, reply) =>
      // The browser carries the part behind # along, and so needs no word of where to.
      (await singleSignOn?.begin(request, reply, '')) ??
      (await reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)),
  );
  for (const {path, type, content} of contents) {
    app.get(path, {config: {open: true}}, (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
  }
}
