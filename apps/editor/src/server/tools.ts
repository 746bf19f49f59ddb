import {setTimeout as wait} from 'node:timers/promises';
import {toolOf, type ToolOf} from '@gazetteer/kernel/http';
import type {At} from '@gazetteer/kernel';
import {RefusedRequest, type Tool, type ToolCall} from '@gazetteer/server';
import {readsOnly} from '@gazetteer/sql';
import type {LiveStatements} from '../statement/live-statements.ts';
import {editorDocument} from './api.ts';

const engine = 'The `id` of an engine, as list_engines has it';
const names = {type: 'engine'} as const;

/** What assistants can read, by the addresses that answer it. */
const tools: readonly (readonly [At, ToolOf])[] = [
  [
    'GET /api/v1/connector/instances',
    {
      name: 'list_engines',
      title: 'List engines',
      use: 'The first thing to use: the `id` of an engine is what the other tools call `engine`.',
    },
  ],
  [
    'POST /api/editor/autocomplete',
    {name: 'list_databases', title: 'List databases', only: ['type'], names},
  ],
  [
    'POST /api/editor/autocomplete/{*names}',
    {
      name: 'list_tables',
      title: 'List tables of a database, or columns of a table',
      use: '`names` is ["sales"] for the tables of a database, ["sales", "orders"] for the columns of a table.',
      only: ['names', 'type', 'filter', 'from', 'limit'],
      names,
    },
  ],
  [
    'POST /api/editor/describe/{*names}',
    {
      name: 'describe_table',
      title: 'Describe a table',
      use: '`names` is ["sales", "orders"].',
      only: ['names', 'source_type'],
      names: {source_type: 'engine'},
    },
  ],
  [
    'POST /api/editor/sample/{*names}',
    {
      name: 'sample_table',
      title: 'Read some rows of a table',
      use: '`names` is ["sales", "orders"].',
      only: ['names', 'type'],
      names,
    },
  ],
  [
    'GET /api/v1/documents',
    {
      name: 'search_saved_queries',
      title: 'Search saved queries',
      use: 'How people here ask such questions: look before you write a statement of your own.',
      only: ['text', 'limit'],
      fixed: {kind: 'query'},
    },
  ],
  [
    'GET /api/v1/documents/{uuid}',
    {name: 'get_saved_query', title: 'Get a saved query with its text', only: ['uuid']},
  ],
  [
    'GET /api/v1/history',
    {
      name: 'search_history',
      title: 'Search what the caller ran',
      only: ['text', 'engine', 'state', 'limit'],
    },
  ],
];

/** Where statements run that tools have begun. */
type Live = Pick<LiveStatements, 'known' | 'close'>;

/** @param mayChange whether statements that write may be run, too */
export function editorTools(mayChange: boolean, live: Live): readonly Tool[] {
  const asked = tools.map(([at, wanted]) => toolOf(editorDocument(), '', at, wanted));
  return [...asked, runStatement(mayChange, live)].map(tool => ({
    ...tool,
    call: async (call, args) => await tool.call({...call, ask: saying(call.ask)}, args),
  }));
}

/** Calls of the editor answer failures with status 200 and a number inside. */
function saying(ask: ToolCall['ask']): ToolCall['ask'] {
  return async request => {
    const answer = await ask(request);
    const {status = 0, message, error} = (answer ?? {}) as Readonly<Record<string, unknown>>;
    if (typeof status !== 'number' || (status === 0 && error === undefined)) return answer;
    throw new RefusedRequest(400, String(message ?? error ?? 'The request failed'));
  };
}

const maxRows = 1000;
const maxSeconds = 600;

