import {body} from '@gazetteer/kernel';
import {routesOf, streams} from '@gazetteer/kernel/http';
import {parseBody} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import type {Neighbour} from '@gazetteer/server';
import type {FastifyRequest} from 'fastify';
import {callerOf, stream, type Door, type Route} from '../api/route.ts';
import {isCron} from '@gazetteer/server/schedule';
import {enginesOf} from '../openlineage/editor-places.ts';
import {sourceOperations} from './operations.ts';
import * as shapes from './shapes.ts';
import type {SourceToRead} from './source-calls.ts';
import {carryOut} from './source-process.ts';
import {
  listSources,
  saveSource,
  secretsOfSource,
  type CheckedSource,
  type GivenSource,
} from './sources.ts';

/** What answers no sooner is told to be too slow. */
const testMs = 30_000;

const badSource = ['BAD_REQUEST', 'INVALID_PARAMETERS', 'NOT_ALLOWED'] as const;

/** Asked of a process of its own, which takes a while to start: once, as kinds do not change. */
let types: Promise<unknown> | undefined;

/** What a test of a source needs beside the catalog. */
export type SourceDoor = Door & {
  /** The editor, where there is one. */
  readonly editor: () => Neighbour | undefined;
};

/** Sources and their runs; what needs the clients of sources starts a process of its own. */
export const sourceRoutes: readonly Route<SourceDoor>[] = [
  ...routesOf(sourceOperations),
  stream(
    'GET /v2/sources/types',
    {
      summary: 'Kinds of sources and what each is asked',
      description: 'For forms; `docs/source-keys.md` has the same. An addition to the Atlas API.',
      answer: shapes.sourceTypes,
    },
    async (_input, _request, reply) => {
      types ??= carryOut({kind: 'describe'}).catch((error: unknown) => {
        types = undefined;
        throw error;
      });
      return await reply.send({types: await types});
    },
  ),
  streams<SourceDoor>()(
    'GET /v2/sources/types/engines',
    {
      summary: 'Engines of the editor and which sources read them',
      description:
        'For administrators: those that the caller may use in the editor beside the catalog; none where there is no editor or it does not answer. An addition to the Atlas API.',
      answer: shapes.sourceEngines,
      errors: ['NOT_ALLOWED'],
    },
    async (_input, request, reply, {host, editor}) => {
      const {sources} = await host.call(listSources, callerOf(request), {});
      const neighbour = editor();
      const engines = neighbour === undefined ? [] : await enginesOf(neighbour, request);
      // A source with an address reads an editor elsewhere.
      const own = sources.filter(
        one => one.type === 'editor-engine' && one.config['url'] === undefined,
      );
      return await reply.send({
        engines: engines.map(({engine, name}) => ({
          engine,
          name,
          sources: own.filter(one => one.config['engine'] === engine).map(one => one.name),
        })),
      });
    },
  ),
  stream(
    'POST /v2/sources',
    {
      change: 'rehearsed',
      summary: 'Add a source',
      description:
        'For administrators. What is wrong with its keys is told at once; whether it answers is told by POST /v2/sources/test. It is read in the name of whoever saved it last.',
      body: body(shapes.sourceInput),
      answer: shapes.source,
      errors: [...badSource, 'CONFLICT'],
    },
    async (input, request, reply, {run, host}) => {
      const source = await checked(input.body, request, host);
      return await run(request, reply, saveSource, {source, isNew: true});
    },
  ),
  stream(
    'PUT /v2/sources/{name}',
    {
      change: 'rehearsed',
      summary: 'Change a source',
      description:
        'For administrators. As when it was added. A secret that is left out is kept as long as the source is at the same place (host, port, URL, endpoint, brokers); null takes it away. Its name stays.',
      body: body(shapes.sourceInput),
      answer: shapes.source,
      errors: [...badSource, 'NOT_FOUND'],
    },
    async ({name, ...input}, request, reply, {run, host}) => {
      const source = await checked(input.body, request, host, name);
      return await run(request, reply, saveSource, {source, isNew: false});
    },
  ),
  streams<SourceDoor>()(
    'POST /v2/sources/test',
    {
      change: 'unrehearsed',
      summary: 'Connect to a source',
      description:
        'For administrators. Saved or not; secrets that are left out are those of the saved source of this name. Tells what answered, or why nothing did.',
      body: body(shapes.sourceInput),
      answer: shapes.testResult,
      errors: badSource,
    },
    async (input, request, reply, {host, editor}) => {
      const source = await withSecrets(sourceIn(input.body), request, host);
      const signal = AbortSignal.timeout(testMs);
      const askEditor = editor()?.fetchAs(request.actor, testMs);
      try {
        return await reply.send({
          message: await carryOut<string>({kind: 'test', source}, {askEditor, signal}),
        });
      } catch (error) {
        if (!signal.aborted) throw error;
        throw new AppError('BAD_REQUEST', [`Nothing answered within ${testMs / 1000} s.`]);
      }
    },
  ),
];

