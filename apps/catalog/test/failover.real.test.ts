// Two catalogs on a PostgreSQL whose primary fails while people write, read and search: whoever is
// not answered is told to come again, both go on at the next primary, and nothing that was
// acknowledged is lost.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, test} from 'node:test';
import {ask as askDatabase, freshDatabase, startCluster} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {ask} from './client.ts';
import {startCatalog, temporaryFolder} from './server-fixture.ts';

const primary = await startCluster();
const follower = 'skip' in primary ? primary : await startCluster({follows: primary.url});
after(async () => {
  for (const one of [follower, primary]) if ('stop' in one) await one.stop();
});

const authorization = `Basic ${btoa('admin:admin')}`;
const workers = 4;

const database = (name: string) => ({
  typeName: 'hive_db',
  guid: '-1',
  attributes: {qualifiedName: `${name}@x`, name, clusterName: 'x'},
});

type Request = {readonly path: string; readonly body?: unknown};

const kinds: Readonly<Record<string, (name: string) => Request>> = {
  write: name => ({path: '/entity', body: {entity: database(name)}}),
  bulk: name => ({
    path: '/entity/bulk',
    body: {entities: ['a', 'b'].map((part, n) => ({...database(name + part), guid: `-${n + 1}`}))},
  }),
  read: () => ({path: '/entity/uniqueAttribute/type/hive_db/header?attr:qualifiedName=first@x'}),
  search: () => ({path: '/search/basic', body: {typeName: 'hive_db', limit: 3}}),
};

/** Every change is at both before it is acknowledged. */
async function replicateSynchronously(): Promise<void> {
  await askDatabase(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await askDatabase(primary, 'SELECT pg_reload_conf()');
  await soon(async () =>
    assert.deepEqual(await askDatabase(primary, 'SELECT sync_state FROM pg_stat_replication'), [
      {sync_state: 'sync'},
    ]),
  );
}

test(
  'a primary that fails under load costs no acknowledged change, and no answer but to come again',
  'skip' in primary ? {skip: primary.skip} : {},
  async t => {
    if ('skip' in primary || 'skip' in follower) return;
    const own = await freshDatabase(primary.url);
    const hosts = [primary, follower].map(one => new URL(one.url).host);
    const args = ['--database', own.replace(new URL(own).host, hosts.join(','))];
    const folder = await temporaryFolder(t);
    const nodes = await Promise.all(
      ['one', 'other'].map(name => startCatalog(join(folder, name), {args})),
    );
    t.after(() => Promise.all(nodes.map(node => node.kill())));
    const apis = nodes.map(node => `${node.url}/api/atlas/v2`);
    await replicateSynchronously();
    assert.equal((await ask(`${apis[0]}/entity`, {body: {entity: database('first')}})).status, 200);

    const acknowledged: string[] = [];
    const answered = new Map<string, number>();
    const wrong = new Set<string>();
    const count = (what: string) => void answered.set(what, (answered.get(what) ?? 0) + 1);
    const countOf = (what: string) => answered.get(what) ?? 0;
    const state = {isOver: false};
    const work = async (node: number, kind: string, worker: number) => {
      for (let n = 0; !state.isOver; n++) {
        const name = `${kind}-${node}-${worker}-${n}`;
        const {path, body} = kinds[kind]?.(name) ?? {path: ''};
        const answer = await fetch(`${apis[node]}${path}`, {
          ...(body === undefined ? {} : {method: 'POST', body: JSON.stringify(body)}),
          headers: {authorization, 'content-type': 'application/json'},
        });
        const text = await answer.text();
        if (answer.ok) {
          count(`${node} ${kind} answered`);
          if (kind === 'write') acknowledged.push(name);
          if (kind === 'bulk') acknowledged.push(`${name}a`, `${name}b`);
        } else if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) {
          count(`${node} ${kind} refused`);
          await new Promise(resolve => setTimeout(resolve, 20));
        } else wrong.add(`${kind} ${answer.status}: ${text}`);
      }
    };
    const load = Promise.all(
      nodes.flatMap((_, node) =>
        Object.keys(kinds).flatMap(kind =>
          Array.from({length: workers}, (_one, worker) => work(node, kind, worker)),
        ),
      ),
    );
    // A server that has gone is heard of at the end.
    load.catch(() => undefined);
    const all = nodes.flatMap((_, node) => Object.keys(kinds).map(kind => `${node} ${kind}`));
    const more = async (what: 'answered' | 'refused') => {
      const before = all.map(one => countOf(`${one} ${what}`));
      await soon(() =>
        all.forEach((one, i) => assert.ok(countOf(`${one} ${what}`) > (before[i] ?? 0), one)),
      );
    };
    await more('answered');
    await primary.crash();
    await more('refused');
    const start = performance.now();
    await askDatabase(follower, 'SELECT pg_promote()');
    // It has nobody to wait for.
    await askDatabase(follower, "ALTER SYSTEM SET synchronous_standby_names = ''");
    await askDatabase(follower, 'SELECT pg_reload_conf()');
    await more('answered');
    t.diagnostic(
      `${Math.round(performance.now() - start)} ms from the promotion to answers of all`,
    );
    state.isOver = true;
    await load;
    assert.deepEqual([...wrong], []);
    t.diagnostic(`${acknowledged.length} changes acknowledged`);
    for (const api of apis) {
      for (let from = 0; from < acknowledged.length; from += 100) {
        const some = acknowledged.slice(from, from + 100);
        const query = some.map((name, n) => `attr_${n}:qualifiedName=${name}@x`).join('&');
        const {json} = await ask(`${api}/entity/bulk/uniqueAttribute/type/hive_db?${query}`);
        assert.equal((json as {entities: unknown[]}).entities.length, some.length);
      }
    }
    assert.deepEqual(await Promise.all(nodes.map(node => node.stop())), [0, 0]);
  },
);
