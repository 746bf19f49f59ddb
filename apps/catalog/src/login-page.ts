import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {type Login, openIdButton} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';

const folder = join(import.meta.dirname, '..', 'web', 'login');

const files = [
  {path: '/login.jsp', file: join(folder, 'login.html'), type: 'text/html; charset=utf-8'},
  {
    path: '/theme.css',
    file: fileURLToPath(import.meta.resolve('@gazetteer/ui/theme.css')),
    type: 'text/css; charset=utf-8',
  },
  {
    path: '/login.css',
    file: fileURLToPath(import.meta.resolve('@gazetteer/ui/login.css')),
    type: 'text/css; charset=utf-8',
  },
  {
    path: '/color-scheme.js',
    file: fileURLToPath(import.meta.resolve('@gazetteer/ui/color-scheme.js')),
    type: 'text/javascript; charset=utf-8',
  },
  {path: '/login.js', file: join(folder, 'login.js'), type: 'text/javascript; charset=utf-8'},
];

/** The login page, open to everybody; its address is the one that clients of the Atlas API are sent to. */
export function loginPage(app: FastifyInstance, login: Pick<Login, 'openId'>): void {
  for (const {path, file, type} of files) {
    const content = readFileSync(file, 'utf8').replace('<!-- provider -->', () => openIdButton(login));
    app.get(path, {config: {open: true}}, (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
  }
}
