import {access, constants} from 'node:fs/promises';
import {metric, type ServerMetrics} from '@gazetteer/server';
import type {FastifyInstance} from 'fastify';
import type {Editor} from '../editor.ts';

const open = {config: {open: true}};
const timeoutMs = 5000;

/**
 * What is asked of this process by probes and by Prometheus; nothing that names people, statements
 * or servers.
 */
export function processRoutes(
  app: FastifyInstance,
  e: Editor,
  metrics: ServerMetrics,
  folder: string,
): void {
  app.get('/desktop/debug/is_alive', open, (_request, reply) => reply.type('text/plain').send(''));
  // As Hue answers it, whatever goes on.
  app.get('/desktop/debug/is_idle', open, (_request, reply) =>
    reply.type('text/plain').send('no!'),
  );
  app.get('/desktop/debug/is_ready', open, async (_request, reply) => {
    const problem = await problemOf(e, metrics, folder);
    const code = problem === undefined ? 200 : 503;
    return await reply
      .code(code)
      .type('text/plain; charset=utf-8')
      .send(problem ?? 'ready');
  });
  app.get('/metrics', open, (_request, reply) => {
    const {statements, sessions} = {statements: e.live.count, sessions: e.pool.count};
    const lines = [
      ...metrics.lines(),
      ...metric(
        'gazetteer_editor_statements',
        'gauge',
        'Statements that run or whose results are at hand.',
        statements,
      ),
      ...metric('gazetteer_editor_sessions', 'gauge', 'Sessions on SQL servers.', sessions),
    ];
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

/** Why requests should go elsewhere; undefined when they need not. */
async function problemOf(
  e: Editor,
  metrics: ServerMetrics,
  folder: string,
): Promise<string | undefined> {
  if (metrics.problem !== undefined) return metrics.problem;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('late')), timeoutMs);
  try {
    await Promise.race([e.db.read(session => session.all('SELECT 1')), late.promise]);
    await access(folder, constants.W_OK);
  } catch (error) {
    e.log.error({error}, 'the editor is not ready');
    return 'its store does not answer, or its folder cannot be written to';
  } finally {
    clearTimeout(timer);
  }
  return await e.disk.problem();
}
