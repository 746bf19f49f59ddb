// What people run in the editor becomes lineage in the catalog: with the embedded engine, from end
// to end.
import assert from 'node:assert/strict';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {freePort} from '../../../packages/thrift/test/servers/free-port.ts';
import {startCatalog} from '../../catalog/test/server-fixture.ts';
import {writeFile} from 'node:fs/promises';
import {admin, EditorClient} from './editor-client.ts';
import {type EditorProcess, startEditorProcess, temporaryFolder} from './editor-process.ts';

type Entity = {
  guid: string;
  attributes: {qualifiedName: string; queryText?: string; description?: string; owner?: string};
  relationshipAttributes: Record<string, {displayText: string; relationshipStatus: string}[]>;
};
type Run = {runId: string; state: string; startTime: number; endTime: number};

/** The catalog, as a script asks it. */
class Catalog {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async get<T>(path: string): Promise<T> {
    const answer = await fetch(`${this.#url}/api/meta/v2/${path}`, {
      headers: {authorization: admin},
    });
    const text = await answer.text();
    assert.ok(answer.ok, text);
    return JSON.parse(text) as T;
  }

  async all(typeName: string): Promise<Entity[]> {
    const found = await this.get<{entities?: {guid: string}[]}>(
      `search/basic?typeName=${typeName}&excludeDeletedEntities=true&limit=100`,
    ).catch(() => ({entities: []}));
    const guids = (found.entities ?? []).map(({guid}) => `guid=${guid}`);
    if (guids.length === 0) return [];
    return (await this.get<{entities: Entity[]}>(`entity/bulk?${guids.join('&')}`)).entities;
  }

  /** The process that writes a table, once there is one. */
  async writing(table: string): Promise<Entity> {
    return await soon(async () => {
      const all = await this.all('openlineage_process');
      const found = all.filter(one => names(one, 'outputs').includes(table));
      assert.equal(found.length, 1, `${found.length} processes write ${table}`);
      return found[0] as Entity;
    });
  }

  async columns(of: Entity): Promise<Record<string, string[]>> {
    const all = await this.all('openlineage_column_lineage');
    const own = all.filter(one =>
      one.attributes.qualifiedName.startsWith(of.attributes.qualifiedName),
    );
    return Object.fromEntries(
      own.map(one => [names(one, 'outputs')[0], names(one, 'inputs').toSorted()]),
    );
  }

  async runs({guid}: Entity): Promise<Run[]> {
    return (await this.get<{runs: Run[]}>(`lineage/runs/${guid}`)).runs;
  }
}

function names({relationshipAttributes}: Entity, end: string): string[] {
  return (relationshipAttributes[end] ?? []).map(({displayText}) => displayText);
}

