// What runs beside requests, on two servers of one database: a bulk change, messages of hooks and
// deliveries to a webhook, under way when the server that was asked for them is killed. The other
// one goes on, and nothing is done twice.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

type Told = {id: string; operationType: string; entity?: {guid: string; typeName: string}};

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});
const [entities, messages] = [4000, 2000];
/** Of a request. */
const some = 500;

test(
  'jobs of a server that is killed go on at the other one, and nothing is done twice',
  'skip' in cluster ? {skip: cluster.skip} : {},
  async t => {
    /** Changes in the order in which they were first told, and how often one was told again. */
    const told = new Map<string, Told>();
    let again = 0;
    const receiver = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        for (const one of (JSON.parse(body) as {changes: Told[]}).changes) {
          if (told.has(one.id)) again++;
          else told.set(one.id, one);
        }
        response.writeHead(204).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    t.after(() => {
      receiver.closeAllConnections();
      receiver.close();
    });
    const folder = await temporaryFolder(t);
    const args = [
      `--database=${'skip' in cluster ? '' : await freshDatabase(cluster.url)}`,
      `--webhook=http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
      '--webhook-allow-private',
    ];
    const [one, other] = await Promise.all(
      ['one', 'other'].map(name => startCatalog(join(folder, name), {args})),
    );
    assert.ok(one !== undefined && other !== undefined);
    t.after(() => Promise.all([one.kill(), other.kill()]));
    const ok = async <T>(server: typeof one, path: string, body?: unknown): Promise<T> => {
      const answer = await ask(`${server.url}/api/atlas/v2/${path}`, {body});
      assert.ok(answer.status < 300, answer.text);
      return answer.json as T;
    };
    const database = (name: string, guid = '-1') => ({
      typeName: 'hive_db',
      guid,
      attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x', owner: 'bulk'},
    });
    const lists = <T>(count: number, item: (n: number) => T): T[][] =>
      Array.from({length: count / some}, (_, list) =>
        Array.from({length: some}, (__, n) => item(list * some + n)),
      );
    for (const list of lists(entities, n => database(`entity${n}`, `-${n + 1}`)))
      await ok(one, 'entity/bulk', {entities: list});
    const {guid} = await ok<{guid: string}>(one, 'bulk', {
      search: {
        typeName: 'hive_db',
        entityFilters: {attributeName: 'owner', operator: '=', attributeValue: 'bulk'},
      },
      action: {type: 'ADD_LABELS', labels: ['taken']},
      isRehearsal: false,
    });
    for (const list of lists(messages, n =>
      JSON.stringify({
        version: {version: '1.0.0'},
        message: {
          type: 'ENTITY_CREATE_V2',
          user: 'etl',
          entities: {entities: [{...database(`hook${n}`), typeName: 'hdfs_path'}].map(asPath)},
        },
      }),
    ))
      await ok(one, 'notification/topic/ATLAS_HOOK', list);

    type Bulk = {status: string; counts: {changed: number; conflicts: number; refused: number}};
    const bulk = () => ok<Bulk>(other, `bulk/${guid}`);
    const inbox = () => ok<{waiting: number; failed: number}>(other, 'notification/failed');
    await soon(async () => {
      const [change, {waiting}] = await Promise.all([bulk(), inbox()]);
      assert.equal(change.status, 'IN_PROGRESS');
      assert.ok(change.counts.changed > 0 && waiting > 0 && waiting < messages && told.size > 0);
    });
    const killedAt = performance.now();
    await one.kill();
    const [before, {waiting}, toldBefore] = [await bulk(), await inbox(), told.size];
    assert.ok(before.status === 'IN_PROGRESS' && waiting > 0);
    const sinceKill = () => Math.round(performance.now() - killedAt);
    const goesOn = async (isOn: () => Promise<boolean> | boolean) => {
      await soon(async () => assert.ok(await isOn()));
      return sinceKill();
    };
    const times = await Promise.all([
      goesOn(async () => (await bulk()).counts.changed > before.counts.changed),
      goesOn(async () => (await inbox()).waiting < waiting),
      goesOn(() => told.size > toldBefore),
    ]);
    t.diagnostic(`taken over after ms: bulk change, messages, deliveries: ${times.join(', ')}`);

    const done = await soon(async () => {
      const state = await bulk();
      assert.equal(state.status, 'COMPLETE');
      return state;
    });
    assert.equal(done.counts.changed, entities);
    await soon(async () =>
      assert.deepEqual(await inbox(), {...(await inbox()), waiting: 0, failed: 0}),
    );
    const of = (operation: string, type: string) =>
      [...told.values()].filter(
        ({operationType, entity}) => operationType === operation && entity?.typeName === type,
      );
    const guids = (changes: readonly Told[]) => new Set(changes.map(one => one.entity?.guid));
    for (const [operation, type, count] of [
      ['ENTITY_CREATE', 'hive_db', entities],
      ['ENTITY_UPDATE', 'hive_db', entities],
      ['ENTITY_CREATE', 'hdfs_path', messages],
      ['ENTITY_UPDATE', 'hdfs_path', 0],
    ] as const) {
      await soon(() => assert.equal(of(operation, type).length, count, `${operation} ${type}`));
      assert.equal(guids(of(operation, type)).size, count, 'each is done once');
    }
    t.diagnostic(`${told.size} changes were told, ${again} of them twice`);
  },
);

/** A message's entity of another type than those that are changed. */
function asPath<T extends {attributes: {name: string; qualifiedName: string}}>({
  attributes,
  ...entity
}: T) {
  const {name, qualifiedName} = attributes;
  return {...entity, attributes: {name, qualifiedName, path: `/${name}`}};
}
