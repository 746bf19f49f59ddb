// What both servers of a process send of their requests: from the request over its operation and
// its thread to the transactions, and from one server to the other.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {createServer} from 'node:net';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, test, type TestContext} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {receiveSpans, type ReceivedSpan} from '../packages/server/test/span-receiver.ts';
import {startEditorProcess, temporaryFolder} from './editor/test/editor-process.ts';

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

const authorization = `Basic ${btoa('admin:admin')}`;
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

/** OpenTelemetry's own collector, where somebody has built it (`packages/server/test/otelcol`). */
const collector = join(import.meta.dirname, '..', '.cache', 'otelcol', 'otelcol');

/** What leads from a span to its request: the names, the span itself first. */
function pathOf(spans: readonly ReceivedSpan[], span: ReceivedSpan): string[] {
  const parent = spans.find(one => one.spanId === span.parentSpanId);
  return [span.name, ...(parent === undefined ? [] : pathOf(spans, parent))];
}

const entity = (name: string) => ({
  entity: {
    typeName: 'hive_db',
    guid: '-1',
    attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x'},
  },
});

async function asked(t: TestContext, args: readonly string[], target: string) {
  const data = await temporaryFolder(t);
  const both = await startEditorProcess([
    '--http-port',
    '0',
    '--data',
    data,
    '--otlp-url',
    target,
    '--trace-ratio',
    '0',
    ...args,
  ]);
  t.after(() => both.kill());
  const catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
  const ask = async (url: string, body?: unknown) => {
    const answer = await fetch(url, {
      ...(body === undefined ? {} : {method: 'POST', body: JSON.stringify(body)}),
      headers: {authorization, traceparent, 'content-type': 'application/json'},
    });
    assert.equal(answer.status, 200, await answer.text());
  };
  await fetch(`${catalog}/api/atlas/v2/types/typedefs/headers`, {headers: {authorization}});
  await ask(`${catalog}/api/atlas/v2/entity`, entity('secret_name'));
  await ask(`${catalog}/api/atlas/v2/search/basic`, {typeName: 'hive_db', query: 'secret_name'});
  await ask(
    `${catalog}/api/atlas/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=secret_name@x`,
  );
  await ask(`${catalog}/account/other`);
  await ask(`${both.url}/api/v1/documents`);
  // What waits is sent when the servers stop.
  assert.equal(await both.stop(), 0, both.output());
}

function check(spans: readonly ReceivedSpan[], isFile: boolean): void {
  const named = (name: string) => spans.filter(one => one.name === name);
  assert.deepEqual([...new Set(spans.map(one => one.traceId))], [traceId], 'what is not sampled');
  const route = (name: string) => `/api/atlas/v2/${name}`;
  const roots = spans.filter(one => one.parentSpanId === '00f067aa0ba902b7');
  assert.deepEqual(
    roots.map(one => one.name).sort(),
    [
      'GET /account/other',
      'GET /api/v1/documents',
      `GET ${route('entity/uniqueAttribute/type/:typeName')}`,
      `POST ${route('entity')}`,
      `POST ${route('search/basic')}`,
    ].sort(),
  );
  const save = spans.find(
    one => one.attributes['gazetteer.transaction'] === 'write' && one.service.endsWith('catalog'),
  );
  assert.ok(save !== undefined);
  const {'gazetteer.statements': statements, 'db.system.name': system} = save.attributes;
  assert.ok(Number(statements) > 3, `${statements} statements`);
  assert.equal(system, isFile ? 'sqlite' : 'postgresql');
  assert.equal(save.kind, 3);
  assert.deepEqual(pathOf(spans, save).slice(1), [
    ...(isFile ? ['writer'] : []),
    'saveEntity',
    `POST ${route('entity')}`,
  ]);
  assert.equal(named('saveEntity')[0]?.attributes['gazetteer.runs.on'], 'writer');
  assert.equal(named('queue').length, 1, 'the search waits for its turn');
  const [there] = named('GET /account/pages');
  assert.ok(there !== undefined);
  assert.deepEqual(pathOf(spans, there), [
    'GET /account/pages',
    'GET editor',
    'GET /account/other',
  ]);
  assert.equal(there.service, 'gazetteer-editor');
  const store = spans.find(
    one =>
      one.name === 'editor store read' && pathOf(spans, one).at(-1) === 'GET /api/v1/documents',
  );
  assert.ok(Number(store?.attributes['gazetteer.statements']) > 0);
  assert.doesNotMatch(JSON.stringify(spans), /secret_name/, 'what people ask for is in no trace');
}

test('a trace leads from a request to the statements of its transactions, and to the other server', async t => {
  const receiver = await receiveSpans();
  t.after(receiver.close);
  await asked(t, [], receiver.url);
  check(receiver.spans, true);
});

test('so it does on PostgreSQL', 'skip' in cluster ? {skip: cluster.skip} : {}, async t => {
  if ('skip' in cluster) return;
  const receiver = await receiveSpans();
  t.after(receiver.close);
  const database = await freshDatabase(cluster.url);
  await asked(t, ['--database', database, '--editor-database', database], receiver.url);
  check(receiver.spans, false);
});

/** A port that nobody has just now. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

if (existsSync(collector))
  test("OpenTelemetry's collector takes all of it, and passes it on", async t => {
    const receiver = await receiveSpans();
    t.after(receiver.close);
    const port = await freePort();
    const config = `
receivers: {otlp: {protocols: {http: {endpoint: 127.0.0.1:${port}}}}}
exporters: {otlphttp: {endpoint: ${receiver.url}, encoding: json, compression: none}}
service:
  telemetry: {metrics: {level: none}}
  pipelines: {traces: {receivers: [otlp], exporters: [otlphttp]}}`;
    const child = spawn(collector, ['--config', `yaml:${config}`], {stdio: 'pipe'});
    t.after(() => child.kill('SIGKILL'));
    let said = '';
    for (const pipe of [child.stdout, child.stderr])
      pipe.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await soon(() => assert.match(said, /Everything is ready/));
    await asked(t, [], `http://127.0.0.1:${port}`);
    await soon(() => check(receiver.spans, true));
  });