type Host = Pick<Door['host'], 'call'>;

/** @throws BAD_REQUEST, INVALID_PARAMETERS, NOT_ALLOWED */
async function checked(
  text: string,
  request: FastifyRequest,
  host: Host,
  name?: string,
): Promise<CheckedSource> {
  const given = sourceIn(text, name);
  // Whoever may not add sources hears of that, and no process is started for it.
  const whole = await withSecrets(given, request, host);
  const {secrets} = await carryOut<{secrets: string[]}>({kind: 'check', source: whole});
  return {...given, secrets};
}

async function withSecrets(
  {name, type, config, removed}: GivenSource,
  request: FastifyRequest,
  host: Host,
): Promise<SourceToRead> {
  const given = {name, type, config, removed};
  const secrets = await host.call(secretsOfSource, callerOf(request), given);
  return {name, type, config: {...secrets, ...config}};
}

/** @throws BAD_REQUEST */
function sourceIn(text: string, ownName?: string): Omit<CheckedSource, 'secrets'> {
  const json = (parseBody(shapes.sourceInput, text) ?? {}) as Record<string, unknown>;
  const {name = ownName, type, config, schedule, maxDeletes = 20} = json;
  if (ownName !== undefined && name !== ownName)
    throw bad(`The name of a source stays: ${ownName}.`);
  if (typeof name !== 'string' || typeof type !== 'string') throw bad('name and type are texts.');
  const times = schedule ?? '';
  if (typeof times !== 'string' || (times !== '' && !isCron(times)))
    throw bad('schedule is a cron expression, such as "0 3 * * *", or empty.');
  if (!Number.isInteger(maxDeletes) || (maxDeletes as number) < 0 || (maxDeletes as number) > 100)
    throw bad('maxDeletes is a whole number from 0 to 100.');
  if (typeof config !== 'object' || config === null || Array.isArray(config))
    throw bad('config is an object of keys and their values.');
  if (reserved.test(name)) throw bad(`A source cannot be called ${name}.`);
  const entries = Object.entries(config).filter(([, value]) => value !== '');
  const values = entries.filter(([, value]) => value !== null);
  return {
    name,
    type,
    config: Object.fromEntries(values.map(([key, value]) => [key, valueOf(key, value)])),
    removed: entries.filter(([, value]) => value === null).map(([key]) => key),
    schedule: times,
    maxDeletes: maxDeletes as number,
  };
}

/** What addresses below `/v2/sources` mean something else by, or cannot have. */
const reserved = /^(types|runs|test|\.{1,2})$/;

function valueOf(key: string, value: unknown): string | string[] {
  if (Array.isArray(value) && value.every(one => typeof one === 'string')) return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string')
    return String(value);
  throw bad(`${key} is a text or a list of texts.`);
}

/** What is wrong with what somebody typed. */
const bad = (message: string) => new AppError('BAD_REQUEST', [message]);
