// Changes that are posted to another system: all, in their order, whatever fails on the way.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer} from 'node:http';
import {createServer as createNetServer, type AddressInfo, type Socket} from 'node:net';
import {after, before, suite, test} from 'node:test';
import {postgresForTests} from '@gazetteer/db/testing';
import {bothDatabases} from './both-databases.ts';
import {ask} from './client.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

type Change = {
  id: string;
  operationType: string;
  entity?: {guid: string; attributes: Record<string, unknown>};
};
type Mutation = {guidAssignments: Record<string, string>};

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

/** Takes what is posted, unless it is told not to. */
class Receiver {
  readonly changes: Change[] = [];
  requests = 0;
  /** Status of the answers. */
  status = 204;
  /** Takes what comes and answers nothing. */
  isSilent = false;
  #url = '';
  readonly #server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      this.requests++;
      if (this.isSilent) return;
      if (this.status === 204)
        this.changes.push(...(JSON.parse(body) as {changes: Change[]}).changes);
      response.writeHead(this.status).end();
    });
  });

  async start(): Promise<this> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve));
    this.#url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
    return this;
  }

  get args(): string[] {
    return ['--webhook', this.#url, '--webhook-allow-private', '--change-feed=false'];
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await what())) await new Promise(resolve => setTimeout(resolve, 25));
}

async function create(server: RunningCatalog, name: string): Promise<string> {
  const attributes = {qualifiedName: `${name}@hook`, name, clusterName: 'c'};
  const answer = await ask(`${server.url}/api/atlas/v2/entity`, {
    body: {entity: {typeName: 'hive_db', guid: '-1', attributes}},
  });
  assert.equal(answer.status, 200, answer.text);
  return (answer.json as Mutation).guidAssignments['-1'] ?? '';
}

for (const {database, options, start} of bothDatabases(cluster)) {
  suite(`${database}: webhook`, options, () => {
    let receiver: Receiver;
    let server: RunningCatalog;
    before(async () => {
      receiver = await new Receiver().start();
      server = await start(receiver.args);
    });
    after(async () => {
      await server?.stop();
      receiver?.stop();
    });

    test('changes are posted in their order, and after a failure again', async () => {
      const guid = await create(server, 'first');
      await until(() => receiver.changes.length === 1);
      assert.deepEqual(
        [receiver.changes[0]?.operationType, receiver.changes[0]?.entity?.guid],
        ['ENTITY_CREATE', guid],
      );
      receiver.status = 503;
      const requests = receiver.requests;
      const guids = [];
      for (let i = 0; i < 5; i++) guids.push(await create(server, `later${i}`));
      await until(() => receiver.requests >= requests + 2);
      const {text} = await ask(`${server.url}/api/meta/admin/prometheus`);
      assert.match(
        text,
        /gazetteer_destination_failures_total\{destination="webhook-[^"]+"\} [1-9]/,
      );
      receiver.status = 204;
      await until(() => receiver.changes.length >= 6);
      assert.deepEqual(
        receiver.changes.slice(1).map(one => one.entity?.guid),
        guids,
      );
    });
  });
}

test('a catalog that is killed again and again during a burst leaves nothing out', async t => {
  const receiver = await new Receiver().start();
  t.after(() => receiver.stop());
  const data = await temporaryFolder(t);
  const acknowledged: string[] = [];
  for (let round = 0; round < 4; round++) {
    const server = await startCatalog(data, {args: receiver.args});
    const writing = Array.from({length: 3}, async (_, writer) => {
      for (let n = 0; ; n++) {
        try {
          acknowledged.push(await create(server, `r${round}w${writer}n${n}`));
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error;
          return;
        }
      }
    });
    const enough = (round + 1) * 20;
    await until(() => acknowledged.length >= enough);
    await server.kill();
    await Promise.all(writing);
  }
  const server = await startCatalog(data, {args: receiver.args});
  t.after(() => server.stop());
  const got = () => new Set(receiver.changes.map(one => one.entity?.guid));
  await until(() => acknowledged.every(guid => got().has(guid)));
  const ids = new Map(receiver.changes.map(one => [one.id, one.entity?.guid]));
  assert.ok(ids.size >= acknowledged.length);
  assert.equal(new Set(ids.values()).size, ids.size, 'an id is of one change');
  const rows = receiver.changes.map(one => Number(one.id.split('.')[0]));
  // What was posted when it was killed comes again from its beginning; nothing else does.
  const backwards = rows.filter((row, i) => i > 0 && row <= (rows[i - 1] ?? 0)).length;
  assert.ok(backwards <= 4, `${backwards} batches came again`);
  t.diagnostic(
    `${acknowledged.length} acknowledged, ${receiver.changes.length} arrived, ${ids.size} different`,
  );
});

test('destinations that take what comes and answer nothing keep nobody from stopping, and get it after the next start', async t => {
  const receiver = await new Receiver().start();
  t.after(() => receiver.stop());
  receiver.isSilent = true;
  const broker = createNetServer().listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const sockets: Socket[] = [];
  broker.on('connection', socket => void sockets.push(socket.on('error', () => undefined)));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    broker.close();
  });
  const {port} = broker.address() as AddressInfo;
  const data = await temporaryFolder(t);
  const first = await startCatalog(data, {
    args: [
      ...receiver.args,
      '--kafka-brokers',
      `127.0.0.1:${port}`,
      '--stop-timeout',
      '1h',
      '--webhook-timeout',
      '10m',
    ],
  });
  t.after(() => first.kill());
  const guids = [await create(first, 'one'), await create(first, 'two')];
  await until(() => receiver.requests > 0 && sockets.length > 0);
  // Were the webhook waited for, it would be for ten minutes.
  assert.equal(await first.stop(), 0);
  assert.match(first.output(), /"msg":"stopped"/);
  assert.equal(receiver.changes.length, 0);
  receiver.isSilent = false;
  const second = await startCatalog(data, {args: receiver.args});
  t.after(() => second.kill());
  await until(() => receiver.changes.length >= guids.length);
  assert.deepEqual(
    receiver.changes.map(one => one.entity?.guid),
    guids,
  );
});
