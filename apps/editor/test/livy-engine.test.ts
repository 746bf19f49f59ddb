import assert from 'node:assert/strict';
import {test, type TestContext} from 'node:test';
import {DiskRoom} from '@gazetteer/server';
import {testConfig} from '../src/config/testing.ts';
import {configuredEngines} from '../src/server/configured-engines.ts';
import {asUser, editorForTests} from './editor-fixture.ts';
import {type LivyForTests, livyForTests} from './livy-server.ts';

const unused = {
  record: async () => {
    throw new Error('no Thrift here');
  },
  reset: () => undefined,
};

async function editorWith(t: TestContext, livy: Pick<LivyForTests, 'url'>) {
  const ini = `[spark]\nlivy_server_url=${livy.url}\n[notebook]\n[[interpreters]]
[[[sparksql]]]\ninterface=livy\n[[[pyspark]]]\ninterface=livy\noptions='{"conf": {"spark.executor.memory": "1g"}}'`;
  const engines = (log: Parameters<Parameters<typeof editorForTests>[1] & object>[0]) =>
    configuredEngines({
      config: testConfig(ini),
      servers: unused,
      folder: '',
      disk: new DiskRoom('.', 0),
      log,
    });
  const editor = await editorForTests(t, engines, {ada: 'A', bob: 'B'});
  const ada = asUser(editor, 'ada');
  const run = async (engine: string, statement: string) => {
    const {body} = await ada('POST', `/api/editor/execute/${engine}`, {statement});
    assert.equal(body['status'], 0, JSON.stringify(body));
    return String(body['history_uuid']);
  };
  const ended = async (operationId: string) => {
    for (;;) {
      const {body} = await ada('POST', '/api/editor/check_status', {operationId});
      const {status} = (body['query_status'] ?? {status: 'failed'}) as {status: string};
      if (!['waiting', 'running'].includes(status)) return {status, body};
    }
  };
  const rows = async (operationId: string) => {
    const {text} = await ada('POST', '/api/editor/fetch_result_data', {
      operationId,
      format: 'json',
    });
    return text;
  };
  return {editor, ada, run, ended, rows};
}

test('SQL runs in a Spark session of the user, and its numbers keep all digits', async t => {
  const livy = await livyForTests(t);
  const {run, ended, rows} = await editorWith(t, livy);
  const id = await run('sparksql', 'SELECT 1; SELECT 2');
  assert.equal((await ended(id)).status, 'available');
  const text = await rows(id);
  assert.match(
    text,
    /"data":\[\[9223372036854775807,"12345678901234567\.125","\[\\"a\\"\]",0\.5\],\[1,null,null,2\]\]/,
  );
  const {meta} = (JSON.parse(text) as {result: {meta: {name: string; type: string}[]}}).result;
  assert.deepEqual(
    meta.map(({name, type}) => `${name} ${type}`),
    ['n bigint', 'price decimal(20,3)', 'tags array', 'half double'],
  );
  const [session] = livy.sessions.values();
  assert.deepEqual([session?.proxyUser, session?.kind], ['ada', 'sql']);
  assert.deepEqual(
    session?.statements.map(({code}) => code),
    ['USE `default`', 'SELECT 1'],
  );
  assert.ok(
    livy.asked.every(line => line.endsWith(' ada')),
    livy.asked.join('\n'),
  );
});

test('code stays whole, puts out lines or tables, and variables live on in one session', async t => {
  const livy = await livyForTests(t);
  const {run, ended, rows} = await editorWith(t, livy);
  const code = 'a = 1; b = 2\nprint(a)';
  const id = await run('pyspark', code);
  await ended(id);
  assert.match(await rows(id), /"data":\[\["a = 1; b = 2"\],\["print\(a\)"\]\]/);
  const table = await run('pyspark', 'table');
  await ended(table);
  assert.match(await rows(table), /"data":\[\[1,"x"\]\]/);
  const nothing = await ended(await run('pyspark', 'nothing'));
  assert.equal((nothing.body['query_status'] as {has_result_set: boolean}).has_result_set, false);
  assert.equal(livy.sessions.size, 1);
  const statements = [...livy.sessions.values()].flatMap(session => session.statements);
  assert.ok(statements.some(statement => statement.code === code && statement.kind === 'pyspark'));
  assert.ok(
    statements.filter(({code: sent}) => sent.startsWith('USE')).every(({kind}) => kind === 'sql'),
  );
});

test('what fails says so in the words of the interpreter, and what runs is cancelled', async t => {
  const livy = await livyForTests(t);
  const {run, ended, ada} = await editorWith(t, livy);
  const failed = await ended(await run('pyspark', 'fail'));
  assert.match(JSON.stringify(failed.body), /ZeroDivisionError: division by zero/);
  const waiting = await run('pyspark', 'wait');
  assert.equal(
    (await ada('POST', '/api/editor/cancel_statement', {operationId: waiting})).body['status'],
    0,
  );
  assert.equal((await ended(waiting)).status, 'canceled');
});

test('a session that never starts is told with the end of its log, and not left behind', async t => {
  const livy = await livyForTests(t);
  const {ada} = await editorWith(t, livy);
  livy.dies = true;
  const {body} = await ada('POST', '/api/editor/execute/pyspark', {statement: '1'});
  assert.equal(body['status'], 1);
  assert.match(
    String(body['message']),
    /The Spark session is dead before it began\nstarting\nYARN has no room/,
  );
  assert.equal(livy.sessions.size, 0);
  livy.dies = false;
  assert.equal(
    (await ada('POST', '/api/editor/execute/pyspark', {statement: '1'})).body['status'],
    0,
  );
});

test('names are asked in SQL, whatever the language of the session', async t => {
  const livy = await livyForTests(t);
  const {ada} = await editorWith(t, livy);
  const {body} = await ada('POST', '/api/editor/autocomplete/', {
    type: 'pyspark',
    snippet: {type: 'pyspark'},
  });
  assert.deepEqual(body['databases'], ['9223372036854775807', '1']);
  const [session] = livy.sessions.values();
  assert.deepEqual(
    session?.statements.map(({code, kind}) => `${kind} ${code}`),
    ['sql SHOW DATABASES'],
  );
});

test('a server that is not there is told by its address', async t => {
  const {ada} = await editorWith(t, {url: 'http://127.0.0.1:9'});
  const {body} = await ada('POST', '/api/editor/execute/sparksql', {statement: 'SELECT 1'});
  assert.equal(body['status'], 1);
  assert.match(String(body['message']), /^No answer from http:\/\/127\.0\.0\.1:9/);
});
