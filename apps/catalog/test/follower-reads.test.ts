// Two servers on a PostgreSQL with a follower, with reads there: what one has acknowledged, the
// other finds at once, by name and by search.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {PostgresDatabase} from '@gazetteer/db';
import {freshDatabase, startCluster} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const primary = await startCluster();
const follower = 'skip' in primary ? primary : await startCluster({follows: primary.url});
after(async () => {
  for (const one of [follower, primary]) if ('stop' in one) await one.stop();
});

test(
  'two servers that read at a follower find what either has acknowledged',
  'skip' in primary ? {skip: primary.skip} : {},
  async t => {
    if ('skip' in primary || 'skip' in follower) return;
    const database = await freshDatabase(primary.url);
    const hosts = [primary, follower].map(one => new URL(one.url).host);
    const address = database.replace(new URL(database).host, hosts.join(','));
    const args = ['--database', `${address}?target_session_attrs=prefer-standby`];
    const folder = await temporaryFolder(t);
    const nodes = await Promise.all(
      ['one', 'other'].map(name => startCatalog(join(folder, name), {args})),
    );
    t.after(() => Promise.all(nodes.map(node => node.kill())));
    const apis = nodes.map(node => `${node.url}/api/atlas/v2`);

    const name = new URL(database).pathname.slice(1);
    const seen = new PostgresDatabase({url: follower.url.replace(/[^/]*$/, name)});
    t.after(() => seen.close());
    /** Scans of the catalog's tables at the follower. */
    const readsThere = async () =>
      await seen.read(async session => {
        const [row] = await session.all<{count: number}>(
          'SELECT sum(seq_scan + coalesce(idx_scan, 0))::float8 AS count FROM pg_stat_user_tables',
        );
        return row?.count ?? 0;
      });
    const before = await readsThere();
    let made = 0;
    await soon(async () => {
      for (let round = 0; round < 20; round++) {
        const qualifiedName = `db${++made}@x`;
        const attributes = {qualifiedName, name: 'followed', clusterName: 'x'};
        const [writer, reader]: readonly string[] = made % 2 === 0 ? apis : apis.toReversed();
        const saved = await ask(`${writer}/entity`, {
          body: {entity: {typeName: 'hive_db', guid: '-1', attributes}},
        });
        assert.equal(saved.status, 200, saved.text);
        const path = `entity/uniqueAttribute/type/hive_db?attr:qualifiedName=${qualifiedName}`;
        assert.equal((await ask(`${reader}/${path}`)).status, 200, qualifiedName);
        const found = await ask(`${reader}/search/basic?typeName=hive_db&query=followed&limit=1`);
        assert.equal((found.json as {approximateCount: number}).approximateCount, made);
      }
      assert.ok((await readsThere()) > before, 'the follower has taken reads');
    });
  },
);
