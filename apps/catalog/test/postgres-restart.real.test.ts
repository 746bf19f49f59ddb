// The catalog alone on a PostgreSQL that is restarted and that crashes under load: it lives, nobody
// is told of a fault of ours, and what goes on behind the requests, an import and messages of
// hooks, waits for the database and takes it for no fault of theirs.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {freshDatabase, startCluster} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {restartUnderLoad} from '../../../packages/db/test/restarts-under-load.ts';
import {archiveOf, importStatus, submitImport} from './async-import-client.ts';
import {ask} from './client.ts';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const imported = 4000;

const cluster = await startCluster();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

const database = (name: string) => ({
  typeName: 'hive_db',
  attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x'},
});

test(
  'the catalog outlives restarts of its database under load',
  'skip' in cluster ? cluster : {},
  async t => {
    if ('skip' in cluster) return;
    const data = await temporaryFolder(t);
    const args = ['--database', await freshDatabase(cluster.url), '--hook-retry-interval=1ms'];
    const server = await startCatalog(join(data, 'data'), {args});
    t.after(server.kill);
    const api = `${server.url}/api/atlas`;
    const names = Array.from({length: imported}, (_, i) => `imported${i}`);
    // So many transactions that it is under way at the first restart.
    const submitted = await submitImport(server, await archiveOf(data, names), {batchSize: 1});
    assert.equal(submitted.status, 200);
    const {importId} = submitted.json;
    await soon(async () =>
      assert.ok(
        Number((await importStatus(server, importId)).importDetails['importedEntitiesCount']) > 0,
      ),
    );

    const message = (name: string) => ({
      version: {version: '1.0.0'},
      message: {type: 'ENTITY_CREATE_V2', user: 'etl', entities: {entities: [database(name)]}},
    });
    const answered = await restartUnderLoad(t, cluster, {
      write: name => ({url: `${api}/v2/entity`, body: {entity: database(name)}}),
      read: () => ({
        url: `${api}/v2/entity/uniqueAttribute/type/hive_db/header?attr:qualifiedName=${names[0]}`,
      }),
      search: () => ({url: `${api}/v2/search/basic`, body: {typeName: 'hive_db', limit: 3}}),
      hook: name => ({
        url: `${api}/v2/notification/topic/ATLAS_HOOK`,
        body: [JSON.stringify(message(name))],
      }),
      sessions: () => ({url: `${server.url}/account/sessions`}),
    });

    const {status, importDetails} = await soon(async () => {
      const state = await importStatus(server, importId);
      assert.ok(state.completedTime > 0);
      return state;
    });
    assert.deepEqual([status, importDetails['importedEntitiesCount']], ['SUCCESSFUL', imported]);
    assert.match(
      server.output(),
      /imports in the background stand still/,
      'a restart has hit the import',
    );
    await soon(async () => {
      const {json} = await ask(`${api}/v2/notification/failed`);
      const {waiting, failed} = json as {waiting: number; failed: number};
      assert.deepEqual({waiting, failed}, {waiting: 0, failed: 0});
    });
    const made = ['write', 'hook'].flatMap(kind => answered.get(kind) ?? []);
    const acknowledged = [...made.map(name => `${name}@x`), ...names];
    for (let from = 0; from < acknowledged.length; from += 200) {
      const some = acknowledged.slice(from, from + 200);
      const query = some.map((name, n) => `attr_${n}:qualifiedName=${name}`).join('&');
      const {json} = await ask(`${api}/v2/entity/bulk/uniqueAttribute/type/hive_db?${query}`);
      assert.equal((json as {entities: unknown[]}).entities.length, some.length);
    }
    assert.equal(await server.stop(), 0);
  },
);
