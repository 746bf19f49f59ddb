// A PostgreSQL that is restarted under load, as a package upgrade, a fail-over or a crash does it:
// no server ends, nobody is told of a fault of ours, both answer when it is back, and what was
// acknowledged is there.
import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {freshDatabase, startCluster} from '@gazetteer/db/testing';
import {type LoadRequest, restartUnderLoad} from '../../../packages/db/test/restarts-under-load.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

const authorization = `Basic ${btoa('admin:admin')}`;

const cluster = await startCluster();
after(async () => {
  if ('stop' in cluster) await cluster.stop();
});

async function read<T>(url: string): Promise<T> {
  const answer = await fetch(url, {headers: {authorization}});
  assert.equal(answer.status, 200, url);
  return (await answer.json()) as T;
}

for (const which of ['both servers', 'the editor alone']) {
  test(
    `${which}: restarts of the database under load`,
    'skip' in cluster ? cluster : {},
    async t => {
      if ('skip' in cluster) return;
      const isBoth = which === 'both servers';
      const args = [
        '--data',
        await temporaryFolder(t),
        '--editor-database',
        await freshDatabase(cluster.url),
      ];
      const servers = await startEditorProcess(
        isBoth
          ? [...args, '--http-port', '0', '--database', await freshDatabase(cluster.url)]
          : ['editor', ...args],
      );
      t.after(servers.kill);
      const catalog = /catalog, listening on (\S+)/.exec(servers.output())?.[1] ?? '';
      const editor = servers.url;
      const ofCatalog: Record<string, LoadRequest> = {
        write: name => ({
          url: `${catalog}/api/atlas/v2/entity`,
          body: {
            entity: {
              typeName: 'hive_db',
              attributes: {qualifiedName: `${name}@x`, name: 'n', clusterName: 'x'},
            },
          },
        }),
        search: () => ({
          url: `${catalog}/api/atlas/v2/search/basic`,
          body: {typeName: 'hive_db', limit: 3},
        }),
      };
      const answered = await restartUnderLoad(t, cluster, {
        ...(isBoth && ofCatalog),
        history: () => ({url: `${editor}/api/editor/get_history?limit=5`}),
        document: name => ({
          url: `${editor}/api/v1/documents`,
          body: {kind: 'query', name, content: {engine: 'duckdb', text: 'SELECT 1'}},
        }),
        sessions: () => ({url: `${editor}/account/sessions`}),
      });
      const {documents} = await read<{documents: {name: string}[]}>(`${editor}/api/v1/documents`);
      const kept = new Set(documents.map(one => one.name));
      assert.deepEqual(
        answered.get('document')?.filter(name => !kept.has(name)),
        [],
      );
      const made = answered.get('write') ?? [];
      for (let from = 0; from < made.length; from += 200) {
        const some = made.slice(from, from + 200);
        const query = some.map((name, n) => `attr_${n}:qualifiedName=${name}@x`).join('&');
        const path = '/api/atlas/v2/entity/bulk/uniqueAttribute/type/hive_db';
        const {entities} = await read<{entities: unknown[]}>(`${catalog}${path}?${query}`);
        assert.equal(entities.length, some.length);
      }
      assert.equal(await servers.stop(), 0);
    },
  );
}
