import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test, type TestContext} from 'node:test';
import {asUser, editorForTests} from './editor-fixture.ts';
import {application, startFakeCluster} from './fake-cluster.ts';

type Reply = {readonly status?: number; readonly json: unknown};

/** A server of Spark sessions as its REST API is documented. */
async function livyFor(t: TestContext): Promise<{url: string; asked: string[]}> {
  const asked: string[] = [];
  const sessions = [
    {
      id: 1,
      name: null,
      state: 'idle',
      kind: 'pyspark',
      owner: 'hue',
      proxyUser: 'ada',
      appInfo: {},
      log: [],
    },
    {
      id: 2,
      name: 'nightly',
      state: 'dead',
      kind: 'sql',
      owner: 'hue',
      proxyUser: 'bob',
      log: ['a', 'out of memory'],
    },
  ];
  const replies: Readonly<Record<string, Reply>> = {
    'GET /sessions': {json: {from: 0, total: 2, sessions}},
    'GET /sessions/1': {json: sessions[0]},
    'GET /sessions/2': {json: sessions[1]},
    'GET /sessions/1/log': {json: {id: 1, log: ['line 1', 'line 2']}},
    'DELETE /sessions/1': {json: {msg: 'deleted'}},
    'GET /batches': {status: 500, json: {msg: 'broken'}},
  };
  const server = createServer((request: IncomingMessage, response) => {
    const {pathname, searchParams} = new URL(request.url ?? '', 'http://x');
    const csrf = request.headers['x-requested-by'] === undefined ? '' : ' with X-Requested-By';
    asked.push(`${request.method} ${pathname} as ${searchParams.get('doAs')}${csrf}`);
    const {status = 200, json} = replies[`${request.method} ${pathname}`] ?? {
      status: 404,
      json: {msg: 'not found'},
    };
    response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(json));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(async () => {
    server.closeAllConnections();
    server.close();
  });
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked};
}

test('Livy sessions are listed, read, and ended by their owner', async t => {
  const {url, asked} = await livyFor(t);
  const ini = `[spark]\nlivy_server_url=${url}/\ncsrf_enabled=true`;
  const editor = await editorForTests(t, undefined, {ada: 'A', root: 'ADMIN'}, ini);
  const ada = asUser(editor, 'ada');
  const {body} = await ada('POST', '/jobbrowser/api/jobs/livy-sessions', {});
  assert.deepEqual(
    (body['apps'] as Record<string, unknown>[]).map(app => [
      app['id'],
      app['name'],
      app['apiStatus'],
      app['user'],
      app['canWrite'],
    ]),
    [
      ['livy-2', 'nightly', 'FAILED', 'bob', false],
      ['livy-1', 'session 1', 'RUNNING', 'ada', true],
    ],
  );
  const logs = await ada('POST', '/jobbrowser/api/job/logs', {
    app_id: '"livy-1"',
    interface: '"livy-sessions"',
  });
  assert.deepEqual(logs.body['logs'], {logs: 'line 1\nline 2', logsList: ['log']});
  const killed = await ada('POST', '/jobbrowser/api/job/action/livy-sessions/kill', {
    app_ids: '["livy-1", "livy-9"]',
  });
  assert.deepEqual(
    [killed.body['kills'], killed.body['message']],
    [['livy-1'], 'There is no job livy-9'],
  );
  assert.ok(asked.includes('DELETE /sessions/1 as ada with X-Requested-By'), asked.join());
  const broken = await ada('POST', '/jobbrowser/api/jobs/livy-batches', {});
  assert.deepEqual(broken.body, {status: 1, message: `${url} answers 500: broken`});
  const unknown = await ada('POST', '/jobbrowser/api/jobs/oozie', {});
  assert.match(
    String(unknown.body['message']),
    /Interface oozie is unknown. There are livy-sessions, livy-batches/,
  );
});

test('where jobs are not shared, others’ are not there; where killing is off, nobody kills', async t => {
  const {url, asked} = await livyFor(t);
  const ini = `[spark]\nlivy_server_url=${url}\n[jobbrowser]\nshare_jobs=false\ndisable_killing_jobs=true`;
  const editor = await editorForTests(t, undefined, {ada: 'A', root: 'ADMIN'}, ini);
  const [ada, root] = [asUser(editor, 'ada'), asUser(editor, 'root')];
  const ids = async (as: typeof ada) =>
    (
      (await as('POST', '/jobbrowser/api/jobs/livy-sessions', {})).body['apps'] as {id: string}[]
    ).map(({id}) => id);
  assert.deepEqual([await ids(ada), await ids(root)], [['livy-1'], ['livy-2', 'livy-1']]);
  const read = await ada('POST', '/jobbrowser/api/job/livy-sessions', {app_id: 'livy-2'});
  assert.match(String(read.body['message']), /no job livy-2/);
  const kill = await ada('POST', '/jobbrowser/api/job/action/livy-sessions/kill', {
    app_ids: ['livy-1'],
  });
  assert.match(String(kill.body['message']), /killing jobs is switched off/);
  assert.equal(
    asked.some(line => line.startsWith('DELETE')),
    false,
  );
});

