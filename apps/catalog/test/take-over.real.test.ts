import assert from 'node:assert/strict';
import {openAsBlob} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {ZipWriter} from '@gazetteer/formats/zip';
import {soon} from '@gazetteer/model/testing';
import {admin, ask} from './client.ts';
import {startCatalog, type RunningCatalog} from './server-fixture.ts';

const cluster = await postgresForTests();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

describe(
  'two servers that share a database and a folder',
  'skip' in cluster ? {skip: cluster.skip} : {},
  () => {
    let folder: string;
    let nodes: [RunningCatalog, RunningCatalog];
    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'take-over-'));
      const database = ['--database', 'skip' in cluster ? '' : await freshDatabase(cluster.url)];
      const start = (name: string) =>
        startCatalog(join(folder, name), {
          args: [...database, '--import-temp', join(folder, 'shared')],
        });
      nodes = await Promise.all([start('one'), start('other')]);
    });
    after(async () => {
      await Promise.all(nodes.map(node => node.stop()));
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    });

    test('an import in the background goes on at the other node when its own dies', async () => {
      const [one, other] = nodes;
      const guids = Array.from(
        {length: 4000},
        (_, n) => `00000000-0000-4000-9000-${String(n).padStart(12, '0')}`,
      );
      const archive = join(folder, 'archive.zip');
      const zip = await ZipWriter.create(archive);
      await zip.add([
        ...guids.map(guid => {
          const attributes = {qualifiedName: `${guid}@import`, name: 'taken', clusterName: 'x'};
          const file = {entity: {typeName: 'hive_db', guid, attributes}, referredEntities: {}};
          return {name: `${guid}.json`, text: JSON.stringify(file)};
        }),
        {name: 'atlas-export-order.json', text: JSON.stringify(guids)},
      ]);
      await zip.close();
      const form = new FormData();
      form.set('request', '{"options": {"batchSize": "2"}}');
      form.set('data', await openAsBlob(archive), 'archive.zip');
      const headers = {authorization: admin};
      const answer = await fetch(`${one.url}/api/atlas/admin/async/import`, {
        method: 'POST',
        headers,
        body: form,
      });
      const {importId} = (await answer.json()) as {importId: string};
      type Import = {
        status: string;
        completedTime: number;
        importDetails: {importedEntitiesCount: number};
      };
      const status = async () =>
        (await ask(`${other.url}/api/atlas/admin/async/import/status/${importId}`)).json as Import;
      await soon(async () => assert.ok((await status()).importDetails.importedEntitiesCount > 0));
      await one.kill();
      const {status: state, importDetails} = await soon(async () => {
        const told = await status();
        assert.ok(told.completedTime > 0);
        return told;
      });
      assert.deepEqual([state, importDetails.importedEntitiesCount], ['SUCCESSFUL', 4000]);
    });
  },
);
