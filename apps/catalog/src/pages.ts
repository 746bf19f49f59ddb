import {randomBytes} from 'node:crypto';
import {mkdirSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import fastifyStatic from '@fastify/static';
import {ensureBuilt, type Log, webPagesOf} from '@gazetteer/server';
import type {FastifyInstance, FastifyReply} from 'fastify';

const home = '/n/index.html';
/** Where the built page wants the nonce of its style elements. */
const placeholder = 'CSP_NONCE';

/**
 * The web UI under `/n/`, where bookmarks of the reference's UI point; other front doors lead there. Its files are built
 * when `npm ci` runs. When they are older than their sources all the same, the first page that is asked for waits for a build.
 */
export function pages(app: FastifyInstance, log: Log): void {
  const web = webPagesOf('catalog');
  const page = join(web.output, 'index.html');
  const build = async () => {
    const start = performance.now();
    const done = await ensureBuilt('catalog', web);
    if (done === 'built')
      log.info({ms: Math.round(performance.now() - start)}, 'pages built anew: their sources had changed');
  };
  let built: Promise<void> | undefined;
  /** Asked once; after a failure the next request tries again. */
  const whenBuilt = () =>
    (built ??= build().catch((error: unknown) => {
      built = undefined;
      throw error;
    }));

  app.get(home, async (_request, reply) => {
    await whenBuilt();
    return withNonce(reply, await readFile(page, 'utf8'));
  });
  for (const path of ['/', '/index.html', '/n']) app.get(path, (_request, reply) => reply.redirect(home));

  mkdirSync(join(web.output, 'assets'), {recursive: true});
  void app.register(async scope => {
    // They hold nothing secret, and a page that is open when its session ends still loads its parts.
    scope.addHook('onRoute', route => {
      route.config = {...route.config, open: true};
    });
    // Their names change with their content.
    await scope.register(fastifyStatic, {
      root: join(web.output, 'assets'),
      prefix: '/n/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
    });
  });
}

/**
 * The component library writes a few style elements at run time (colours of the theme, widths that follow the window). They are
 * allowed by a nonce that is new with every answer; nothing else inline is.
 */
function withNonce(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  if (policy !== '')
    void reply.header('content-security-policy', policy.replace(/style-src [^;]*/, `$& 'nonce-${nonce}'`));
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(html.replaceAll(placeholder, nonce));
}