test('numbers that a double cannot hold are told with all digits: what waits may ask for memory without a limit', async t => {
  const cluster = await startFakeCluster();
  t.after(() => cluster.stop());
  const {rawJSON} = JSON as unknown as {rawJSON(text: string): unknown};
  const capability = {memorySize: rawJSON('9223372036854775807'), vCores: 1};
  cluster.apps.push(application(1, {state: 'ACCEPTED', resourceRequests: [{capability}]}));
  const ini = `[hadoop]\n[[yarn_clusters]]\n[[[default]]]\nresourcemanager_api_url=${cluster.url}`;
  const ada = asUser(await editorForTests(t, undefined, {ada: 'A'}, ini), 'ada');
  const {text} = await ada('POST', '/jobbrowser/api/job/jobs', {
    app_id: 'application_1700000000000_0001',
  });
  assert.match(
    text,
    /"resourceRequests":\[\{"capability":\{"memorySize":9223372036854775807,"vCores":1\}\}\]/,
  );
});

test('who holds which session is seen, and it can be closed with what runs in it', async t => {
  const editor = await editorForTests(t, undefined, {ada: 'A', bob: 'B', root: 'ADMIN'});
  const [ada, bob, root] = [asUser(editor, 'ada'), asUser(editor, 'bob'), asUser(editor, 'root')];
  const run = async (as: typeof ada, statement: string) =>
    String((await as('POST', '/api/editor/execute/hive', {statement})).body['history_uuid']);
  const hanging = await run(ada, 'HANG');
  await bob('POST', '/api/editor/check_status', {operationId: await run(bob, 'HANG')});
  await ada('POST', '/api/editor/check_status', {operationId: hanging});
  type Session = {
    id: string;
    user: string;
    state: string;
    queries: {uuid: string; statement: string}[];
  };
  const sessions = async (as: typeof ada, all = '') =>
    (await as('GET', `/api/v1/sessions${all}`)).body['sessions'] as Session[];
  const [mine] = await sessions(ada);
  assert.deepEqual([mine?.user, mine?.state, mine?.queries[0]?.uuid], ['ada', 'in use', hanging]);
  assert.deepEqual((await sessions(root, '?all=true')).map(({user}) => user).sort(), [
    'ada',
    'bob',
  ]);
  assert.deepEqual(await sessions(root), []);
  assert.equal((await ada('GET', '/api/v1/sessions?all=true')).status, 403);
  assert.equal((await ada('GET', '/api/v1/queries?all=true')).status, 403);
  const queries = (await root('GET', '/api/v1/queries?all=true')).body['queries'] as {
    user: string;
    state: string;
  }[];
  assert.deepEqual(queries.map(({user, state}) => `${user} ${state}`).sort(), [
    'ada running',
    'bob running',
  ]);
  assert.equal((await bob('DELETE', `/api/v1/sessions/${mine?.id}`)).status, 404);
  assert.equal((await bob('POST', `/api/v1/queries/${hanging}/cancel`)).status, 404);
  assert.equal((await root('DELETE', `/api/v1/sessions/${mine?.id}`)).status, 204);
  assert.deepEqual(await sessions(ada), []);
  const {body} = await ada('POST', '/api/editor/check_status', {operationId: hanging});
  assert.equal((body['query_status'] as {status: string}).status, 'canceled');
  const [other] = await sessions(bob);
  assert.equal(
    (await bob('POST', `/api/v1/queries/${other?.queries[0]?.uuid}/cancel`)).status,
    204,
  );
  assert.deepEqual(await sessions(bob), []);
});

test('what is no id of an application is not asked for, wherever its dots lead', async t => {
  const {url, asked} = await livyFor(t);
  const ini = `[hadoop]\n[[yarn_clusters]]\n[[[default]]]\nresourcemanager_api_url=${url}`;
  const ada = asUser(await editorForTests(t, undefined, {ada: 'ADMIN'}, ini), 'ada');
  for (const id of ['..', '.', '../../jobs', 'application_1_2/state', '']) {
    const {body} = await ada('POST', '/jobbrowser/api/job/action/jobs/kill', {app_ids: [id]});
    assert.deepEqual([body['status'], body['message']], [-1, `There is no job ${id}`]);
  }
  assert.deepEqual(asked, []);
  await ada('POST', '/jobbrowser/api/job/jobs', {app_id: 'application_1_2'});
  assert.deepEqual(asked, ['GET /ws/v1/cluster/apps/application_1_2 as ada']);
});
