// A disk that is full: what was acknowledged before and after is told to whoever is to be told, and
// what could not be recorded is counted.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {readdirSync, readFileSync, rmSync, statSync, truncateSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {fillDisk, smallDisk} from '../../../packages/db/test/small-disk.ts';
import {archiveOf, importStatus, submitImport} from './async-import-client.ts';
import {ask} from './client.ts';
import {until} from './secure-client.ts';
import {startCatalog, temporaryFolder, type RunningCatalog} from './server-fixture.ts';

type Change = {readonly id: string; readonly entity?: {readonly guid: string}};
type Mutation = {readonly guidAssignments: Record<string, string>};

async function lostRecords(server: RunningCatalog): Promise<number> {
  const {text} = await ask(`${server.url}/api/atlas/admin/prometheus`);
  return Number(/^gazetteer_audit_lost_total(?:\{[^}]*\})? (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
}

test(
  'a full disk refuses changes, and loses nothing that was acknowledged',
  {timeout: 300_000},
  async t => {
    const disk = smallDisk(t);
    if (disk === undefined) return t.skip('this user may not mount a file system');
    const got: Change[] = [];
    let status = 503;
    const receiver = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        if (status === 204) got.push(...(JSON.parse(body) as {changes: Change[]}).changes);
        response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    t.after(() => {
      receiver.closeAllConnections();
      receiver.close();
    });
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const server = await startCatalog(join(disk, 'data'), {
      args: ['--webhook', url, '--webhook-allow-private'],
    });
    t.after(() => server.kill());

    const [acknowledged, answered, refused]: [string[], string[], number[]] = [[], [], []];
    const create = async (name: string) => {
      const attributes = {
        qualifiedName: `${name}@full`,
        name,
        clusterName: 'c',
        description: name.repeat(2000),
      };
      const answer = await ask(`${server.url}/api/atlas/v2/entity`, {
        body: {entity: {typeName: 'hive_db', guid: '-1', attributes}},
      });
      answered.push(answer.headers.get('requestId') ?? '');
      if (answer.status === 200)
        acknowledged.push((answer.json as Mutation).guidAssignments['-1'] ?? '');
      else refused.push(answer.status);
    };
    for (let n = 0; n < 10; n++) await create(`before${n}`);
    assert.equal(acknowledged.length, 10);

    const ballast = join(disk, 'ballast');
    fillDisk(ballast);
    for (let n = 0; refused.length < 20; n++) await create(`full${n}`);
    assert.deepEqual(new Set(refused), new Set([507]));
    await until(
      () => ask(`${server.url}/api/atlas/admin/readiness`),
      answer => answer.status === 503,
    );
    await until(server.output, text => text.includes('Error writing to log file'));

    rmSync(ballast);
    const known = acknowledged.length;
    for (let n = 0; acknowledged.length < known + 10; n++) await create(`after${n}`);
    await until(
      () => ask(`${server.url}/api/atlas/admin/readiness`),
      answer => answer.status === 200,
    );
    status = 204;
    await until(
      () => new Set(got.map(one => one.entity?.guid)),
      told => acknowledged.every(guid => told.has(guid)),
    );
    const told = new Set(got.map(one => one.entity?.guid));
    assert.equal(told.size, acknowledged.length, 'what was refused is told to nobody');
    const lost = await lostRecords(server);
    assert.equal(await server.stop(), 0);

    const records = readFileSync(join(disk, 'data', 'audit', 'catalog-audit.log'), 'utf8')
      .trimEnd()
      .split('\n');
    const lines = records.map(
      line => JSON.parse(line) as {id: string; changes?: readonly {guid: string}[]},
    );
    const recorded = lines.map(one => one.id);
    const changed = lines.flatMap(one => one.changes?.map(change => change.guid) ?? []);
    assert.deepEqual(
      changed.toSorted(),
      acknowledged.toSorted(),
      'what was changed is recorded, and nothing else',
    );
    assert.equal(new Set(recorded).size, recorded.length, 'nothing is recorded twice');
    const missing = answered.filter(id => !recorded.includes(id)).length;
    assert.ok(missing <= lost, `${missing} records are missing, ${lost} were said to be lost`);
    t.diagnostic(
      `${acknowledged.length} changes acknowledged and told, ${refused.length} refused while the disk was full; ` +
        `${recorded.length} requests recorded, ${lost} records lost and counted`,
    );
  },
);

test(
  'imports and exports on a full disk are refused or wait, and are whole when there is room',
  {timeout: 300_000},
  async t => {
    const disk = smallDisk(t);
    if (disk === undefined) return t.skip('this user may not mount a file system');
    const server = await startCatalog(join(disk, 'data'));
    t.after(() => server.kill());
    const folder = await temporaryFolder(t);
    const api = `${server.url}/api/atlas`;
    // What all imports bring has to fit on the disk.
    const count = 1200;
    const [now, later] = ['now', 'later'].map(word =>
      Array.from({length: count}, (_, i) => `${word}${i}`),
    ) as [string[], string[]];
    const archive = await archiveOf(folder, now);
    const importNow = async () => {
      const form = new FormData();
      form.set('data', new Blob([archive as Uint8Array<ArrayBuffer>]), 'archive.zip');
      return await ask(`${api}/admin/import`, {method: 'POST', body: form});
    };
    const exportAll = () =>
      ask(`${api}/admin/export`, {
        body: {
          itemsToExport: [{typeName: 'hive_db', uniqueAttributes: {qualifiedName: ''}}],
          options: {matchType: 'forType'},
        },
      });
    const transfers = () =>
      readdirSync(join(disk, 'data', 'transfer')).filter(name => name.endsWith('.zip'));
    const found = async (word: string) => {
      const {json} = await ask(`${api}/v2/search/basic`, {
        body: {typeName: 'hive_db', query: `${word}*`, limit: 1},
      });
      return (json as {approximateCount?: number}).approximateCount ?? 0;
    };
    const ballast = join(disk, 'ballast');
    const leave = (bytes: number) => {
      rmSync(ballast, {force: true});
      fillDisk(ballast);
      truncateSync(ballast, statSync(ballast).size - bytes);
    };
    // No room for the archive; room for it, and not for all that it brings, twice.
    for (const room of [0, 2 ** 20, 2 ** 20]) {
      leave(room);
      const {status, text} = await importNow();
      assert.equal(status, 507, text);
      assert.match(text, /The disk is full/);
      assert.deepEqual(transfers(), []);
    }
    const partly = await found('now');
    assert.ok(partly < count);

    rmSync(ballast);
    const queued = await submitImport(server, await archiveOf(folder, later), {batchSize: 10});
    assert.equal(queued.status, 200);
    leave(0);
    await soon(() => assert.match(server.output(), /imports in the background stand still/));
    const {completedTime, importDetails} = await importStatus(server, queued.json.importId);
    assert.deepEqual([completedTime, importDetails['failedEntitiesCount']], [0, 0]);
    rmSync(ballast);
    const ended = await soon(async () => {
      const state = await importStatus(server, queued.json.importId);
      assert.ok(state.completedTime > 0);
      return state;
    });
    assert.deepEqual(
      [ended.status, ended.importDetails['importedEntitiesCount']],
      ['SUCCESSFUL', count],
    );
    assert.equal(await found('later'), count);

    const whole = await importNow();
    assert.equal(whole.status, 200, whole.text);
    assert.equal(
      await found('now'),
      count,
      'those of the imports that ended early among them, once',
    );
    leave(0);
    const refused = await exportAll();
    assert.equal(refused.status, 507, refused.text);
    assert.deepEqual(transfers(), []);
    rmSync(ballast);
    assert.equal((await exportAll()).status, 200);
    t.diagnostic(`${partly} of ${count} entities were imported before the disk was full`);
    assert.equal(await server.stop(), 0);
  },
);