function runStatement(mayChange: boolean, live: Live): Tool {
  const reading = mayChange
    ? ''
    : ' It has to be one that reads: SELECT, WITH, SHOW, DESCRIBE, EXPLAIN.';
  return {
    name: 'run_statement',
    title: 'Run a statement',
    description: `Runs one SQL statement on an engine with the rights of the caller, waits for it and answers its first rows. It stands in the caller's history.${reading} Ask for few rows and let the engine filter and aggregate.`,
    input: {
      type: 'object',
      properties: {
        engine: {type: 'string', description: engine},
        statement: {type: 'string', description: 'In the SQL of the engine'},
        database: {type: 'string', description: 'For names without one'},
        limit: {
          type: 'integer',
          description: 'How many rows at most',
          default: 100,
          minimum: 1,
          maximum: maxRows,
        },
        timeoutSeconds: {
          type: 'integer',
          description: 'After this time it is cancelled',
          default: 60,
          minimum: 1,
          maximum: maxSeconds,
        },
      },
      required: ['engine', 'statement'],
    },
    isChange: mayChange,
    call: async (call, args) => {
      const statement = String(args['statement']);
      if (!mayChange && !readsOnly(statement, await dialectOf(call, String(args['engine']))))
        throw new RefusedRequest(
          403,
          'Only one statement of SQL that reads may be run here: SELECT, WITH, SHOW, DESCRIBE, EXPLAIN, without variables. The operator allows others with --mcp write.',
        );
      const limit = numberIn(args, 'limit', 100, maxRows);
      const seconds = numberIn(args, 'timeoutSeconds', 60, maxSeconds);
      const operationId = await started(call, {...args, statement});
      const ask = async (name: string, json: object = {}) =>
        await call.ask({
          method: 'POST',
          path: `/api/editor/${name}`,
          json: {operationId, ...json},
        });
      try {
        await ended(call, ask, seconds);
        const data = await ask('fetch_result_data', {rows: limit, format: 'json'});
        return {...resultOf(data as Fetched), historyUuid: operationId};
      } finally {
        // Not by a request: the caller's token may have been revoked while it ran.
        await end(live, operationId);
      }
    },
  };
}

/** One that still runs is cancelled. */
async function end(live: Live, uuid: string): Promise<void> {
  const statement = live.known(uuid);
  if (statement === undefined) return;
  try {
    await statement.cancel();
  } finally {
    await live.close(statement);
  }
}

type Fetched = {
  readonly result: {
    readonly meta: readonly {readonly name: string; readonly type: string}[];
    readonly data: readonly (readonly unknown[])[];
    readonly has_more: boolean;
  };
};

function resultOf({result: {meta, data, has_more: hasMore}}: Fetched): object {
  const columns = meta.map(({name, type}) => ({name, type}));
  return {columns, rows: data, hasMore};
}

/** @throws RefusedRequest where the caller has no such engine */
async function dialectOf({ask}: ToolCall, engine: string): Promise<string> {
  const answer = await ask({method: 'GET', path: '/api/v1/connector/instances'});
  const {connectors} = answer as Engines;
  const engines = connectors.flatMap(({values}) => values);
  const found = engines.find(({id}) => id === engine);
  if (found !== undefined) return found.dialect;
  const ids = engines.map(({id}) => id).join(', ');
  throw new RefusedRequest(404, `There is no engine ${engine}; there are ${ids}`);
}

type Engines = {
  readonly connectors: readonly {
    readonly values: readonly {readonly id: string; readonly dialect: string}[];
  }[];
};

async function started({ask}: ToolCall, args: Readonly<Record<string, unknown>>): Promise<string> {
  const {engine: id, statement, database} = args;
  const answer = await ask({
    method: 'POST',
    path: `/api/editor/execute/${encodeURIComponent(String(id))}`,
    json: {statement, ...(database === undefined ? {} : {database})},
  });
  return (answer as {history_uuid: string}).history_uuid;
}

/** @throws RefusedRequest when it has failed, or has not ended in time */
async function ended(
  {signal}: ToolCall,
  ask: (name: string) => Promise<unknown>,
  seconds: number,
): Promise<void> {
  const until = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
  for (let pause = 20; ; pause = Math.min(pause * 2, 1000)) {
    const {query_status: progress} = (await ask('check_status')) as {
      query_status: {status: string};
    };
    if (progress.status === 'available') return;
    try {
      await wait(pause, undefined, {signal: until});
    } catch {
      throw new RefusedRequest(408, `Cancelled: it had not ended after ${seconds} s`);
    }
  }
}

function numberIn(
  args: Readonly<Record<string, unknown>>,
  name: string,
  otherwise: number,
  max: number,
): number {
  const value = args[name] ?? otherwise;
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > max)
    throw new RefusedRequest(400, `${name} has to be a number from 1 to ${max}`);
  return value as number;
}
