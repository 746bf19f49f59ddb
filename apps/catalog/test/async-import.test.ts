import assert from 'node:assert/strict';
import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, test} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {archiveOf, type Import, importStatus, submitImport} from './async-import-client.ts';
import {ask} from './client.ts';
import {startCatalog, type RunningCatalog} from './server-fixture.ts';

type Json = Record<string, unknown>;

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

const databases = [
  {database: 'sqlite', options: {}, args: () => Promise.resolve<string[]>([])},
  {
    database: 'postgres',
    options: 'skip' in cluster ? {skip: cluster.skip} : {},
    args: async () => ('skip' in cluster ? [] : ['--database', await freshDatabase(cluster.url)]),
  },
];

for (const {database, options, args} of databases) {
  describe(`imports in the background on ${database}`, options, () => {
    let folder: string;
    let startArgs: string[];
    let server: RunningCatalog;
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'async-import-'));
      startArgs = await args();
      server = await startCatalog(join(folder, 'data'), {args: startArgs});
    });
    after(async () => {
      await server.stop();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    });

    const get = (path: string, method = 'GET') =>
      ask(`${server.url}/api/atlas/admin/async/import${path}`, {method});

    const archive = (names: readonly (string | undefined)[]) => archiveOf(folder, names);
    const submit = (bytes: Buffer, some: Json = {}) => submitImport(server, bytes, some);

    const ended = async (importId: string): Promise<Import> => {
      for (;;) {
        const state = await importStatus(server, importId);
        if (state.completedTime > 0) return state;
        await sleep(20);
      }
    };

    /** An archive goes when its import has been told to be over. */
    const queued = async () =>
      await readdir(join(folder, 'data', 'transfer', 'queue')).catch(() => []);

    test('an import is accepted at once and tells how far it is', async () => {
      const {status, json} = await submit(await archive(['a1', 'a2', 'a3']), {
        replicatedFrom: 'other',
      });
      assert.equal(status, 200, JSON.stringify(json));
      assert.equal(json.importDetails['totalEntitiesCount'], 3);
      const {importDetails, importResult, status: state} = await ended(json.importId);
      assert.equal(state, 'SUCCESSFUL', JSON.stringify(importDetails));
      assert.deepEqual(
        [
          importDetails['importedEntitiesCount'],
          importDetails['failedEntitiesCount'],
          importDetails['importProgress'],
        ],
        [3, 0, 100],
      );
      assert.equal((importResult['metrics'] as Json)['entity:hive_db:created'], 3);
      assert.equal(importResult['userName'], 'admin');
      const found = await ask(
        `${server.url}/api/atlas/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=a2`,
      );
      assert.equal(found.status, 200);
      await soon(async () => assert.deepEqual(await queued(), []));
      const audits = (await ask(`${server.url}/api/atlas/admin/expimp/audit?operation=IMPORT`))
        .json as Json[];
      assert.equal(audits[0]?.['sourceServerName'], 'other');
    });

    test('entities that do not fit fail alone', async () => {
      const {json} = await submit(await archive(['b1', undefined, 'b3']));
      const {importDetails, status} = await ended(json.importId);
      assert.equal(status, 'PARTIAL_SUCCESS');
      assert.deepEqual(
        [importDetails['importedEntitiesCount'], importDetails['failedEntitiesCount']],
        [2, 1],
      );
      assert.match(Object.values(importDetails.failures)[0] ?? '', /no_type/);
      const all = await submit(await archive([undefined]));
      assert.equal((await ended(all.json.importId)).status, 'FAILED');
    });

    test('what is no archive is refused before it is queued', async () => {
      const before = (await get('/status')).json as Json;
      const answer = await submit(Buffer.from('no archive'));
      assert.deepEqual([answer.status, answer.json['errorCode']], [400, 'ATLAS-400-00-09F']);
      assert.equal(((await get('/status')).json as Json)['totalCount'], before['totalCount']);
      await soon(async () => assert.deepEqual(await queued(), []));
    });

    test('the list has pages, and unknown imports are none', async () => {
      const page = (await get('/status?offset=1&limit=1')).json as Json & {list: Json[]};
      assert.deepEqual(
        [page['startIndex'], page['pageSize'], page['totalCount'], page.list.length],
        [1, 1, 3, 1],
      );
      assert.deepEqual(Object.keys(page.list[0] ?? {}).sort(), [
        'importId',
        'importRequestReceivedTime',
        'importRequestUser',
        'status',
      ]);
      for (const [method, path] of [
        ['GET', '/status/none'],
        ['DELETE', '/none'],
      ] as const) {
        const {status, json} = await get(path, method);
        assert.deepEqual([status, (json as Json)['errorCode']], [404, 'ATLAS-404-00-017']);
      }
    });

    test('an import goes on after the server was killed, and what waits behind it can be given up', async () => {
      const names = Array.from({length: 3000}, (_, i) => `many${i}`);
      const first = await submit(await archive(names), {batchSize: 5});
      const second = await submit(await archive(['d1']));
      const third = await submit(await archive(['d2']));
      assert.equal(second.json.status, 'WAITING');
      const again = await submit(await archive(['d1']));
      assert.equal(again.json.importId, second.json.importId);
      const gone = await get(`/${third.json.importId}`, 'DELETE');
      assert.equal(gone.status, 204, gone.text);
      assert.equal((await ended(third.json.importId)).status, 'ABORTED');
      for (;;) {
        const {importDetails} = (await get(`/status/${first.json.importId}`)).json as Import;
        if (Number(importDetails['importedEntitiesCount']) > 0) break;
        await sleep(20);
      }
      const late = await get(`/${first.json.importId}`, 'DELETE');
      assert.deepEqual([late.status, (late.json as Json)['errorCode']], [409, 'ATLAS-409-00-016']);
      await server.kill();
      server = await startCatalog(join(folder, 'data'), {args: startArgs});
      const {status, importDetails} = await ended(first.json.importId);
      assert.equal(status, 'SUCCESSFUL', JSON.stringify(importDetails));
      assert.equal(importDetails['importedEntitiesCount'], 3000);
      assert.equal((await ended(second.json.importId)).status, 'SUCCESSFUL');
      const {json} = await ask(`${server.url}/api/atlas/v2/search/basic`, {
        body: {typeName: 'hive_db', query: 'many*', limit: 1},
      });
      assert.equal((json as Json)['approximateCount'], 3000);
      await soon(async () => assert.deepEqual(await queued(), []));
    });
  });
}
