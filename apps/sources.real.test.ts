// Sources that the server reads by itself: saved, tested, rehearsed, read by hand and by schedule,
// canceled, and gone on with after the server was killed.
import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {freshDatabase, postgresForTests} from '@gazetteer/db/testing';
import {soon} from '@gazetteer/model/testing';
import {Client} from 'pg';
import {passwordLine} from '../packages/server/test/password-line.ts';
import {ask, type Answer} from './catalog/test/client.ts';
import {expectDeclaredRefusals} from './catalog/test/declared-refusals.ts';
import {startCatalog, type RunningCatalog} from './catalog/test/server-fixture.ts';

expectDeclaredRefusals();

const cluster = await postgresForTests();
if ('url' in cluster) after(() => cluster.stop());

type Named = {count: number; names: string[]};
type Run = {
  guid: string;
  status: string;
  trigger: string;
  isRehearsal: boolean;
  assets: number;
  created: Named;
  changed: Named;
  deleted: Named;
  problems: string[];
  errorMessage?: string;
};
type Source = {
  name: string;
  config: Record<string, string>;
  secrets: string[];
  updatedBy: string;
  nextRunTime?: number;
  lastRun?: Run;
};

const secret = 'pa55-of-the-reader';

for (const database of ['sqlite', 'postgres']) {
  const options = 'skip' in cluster ? {skip: cluster.skip} : {};
  suite(`${database}: sources`, options, () => {
    let server: RunningCatalog;
    let restart: () => Promise<void>;
    let shop: Client;
    let folder: string;

    before(async () => {
      if (!('url' in cluster)) return;
      folder = await mkdtemp(join(tmpdir(), 'gazetteer-sources-'));
      const passwords = join(folder, 'users');
      await writeFile(
        passwords,
        `${passwordLine('admin', 'ADMIN')}\n${passwordLine('eve', 'DATA_STEWARD')}\n`,
      );
      const store = database === 'postgres' ? ['--database', await freshDatabase(cluster.url)] : [];
      const args = ['--password-file', passwords, ...store];
      const start = async () =>
        (server = await startCatalog(join(folder, 'data'), {args, env: {SHOP_PASSWORD: secret}}));
      restart = async () => void (await start());
      await start();
      shop = new Client({connectionString: await freshDatabase(cluster.url)});
      await shop.connect();
      await shop.query(`CREATE TABLE orders (id integer PRIMARY KEY, day date);
        CREATE VIEW days AS SELECT DISTINCT day FROM orders`);
    });
    after(async () => {
      await shop?.end();
      await server?.stop();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    });

    const call = async (method: string, path: string, body?: unknown): Promise<Answer> =>
      await ask(`${server.url}/api/meta/v2/sources${path}`, {method, body});
    const ok = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await call(method, path, body);
      assert.ok(answer.status < 300, answer.text);
      return answer.json as T;
    };
    const shopSource = (more: Record<string, unknown> = {}) => ({
      name: 'shop',
      type: 'postgresql',
      config: {
        host: '127.0.0.1',
        port: shop.port,
        user: 'postgres',
        password: '${SHOP_PASSWORD}',
        databases: [shop.database],
        ...(more['config'] as object | undefined),
      },
      ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'config')),
    });
    const ended = async (guid: string): Promise<Run> =>
      await soon(async () => {
        const run = await ok<Run>('GET', `/runs/${guid}`);
        assert.ok(!['PENDING', 'IN_PROGRESS'].includes(run.status), run.status);
        return run;
      });
    const read = async (query = ''): Promise<Run> =>
      await ended((await ok<Run>('POST', `/shop/runs${query}`)).guid);
    const tables = async (): Promise<string[]> => {
      const answer = await ask(`${server.url}/api/meta/v2/search/basic`, {
        body: {typeName: 'rdbms_table', excludeDeletedEntities: true, limit: 100},
      });
      const {entities = []} = answer.json as {entities?: {displayText: string}[]};
      return entities.map(one => one.displayText).toSorted();
    };

    test('kinds of sources say what they are asked', async () => {
      const {types} = await ok<{types: {type: string; keys: {name: string; kind: string}[]}[]}>(
        'GET',
        '/types',
      );
      const keys = types.find(one => one.type === 'postgresql')?.keys ?? [];
      const kindOf = Object.fromEntries(keys.map(one => [one.name, one.kind]));
      const {host, port, password, tls, databases} = kindOf;
      assert.deepEqual(
        {host, port, password, tls, databases},
        {host: 'text', port: 'integer', password: 'secret', tls: 'flag', databases: 'list'},
      );
    });

    test('what is wrong with a source is told, and nothing is kept of it', async () => {
      const wrong = async (more: Record<string, unknown>, expected: RegExp) => {
        const answer = await call('POST', '', shopSource(more));
        assert.equal(answer.status, 400, answer.text);
        assert.match(answer.text, expected);
      };
      await wrong({config: {port: 'x'}}, /port = \\"x\\" is not valid; allowed is a whole number/);
      await wrong({config: {hots: 'a'}}, /the key hots is unknown\. The nearest known one is host/);
      await wrong({name: 'runs'}, /cannot be called runs/);
      await wrong({config: {port: '${SHOP_PASSWORD}'}}, /port = .*\$\{SHOP_PASSWORD\}/);
      await wrong({config: {user: null}}, /user is missing/);
      await wrong({config: {password: '${NO_SUCH}'}}, /environment variable NO_SUCH is not set/);
      await wrong({type: 'postgres'}, /there is no type postgres\. Did you mean postgresql/);
      await wrong({name: 'a b'}, /the name of a source has letters/);
      await wrong({schedule: 'at noon'}, /schedule is a cron expression/);
      await wrong({maxDeletes: 101}, /maxDeletes is a whole number from 0 to 100/);
      await wrong({config: {host: {a: 1}}}, /host is a text or a list of texts/);
      assert.deepEqual(await ok('GET', ''), {sources: []});
    });

    test('a source is tested before it is saved, with its diagnosis', async () => {
      const {message} = await ok<{message: string}>('POST', '/test', shopSource());
      assert.match(message, /^PostgreSQL .* as postgres; databases to read: /);
      const answer = await call('POST', '/test', shopSource({config: {port: 1}}));
      assert.equal(answer.status, 400);
      assert.match(answer.text, /127\.0\.0\.1|refuse|does not answer/i);
    });

    test('it is saved without its secrets being told, rehearsed, and read', async () => {
      const saved = await ok<Source>('POST', '', shopSource());
      assert.deepEqual([saved.secrets, saved.updatedBy], [['password'], 'admin']);
      assert.equal('password' in saved.config, false);
      const rehearsal = await read('?isRehearsal=true');
      assert.deepEqual(
        [rehearsal.status, rehearsal.created.count, await tables()],
        ['COMPLETE', 2, []],
        JSON.stringify(rehearsal),
      );
      const first = await read();
      assert.deepEqual([first.status, first.assets, first.created.count], ['COMPLETE', 2, 2]);
      assert.ok(first.created.names.some(one => one.includes('.public.orders@')));
      assert.deepEqual(await tables(), ['days', 'orders']);
      const second = await read();
      assert.deepEqual(
        [second.created.count, second.changed.count, second.deleted.count],
        [0, 0, 0],
      );
      assert.ok(!server.output().includes(secret));
    });

    test('what changed and went in the source follows', async () => {
      await shop.query(
        'ALTER TABLE orders ADD total numeric; DROP VIEW days; CREATE TABLE mail (id int)',
      );
      const run = await read();
      assert.deepEqual(
        [run.created.count, run.changed.count, run.deleted.count],
        [1, 1, 1],
        JSON.stringify(run),
      );
      assert.deepEqual(await tables(), ['mail', 'orders']);
    });

    test('a change keeps a secret that it leaves out', async () => {
      const changed = shopSource({maxDeletes: 50, config: {password: ''}});
      const saved = await ok<Source>('PUT', '/shop', changed);
      assert.deepEqual(saved.secrets, ['password']);
      assert.equal((await read()).status, 'COMPLETE');
      const elsewhere = shopSource({config: {password: '', host: 'localhost'}});
      assert.deepEqual((await ok<Source>('PUT', '/shop', elsewhere)).secrets, []);
      await ok('PUT', '/shop', shopSource());
      const without = shopSource({config: {password: null}});
      assert.deepEqual((await ok<Source>('PUT', '/shop', without)).secrets, []);
      await ok('PUT', '/shop', shopSource());
      const other = await call('PUT', '/shop', {...changed, name: 'store'});
      assert.match(other.text, /The name of a source stays: shop/);
      assert.equal((await call('POST', '', changed)).status, 409);
      assert.equal((await call('PUT', '/none', {...changed, name: 'none'})).status, 404);
    });

    test('a rehearsed change of a source changes nothing', async () => {
      const before = await ok<Source>('GET', '/shop');
      const answer = await call('PUT', '/shop?dryRun=true', shopSource({maxDeletes: 1}));
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(await ok('GET', '/shop'), before);
    });

    test('a run that fails says why', async () => {
      await ok('PUT', '/shop', shopSource({config: {port: 1}}));
      const run = await read();
      assert.equal(run.status, 'FAILED');
      assert.match(run.errorMessage ?? '', /127\.0\.0\.1|refuse|does not answer/i);
      await ok('PUT', '/shop', shopSource());
    });

    test('its schedule reads it', async () => {
      await shop.query('CREATE TABLE returns (id int)');
      const saved = await ok<Source>('PUT', '/shop', shopSource({schedule: '* * * * * *'}));
      assert.ok((saved.nextRunTime ?? 0) > 0);
      await soon(async () => assert.ok((await tables()).includes('returns')));
      await ok('PUT', '/shop', shopSource());
      const {runs} = await ok<{runs: Run[]}>('GET', '/shop/runs');
      assert.ok(runs.some(one => one.trigger === 'SCHEDULE'));
      await soon(async () => {
        const {lastRun} = await ok<Source>('GET', '/shop');
        assert.equal(lastRun?.status, 'COMPLETE');
      });
    });

    test('a run waits for a locked table, is canceled, and one that was killed goes on', async () => {
      await shop.query('CREATE TABLE locked (id int)');
      const lock = new Client({
        connectionString: `postgres://postgres@127.0.0.1:${shop.port}/${shop.database}`,
      });
      await lock.connect();
      // Reads of the system catalog wait for it, as in a long migration.
      await lock.query('BEGIN; LOCK TABLE pg_catalog.pg_class IN ACCESS EXCLUSIVE MODE');
      try {
        const {guid} = await ok<Run>('POST', '/shop/runs');
        await soon(async () =>
          assert.equal((await ok<Run>('GET', `/runs/${guid}`)).status, 'IN_PROGRESS'),
        );
        assert.equal((await call('POST', '/shop/runs')).status, 409);
        assert.equal((await ok<Run>('POST', `/runs/${guid}/cancel`)).status, 'CANCELLED');
        const next = await ok<Run>('POST', '/shop/runs');
        // Not before the process of the other has ended.
        await soon(async () =>
          assert.equal((await ok<Run>('GET', `/runs/${next.guid}`)).status, 'IN_PROGRESS'),
        );
        await server.kill();
        await lock.query('ROLLBACK');
        await restart();
        const run = await ended(next.guid);
        assert.equal((await ok<Run>('GET', `/runs/${guid}`)).status, 'CANCELLED');
        assert.deepEqual([run.status, run.created.count], ['COMPLETE', 1], JSON.stringify(run));
      } finally {
        await lock.end();
      }
    });

    test('only administrators manage sources', async () => {
      const authorization = `Basic ${Buffer.from('eve:eve').toString('base64')}`;
      for (const [method, path, body] of [
        ['GET', ''],
        ['GET', '/shop'],
        ['POST', '', shopSource({name: 'other'})],
        ['PUT', '/shop', shopSource()],
        ['POST', '/test', shopSource()],
        ['POST', '/shop/runs'],
        ['GET', '/shop/runs'],
        ['GET', '/runs/00000000-0000-4000-8000-000000000000'],
        ['POST', '/runs/00000000-0000-4000-8000-000000000000/cancel'],
        ['POST', '/shop/runs?dryRun=true'],
        ['DELETE', '/shop'],
      ] as const) {
        const answer = await ask(`${server.url}/api/meta/v2/sources${path}`, {
          method,
          body,
          headers: {authorization},
        });
        assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
      }
    });

    test('a run of 5,000 entities is undone, killed on the way; what was changed later stays', async () => {
      type Bulk = {
        guid: string;
        status: string;
        counts: Record<'changed' | 'alongWith' | 'unchanged' | 'refused' | 'conflicts', number>;
      };
      const at = <T>(path: string, method = 'GET', body?: unknown): Promise<T> =>
        ask(`${server.url}/api/meta/v2${path}`, {method, body}).then(answer => {
          assert.ok(answer.status < 300, answer.text);
          return answer.json as T;
        });
      const count = async (typeName: string): Promise<number> => {
        const body = {typeName, excludeDeletedEntities: true, limit: 1};
        return (await at<{approximateCount: number}>('/search/basic', 'POST', body))
          .approximateCount;
      };
      const counts = async () => [await count('rdbms_table'), await count('rdbms_column')] as const;
      const first = await counts();
      await shop.query(`DO $$ BEGIN FOR i IN 1..850 LOOP
        EXECUTE format('CREATE TABLE many_%s (a integer, b text, c text, d date, e bigint)', i);
        END LOOP; END $$`);
      const run = await read();
      assert.deepEqual([run.status, run.problems], ['COMPLETE', []], JSON.stringify(run));
      assert.deepEqual(await counts(), [first[0] + 850, first[1] + 4250]);
      const change = await at<{kind: string; source: string; transactions: number}>(
        `/undo/${run.guid}?limit=1`,
      );
      assert.deepEqual([change.kind, change.source], ['SOURCE_RUN', 'shop']);
      assert.ok(change.transactions > 1, JSON.stringify(change));
      const {entities = []} = await at<{entities?: {guid: string}[]}>('/search/basic', 'POST', {
        typeName: 'rdbms_table',
        query: 'many_77',
        excludeDeletedEntities: true,
      });
      const [kept] = entities;
      await at(`/entity/guid/${kept?.guid}/labels`, 'POST', ['ours']);

      const complete = async ({guid}: {guid: string}): Promise<Bulk> =>
        await soon(async () => {
          const now = await at<Bulk>(`/bulk/${guid}`);
          assert.equal(now.status, 'COMPLETE');
          return now;
        });
      const undo = async (query = '') =>
        (await at<{change: {guid: string}}>(`/undo/${run.guid}${query}`, 'POST')).change;
      const {counts: told} = await complete(await undo('?isRehearsal=true'));
      assert.deepEqual([told.conflicts, told.refused], [1, 0], JSON.stringify(told));
      assert.deepEqual(await counts(), [first[0] + 850, first[1] + 4250]);
      const begun = await undo();
      await soon(async () => assert.ok((await at<Bulk>(`/bulk/${begun.guid}`)).counts.changed > 0));
      await server.kill();
      await restart();
      const done = await complete(begun);
      assert.deepEqual([done.counts.conflicts, done.counts.refused], [1, 0]);
      assert.equal(await count('rdbms_table'), first[0] + 1);
      const stays = await at<{entity: {status: string; labels: string[]}}>(
        `/entity/guid/${kept?.guid}`,
      );
      assert.deepEqual([stays.entity.status, stays.entity.labels], ['ACTIVE', ['ours']]);
      // The source still has them: its next run brings them again.
      const again = await read();
      assert.equal(again.status, 'COMPLETE', JSON.stringify(again));
      assert.equal(await count('rdbms_table'), first[0] + 850);
    });

    test('it is removed, and what it brought stays', async () => {
      const before = await tables();
      assert.equal((await call('DELETE', '/shop')).status, 204);
      assert.equal((await call('GET', '/shop')).status, 404);
      assert.deepEqual(await tables(), before);
    });
  });
}
