import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import type {FastifyInstance} from 'fastify';

const folder = join(import.meta.dirname, '..', 'web');

const files = [
  {path: '/login.jsp', file: 'login.html', type: 'text/html; charset=utf-8'},
  {path: '/login.css', file: 'login.css', type: 'text/css; charset=utf-8'},
  {path: '/login.js', file: 'login.js', type: 'text/javascript; charset=utf-8'},
];

/** The login page, open to everybody; its address is the one that clients of the Atlas API are sent to. */
export function loginPage(app: FastifyInstance): void {
  for (const {path, file, type} of files) {
    const content = readFileSync(join(folder, file));
    app.get(path, {config: {open: true}}, (_request, reply) =>
      reply.type(type).header('cache-control', 'no-cache').send(content),
    );
  }
}
