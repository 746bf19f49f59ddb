import {randomBytes} from 'node:crypto';
import {mkdirSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import fastifyStatic, {type FastifyStaticOptions} from '@fastify/static';
import type {FastifyInstance, FastifyReply} from 'fastify';
import type {Log} from '../log.ts';
import {ensureBuilt, webPagesOf} from './web-pages.ts';

/** Where the built page wants the nonce of its style elements. */
const placeholder = 'CSP_NONCE';

export type BuiltPage = {
  /**
   * Answers with the page, built anew before where its sources have changed.
   * @param fill what only this answer has in it; what it puts in must be escaped
   */
  send(reply: FastifyReply, fill?: (html: string) => string): Promise<FastifyReply>;
};

/**
 * The page of an app, whose files are served below `prefix`. It is built when `npm ci` runs; when
 * it is older than its sources all the same, the first request for it waits for a build.
 */
export function builtPage(app: FastifyInstance, name: string, prefix: string, log: Log): BuiltPage {
  const web = webPagesOf(name);
  const assets = join(web.output, 'assets');
  // Before the first build there is no such folder, and none would be served afterwards.
  mkdirSync(assets, {recursive: true});
  // Their names change with their content.
  staticFiles(app, {root: assets, prefix, preCompressed: true, immutable: true, maxAge: '365d'});
  const build = async () => {
    const start = performance.now();
    const done = await ensureBuilt(name, web);
    if (done === 'built')
      log.info(
        {ms: Math.round(performance.now() - start)},
        'pages built anew: their sources had changed',
      );
  };
  let built: Promise<void> | undefined;
  /** Asked once; after a failure the next request tries again. */
  const whenBuilt = () =>
    (built ??= build().catch((error: unknown) => {
      built = undefined;
      throw error;
    }));
  return {
    send: async (reply, fill = html => html) => {
      await whenBuilt();
      return sendWithNonce(reply, fill(await readFile(join(web.output, 'index.html'), 'utf8')));
    },
  };
}

/**
 * Serves the files of a folder to everybody: they hold nothing secret, the login form needs some,
 * and a page that is open when its session ends still loads its parts.
 */
export function staticFiles(app: FastifyInstance, files: FastifyStaticOptions): void {
  void app.register(async scope => {
    scope.addHook('onRoute', route => {
      route.config = {...route.config, open: true};
    });
    // Replies are not decorated: an app has several of these.
    await scope.register(fastifyStatic, {...files, decorateReply: false});
  });
}

/**
 * The component library writes a few style elements at run time (colours of the theme, widths that
 * follow the window). They are allowed by a nonce that is new with every answer; nothing else
 * inline is.
 */
function sendWithNonce(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  if (policy !== '')
    void reply.header(
      'content-security-policy',
      policy.replace(/style-src [^;]*/, `$& 'nonce-${nonce}'`),
    );
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(html.replaceAll(placeholder, nonce));
}
