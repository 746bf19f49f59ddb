import {randomBytes} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {FastifyReply} from 'fastify';
import type {Log} from '../log.ts';
import {ensureBuilt, webPagesOf} from './web-pages.ts';

/** Where the built page wants the nonce of its style elements. */
const placeholder = 'CSP_NONCE';

export type BuiltPage = {
  /** Folder of the files that the page loads. */
  readonly assets: string;
  /**
   * Answers with the page, built anew before where its sources have changed.
   * @param fill what only this answer has in it; what it puts in must be escaped
   */
  send(reply: FastifyReply, fill?: (html: string) => string): Promise<FastifyReply>;
};

/**
 * The page of an app. It is built when `npm ci` runs; when it is older than its sources all the same, the first request for it
 * waits for a build.
 */
export function builtPage(app: string, log: Log): BuiltPage {
  const web = webPagesOf(app);
  const build = async () => {
    const start = performance.now();
    const done = await ensureBuilt(app, web);
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
  return {
    assets: join(web.output, 'assets'),
    send: async (reply, fill = html => html) => {
      await whenBuilt();
      return sendWithNonce(reply, fill(await readFile(join(web.output, 'index.html'), 'utf8')));
    },
  };
}

/**
 * The component library writes a few style elements at run time (colours of the theme, widths that follow the window). They are
 * allowed by a nonce that is new with every answer; nothing else inline is.
 */
function sendWithNonce(reply: FastifyReply, html: string): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = String(reply.getHeader('content-security-policy') ?? '');
  if (policy !== '')
    void reply.header('content-security-policy', policy.replace(/style-src [^;]*/, `$& 'nonce-${nonce}'`));
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(html.replaceAll(placeholder, nonce));
}
