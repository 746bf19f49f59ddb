// The process that reads one source: what its client libraries do, and what they need of memory,
// is never the server's.
import {ApiError, CatalogClient} from '@gazetteer/client';
import {describedSource, describedTypes} from '@gazetteer/connectors/described-source';
import type {Outcome} from '@gazetteer/connectors/sync';
import type {
  CatalogAnswer,
  CatalogRequest,
  FromHost,
  Named,
  SourceTask,
  ReadOutcome,
  SourceToRead,
  ToHost,
} from './source-calls.ts';

/** Longer lists tell nobody more; counts are whole. */
const maxNames = 100;
const maxProblems = 50;

const stopped = new AbortController();
const waiting = new Map<number, (answer: CatalogAnswer) => void>();
let lastId = 0;

const say = (message: FromHost) => process.send?.(message);

process.on('message', (message: ToHost) => {
  if ('answer' in message) waiting.get(message.answer.id)?.(message.answer);
  else if ('isStopped' in message) stopped.abort(new Error('The reading was canceled.'));
  else void carryOut(message.task);
});
// A terminal and a service manager tell the whole group to end: the server says when this does.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
// The server has gone: nobody takes what is read.
process.on('disconnect', () => process.exit(0));

async function carryOut(task: SourceTask): Promise<void> {
  try {
    say({done: await answerTo(task)});
  } catch (error) {
    const isInvalid = error instanceof InvalidSource;
    say({failed: messageOf(error), isInvalid});
  }
}

class InvalidSource extends Error {}

async function answerTo(task: SourceTask): Promise<unknown> {
  if (task.kind === 'describe') return await describedTypes();
  const {source, secrets} = await sourceIn(task.source);
  if (task.kind === 'check') return {secrets};
  const editor = askServer('editor');
  if (task.kind !== 'read')
    return await source.connector.test(source.config, stopped.signal, {editor});
  // With what reads queries of views, which a check needs nothing of.
  const {sync} = await import('@gazetteer/connectors/sync');
  return shortened(
    await sync(source, new CatalogClient({baseUrl: '/api/meta', fetch: askServer('catalog')}), {
      dryRun: task.isRehearsal,
      maxDeletes: task.maxDeletes,
      moreDeletes: 'set “Delete at most” to 100 % for one run',
      signal: stopped.signal,
      editor,
      onProgress: assets => void say({assets}),
    }),
  );
}

/** @throws InvalidSource */
async function sourceIn(given: SourceToRead) {
  const {source, errors} = await describedSource(given, process.env);
  if (source === undefined || errors.length > 0) throw new InvalidSource(errors.join(' '));
  const keys = Object.entries(source.connector.keys);
  return {source, secrets: keys.filter(([, key]) => key.secret === 'all').map(([name]) => name)};
}

function shortened({assets, created, changed, deleted, problems}: Outcome): ReadOutcome {
  const first = (names: readonly string[]): Named => ({
    count: names.length,
    names: names.slice(0, maxNames),
  });
  return {
    assets,
    created: first(created),
    changed: first(changed),
    deleted: first(deleted),
    problems: problems.slice(0, maxProblems),
  };
}

/** `fetch` over the channel to the server. */
function askServer(to: CatalogRequest['to']): typeof fetch {
  return async (input, init = {}) => {
    init.signal?.throwIfAborted();
    const request: CatalogRequest = {
      id: ++lastId,
      to,
      method: init.method ?? 'GET',
      path: String(input),
      headers: init.headers as Record<string, string>,
      body: init.body as string | undefined,
    };
    const {promise, resolve} = Promise.withResolvers<CatalogAnswer>();
    waiting.set(request.id, resolve);
    say({request});
    const {status, headers, body} = await promise;
    waiting.delete(request.id);
    return new Response(status === 204 ? null : body, {
      status,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    });
  };
}

function messageOf(error: unknown): string {
  if (error instanceof ApiError) return `The catalog refused: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
