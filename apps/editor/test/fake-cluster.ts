import {once} from 'node:events';
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';

type Application = Record<string, unknown> & {
  id: string;
  name: string;
  user: string;
  state: string;
};

/** A resource manager, a node and a Livy server in one, as their REST APIs are documented. */
export type FakeCluster = {
  readonly url: string;
  readonly apps: Application[];
  readonly batches: Record<string, unknown>[];
  /** Answers nothing but this status. */
  failure: number | undefined;
  stop(): Promise<void>;
};

export async function startFakeCluster(): Promise<FakeCluster> {
  const cluster = {
    apps: [] as Application[],
    batches: [] as Record<string, unknown>[],
    failure: undefined,
  };
  const server = createServer(async (request, response) => {
    const {status = 200, json, text} = await answer(cluster, request);
    response.writeHead(status, {
      'content-type': text === undefined ? 'application/json' : 'text/plain',
    });
    response.end(text ?? JSON.stringify(json));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(cluster, {
    url,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

type Reply = {readonly status?: number; readonly json?: unknown; readonly text?: string};

async function answer(
  {apps, batches, failure}: Pick<FakeCluster, 'apps' | 'batches' | 'failure'>,
  request: IncomingMessage,
): Promise<Reply> {
  const {pathname, searchParams: query} = new URL(request.url ?? '', 'http://x');
  const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
  if (failure !== undefined)
    return {status: failure, json: {RemoteException: {message: 'the disk is full'}}};
  if (pathname === '/ws/v1/cluster/apps') {
    const states = query.get('states')?.split(',');
    const found = apps.filter(
      ({user, state, startedTime}) =>
        (query.get('user') ?? user) === user &&
        (states?.includes(state) ?? true) &&
        Number(startedTime) >= Number(query.get('startedTimeBegin') ?? 0),
    );
    return {json: {apps: {app: found.slice(0, Number(query.get('limit')))}}};
  }
  const [, id, part] = /^\/ws\/v1\/cluster\/apps\/(\w+)(\/state)?$/.exec(pathname) ?? [];
  const app = apps.find(one => one.id === id);
  if (app !== undefined && part === undefined) return {json: {app}};
  if (app !== undefined) {
    const {state} = JSON.parse(body) as {state: string};
    Object.assign(app, {
      state,
      finalStatus: state,
      finishedTime: Date.now(),
      diagnostics: 'killed by user admin',
    });
    return {status: 202, json: {state}};
  }
  const log = /^\/ws\/v1\/node\/containers\/\w+\/logs\/(\w+)$/.exec(pathname)?.[1];
  if (log !== undefined)
    return log === 'syslog' ? {status: 404, json: {}} : {text: `${log}: line 1\n${log}: line 2\n`};
  if (pathname === '/sessions') return {json: {from: 0, total: 0, sessions: []}};
  if (pathname === '/batches') return {json: {from: 0, total: batches.length, sessions: batches}};
  const batch = batches.find(one => one['id'] === Number(/^\/batches\/(\d+)/.exec(pathname)?.[1]));
  if (batch !== undefined && request.method === 'DELETE') {
    batch['state'] = 'killed';
    return {json: {msg: 'deleted'}};
  }
  if (batch !== undefined)
    return {
      json: pathname.endsWith('/log') ? {id: batch['id'], log: ['stdout: ', 'COUNT 1000']} : batch,
    };
  return {status: 404, json: {msg: 'not found'}};
}

/** An application as the manager tells it. */
export function application(number: number, changes: Partial<Application> = {}): Application {
  return {
    id: `application_1700000000000_${String(number).padStart(4, '0')}`,
    name: `nightly ${number}`,
    user: 'ada',
    queue: 'default',
    state: 'FINISHED',
    finalStatus: 'SUCCEEDED',
    progress: 100,
    applicationType: 'SPARK',
    startedTime: Date.now() - number * 60_000,
    finishedTime: Date.now(),
    diagnostics: '',
    ...changes,
  };
}