suite('lineage of what was run', () => {
  let both: EditorProcess;
  let catalog: Catalog;
  let client: EditorClient;
  let removed: () => Promise<void>;

  before(async () => {
    const data = await temporaryFolder({after: work => void (removed = work)});
    both = await startEditorProcess([
      '--http-port',
      '0',
      '--data',
      data,
      '--lineage-ignored-tables',
      'main.tmp_*',
    ]);
    catalog = new Catalog(/catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '');
    client = new EditorClient(both.url);
  });
  after(async () => {
    await both.stop();
    await removed();
  });

  test('a table that is made of others has a process with its columns, text, person and times', async () => {
    const sql =
      'CREATE TABLE by_country AS WITH o AS (SELECT * FROM sample.orders) SELECT c.country, count(*) AS n, max(o.order_id) AS latest ' +
      'FROM o JOIN sample.customers c USING (customer_id) GROUP BY c.country';
    const before = Date.now();
    await client.query('duckdb', sql);
    const process = await catalog.writing('by_country');
    assert.deepEqual(names(process, 'inputs').toSorted(), ['customers', 'orders']);
    assert.equal(process.attributes.queryText, sql);
    assert.equal(process.attributes.owner, 'admin');
    assert.equal(process.attributes.description, 'Run in the editor.');
    assert.deepEqual(await catalog.columns(process), {country: ['country'], latest: ['order_id']});
    const [run, ...others] = await catalog.runs(process);
    assert.equal(others.length, 0);
    assert.equal(run?.state, 'COMPLETE');
    assert.ok(run.startTime >= before && run.endTime >= run.startTime && run.endTime <= Date.now());
    const columns = await catalog.all('rdbms_column');
    assert.ok(
      columns.some(
        one => one.attributes.qualifiedName === 'warehouse.main.by_country.latest@duckdb/admin',
      ),
    );
  });

  test('the same statement with other values is another run of the same process', async () => {
    await client.query('duckdb', 'CREATE TABLE big (id INTEGER, country VARCHAR)');
    for (const country of ['FR', 'DE', 'US'])
      await client.query(
        'duckdb',
        `INSERT INTO big SELECT customer_id, country FROM sample.customers WHERE country = '${country}'`,
      );
    const process = await catalog.writing('big');
    await soon(async () => assert.equal((await catalog.runs(process)).length, 3));
    assert.deepEqual(await catalog.columns(await catalog.writing('big')), {
      country: ['country'],
      id: ['customer_id'],
    });
  });

  test('views, updates and files are told as far as they can be', async () => {
    await client.query('duckdb', 'CREATE VIEW latest AS SELECT * FROM by_country');
    const view = await catalog.writing('latest');
    assert.deepEqual(await catalog.columns(view), {
      country: ['country'],
      latest: ['latest'],
      n: ['n'],
    });
    await client.query('duckdb', "COPY sample.products TO 'products.csv' (HEADER)");
    await client.query('duckdb', 'CREATE TABLE products AS SELECT * FROM sample.products LIMIT 0');
    await catalog.writing('products');
    await client.query('duckdb', "COPY products FROM 'products.csv' (HEADER)");
    await soon(async () => {
      const all = await catalog.all('openlineage_process');
      const loading = all.find(one => one.attributes.queryText?.startsWith('COPY products'));
      assert.match(loading?.attributes.description ?? '', /could not all be worked out/);
    });
  });

  test('nothing is told of what failed, read, was temporary or is left out', async () => {
    await client.query('duckdb', 'CREATE TABLE tmp_orders AS SELECT * FROM sample.orders');
    await client.query('duckdb', 'CREATE TEMP TABLE passing AS SELECT * FROM sample.orders');
    await client.query('duckdb', 'SELECT * FROM sample.orders LIMIT 1');
    await assert.rejects(
      client.query('duckdb', 'CREATE TABLE by_country AS SELECT 1 AS n'),
      /already exists/,
    );
    // Whatever comes after it is told after it.
    await client.query('duckdb', 'CREATE TABLE last_one AS SELECT product_id FROM sample.products');
    await catalog.writing('last_one');
    const all = await catalog.all('openlineage_process');
    const written = all.flatMap(one => names(one, 'outputs'));
    assert.deepEqual(written.toSorted(), [
      'big',
      'by_country',
      'last_one',
      'latest',
      'products',
      'products',
    ]);
  });
});

test('while the catalog is away statements go on, and it is told when it is there again', async t => {
  const folder = await temporaryFolder(t);
  const secret = join(folder, 'secret');
  await writeFile(secret, 'a secret of more than thirty-two characters');
  const catalogArgs = ['--link-secret-file', secret, '--http-port', String(await freePort())];
  const first = await startCatalog(join(folder, 'catalog'), {args: catalogArgs});
  await first.stop();
  const args = [
    'editor',
    '--data',
    join(folder, 'editor'),
    '--catalog-url',
    first.url,
    '--link-secret-file',
    secret,
  ];
  const one = await startEditorProcess(args);
  t.after(async () => void (await one.kill()));
  await new EditorClient(one.url).query(
    'duckdb',
    'CREATE TABLE kept AS SELECT * FROM sample.products',
  );
  assert.equal(await one.stop(), 0);
  const again = await startCatalog(join(folder, 'catalog'), {args: catalogArgs});
  t.after(async () => void (await again.kill()));
  const other = await startEditorProcess(args);
  t.after(async () => void (await other.kill()));
  const process = await new Catalog(again.url).writing('kept');
  assert.deepEqual(names(process, 'inputs'), ['products']);
});
