import assert from 'node:assert/strict';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {ingest} from '@gazetteer/connectors';
import {freshDatabase, postgresForTests, type TestPostgres} from '@gazetteer/db/testing';
import {Client} from 'pg';
import {ask, type Entity} from './catalog/test/client.ts';
import {IngestWorld, type SourceKeys} from './ingest-world.ts';

const schema = `
CREATE SCHEMA sales;
CREATE TABLE sales.customer (id integer PRIMARY KEY, email text NOT NULL DEFAULT 'none', born date);
COMMENT ON TABLE sales.customer IS 'Who buys';
COMMENT ON COLUMN sales.customer.email IS 'Where bills go';
CREATE TABLE public.orders (
  id bigint, day date, customer integer REFERENCES sales.customer, amount numeric(10,2), PRIMARY KEY (day, id)
) PARTITION BY RANGE (day);
CREATE TABLE public.orders_2026 PARTITION OF public.orders FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
CREATE INDEX orders_by_customer ON public.orders (customer, day);
CREATE VIEW sales.totals AS SELECT c.email, sum(o.amount) AS total FROM orders o JOIN sales.customer c ON c.id = o.customer GROUP BY 1;
CREATE MATERIALIZED VIEW sales.best AS SELECT * FROM sales.totals WHERE total > 100;
CREATE SCHEMA private; CREATE TABLE private.secret (a int REFERENCES sales.customer);`;

/** A PostgreSQL database of its own, and a catalog to read it into. */
class World {
  readonly #postgres: Exclude<TestPostgres, {skip: string}>;
  readonly #database: Client;
  readonly catalog: IngestWorld;
  readonly at: string;
  readonly name: string;

  private constructor(
    postgres: Exclude<TestPostgres, {skip: string}>,
    catalog: IngestWorld,
    database: Client,
  ) {
    [this.#postgres, this.catalog, this.#database] = [postgres, catalog, database];
    this.at = `localhost:${database.port}`;
    this.name = database.database ?? '';
  }

  static async start(postgres: Exclude<TestPostgres, {skip: string}>): Promise<World> {
    const database = new Client({connectionString: await freshDatabase(postgres.url)});
    await database.connect();
    await database.query(schema);
    return new World(postgres, await IngestWorld.start(), database);
  }

  async stop(): Promise<void> {
    await this.#database.end();
    await this.catalog.stop();
    await this.#postgres.stop();
  }

  async sql(text: string): Promise<void> {
    await this.#database.query(text);
  }

  /** Reads the database into the catalog. `keys` are of the source. */
  async ingest(args: readonly string[] = [], keys: SourceKeys = {}) {
    const own = {
      type: 'postgresql',
      host: '127.0.0.1',
      port: String(this.#database.port),
      user: 'postgres',
      databases: `[${this.name}]`,
      'exclude-schemas': '[priv*]',
    };
    return await this.catalog.ingest({...own, ...keys}, args);
  }

  async entity(typeName: string, path: string): Promise<Entity> {
    return await this.catalog.entity(typeName, `${path}@${this.at}`);
  }

  async names(typeName: string): Promise<string[]> {
    return await this.catalog.names(typeName);
  }
}

/** Custom properties beside those that it has, as a person would write them. */
async function give(world: World, entity: Entity, properties: object): Promise<void> {
  const {guid, typeName, attributes, customAttributes} = entity;
  const {qualifiedName, name} = attributes;
  const all = {...(customAttributes as object), ...properties};
  const body = {entity: {guid, typeName, attributes: {qualifiedName, name}, customAttributes: all}};
  const {status} = await ask(`${world.catalog.catalog.url}/api/meta/v2/entity`, {body});
  assert.equal(status, 200);
}

const postgres = await postgresForTests();

suite(
  'reading a PostgreSQL database into the catalog',
  {skip: 'skip' in postgres ? postgres.skip : false},
  () => {
    let world: World;

    before(async () => {
      assert.ok(!('skip' in postgres));
      world = await World.start(postgres);
    });
    after(() => world.stop());

    test('--test says what answers, and what to do where nothing does', async () => {
      const {code, printed} = await world.ingest(['--test']);
      assert.equal(code, 0);
      assert.match(
        printed.join(),
        new RegExp(`^shop: PostgreSQL \\d.* as postgres; databases to read: ${world.name}$`),
      );
      const nobody = await world.ingest(['--test'], {port: '1'});
      assert.equal(nobody.code, 1);
      assert.match(
        nobody.complained.join(),
        /^shop: 127\.0\.0\.1:1, .*nothing listens there\. Check host and port/,
      );
    });

    test('a rehearsal says what would be created, and creates nothing', async () => {
      const {code, printed, complained} = await world.ingest(['--dry-run', '--names']);
      assert.deepEqual(complained, []);
      assert.equal(code, 0);
      const paths = ['public.orders', 'sales.best', 'sales.customer', 'sales.totals'];
      assert.equal(
        printed[0],
        'shop: 4 assets read; 4 would be created, 0 would be changed, 0 would be deleted',
      );
      assert.deepEqual(
        printed.slice(1).sort(),
        paths.map(path => `  + ${world.name}.${path}@${world.at}`),
      );
      assert.deepEqual(await world.names('rdbms_table'), []);
      assert.equal(await world.catalog.hasType('sql_view_definition'), false);
    });

    test('tables, columns, keys, indexes and the lineage of views come in, and a second reading changes nothing', async () => {
      const {code, printed, complained} = await world.ingest();
      assert.deepEqual([code, complained], [0, []]);
      assert.deepEqual(printed, ['shop: 4 assets read; 4 created, 0 changed, 0 deleted']);
      const {attributes, relationshipAttributes} = await world.entity(
        'rdbms_table',
        `${world.name}.sales.customer`,
      );
      assert.deepEqual(
        [attributes['name'], attributes['comment'], attributes['owner'], attributes['type']],
        ['customer', 'Who buys', 'postgres', 'table'],
      );
      const {columns} = relationshipAttributes as {columns: {displayText: string}[]};
      assert.deepEqual(columns.map(one => one.displayText).sort(), ['born', 'email', 'id']);
      const email = await world.entity('rdbms_column', `${world.name}.sales.customer.email`);
      const {
        data_type: type,
        comment,
        isNullable,
        isPrimaryKey,
        default_value: fallback,
      } = email.attributes;
      assert.deepEqual(
        [type, comment, isNullable, isPrimaryKey, fallback],
        ['text', 'Where bills go', false, false, "'none'::text"],
      );
      assert.equal(
        (await world.entity('rdbms_column', `${world.name}.public.orders.day`)).attributes[
          'isPrimaryKey'
        ],
        true,
      );
      assert.deepEqual(await world.names('rdbms_foreign_key'), [
        `${world.name}.public.orders#orders_customer_fkey@${world.at}`,
      ]);
      const best = await world.entity('rdbms_table', `${world.name}.sales.best`);
      assert.equal(best.attributes['type'], 'materialized view');
      assert.deepEqual(await world.catalog.lineage(best), ['best', 'customer', 'orders', 'totals']);
      const view = await world.entity('sql_view_definition', `${world.name}.sales.totals#view`);
      assert.match(String(view.attributes['queryText']), /JOIN sales\.customer/);
      const total = await world.entity('rdbms_column', `${world.name}.sales.best.total`);
      assert.deepEqual(await world.catalog.lineage(total, 'rdbms_column'), [
        'amount',
        'total',
        'total',
      ]);
      assert.deepEqual((await world.ingest()).printed, [
        'shop: 4 assets read; 0 created, 0 changed, 0 deleted',
      ]);
    });

    test('what the database changes is changed, and what people wrote stays', async () => {
      const customer = await world.entity('rdbms_table', `${world.name}.sales.customer`);
      await world.catalog.change(customer, 'description', 'Written by a person');
      await give(world, customer, {steward: 'Ada'});
      await world.sql(`ALTER TABLE sales.customer DROP COLUMN born, ADD COLUMN phone text;
      COMMENT ON TABLE sales.customer IS 'Who buys from us'; ALTER TABLE public.orders DROP CONSTRAINT orders_customer_fkey`);
      const rehearsal = await world.ingest(['--dry-run', '--names']);
      assert.deepEqual(rehearsal.printed, [
        'shop: 4 assets read; 0 would be created, 1 would be changed, 0 would be deleted',
        `  ~ ${world.name}.sales.customer@${world.at}`,
      ]);
      assert.deepEqual((await world.ingest()).printed, [
        'shop: 4 assets read; 0 created, 1 changed, 0 deleted',
      ]);
      const {attributes, customAttributes, guid} = await world.entity(
        'rdbms_table',
        `${world.name}.sales.customer`,
      );
      assert.equal(guid, customer.guid);
      assert.deepEqual(customAttributes, {steward: 'Ada', source: 'shop'});
      assert.deepEqual(
        [attributes['comment'], attributes['description']],
        ['Who buys from us', 'Written by a person'],
      );
      const columns = (await world.names('rdbms_column')).filter(name =>
        name.includes('.customer.'),
      );
      assert.deepEqual(
        columns,
        ['email', 'id', 'phone'].map(name => `${world.name}.sales.customer.${name}@${world.at}`),
      );
      assert.deepEqual(await world.names('rdbms_foreign_key'), []);
    });

    test('what is gone is deleted, unless it is too much, or not all could be read', async () => {
      await world.sql('DROP MATERIALIZED VIEW sales.best');
      const narrower = await world.ingest([], {schemas: '[public]'});
      assert.deepEqual(
        narrower.printed,
        ['shop: 1 asset read; 0 created, 0 changed, 0 deleted'],
        'what is not covered is left alone',
      );
      assert.equal((await world.names('rdbms_table')).length, 4);
      assert.deepEqual((await world.ingest(['--dry-run'])).printed, [
        'shop: 3 assets read; 0 would be created, 0 would be changed, 1 would be deleted',
      ]);
      assert.deepEqual((await world.ingest()).printed, [
        'shop: 3 assets read; 0 created, 0 changed, 1 deleted',
      ]);
      assert.deepEqual(await world.names('sql_view_definition'), [
        `${world.name}.sales.totals#view@${world.at}`,
      ]);
      await world.sql(
        `DO $$ BEGIN FOR i IN 1..20 LOOP EXECUTE format('CREATE TABLE public.t%s (a int)', i); END LOOP; END $$`,
      );
      assert.deepEqual((await world.ingest()).printed, [
        'shop: 23 assets read; 20 created, 0 changed, 0 deleted',
      ]);
      await world.sql(
        `DO $$ BEGIN FOR i IN 1..20 LOOP EXECUTE format('DROP TABLE public.t%s', i); END LOOP; END $$`,
      );
      const refused = await world.ingest();
      assert.equal(refused.code, 1);
      assert.match(
        refused.complained.join(),
        /20 of the 23 assets .* more than 20 %: nothing was deleted.*--max-deletes 100/,
      );
      assert.equal((await world.names('rdbms_table')).length, 23);
      assert.deepEqual((await world.ingest(['--max-deletes', '100'])).printed, [
        'shop: 3 assets read; 0 created, 0 changed, 20 deleted',
      ]);
      await world.sql('CREATE TABLE public.one (a int)');
      await world.ingest();
      await world.sql('DROP TABLE public.one');
      const none = await world.ingest(['--max-deletes', '0']);
      assert.match(none.complained.join(), /1 of the 4 assets .* more than 0 %: nothing was/);
      assert.deepEqual((await world.ingest()).printed, [
        'shop: 3 assets read; 0 created, 0 changed, 1 deleted',
      ]);
    });

    test('what is wrong in the file is told with its line, and nothing is read', async () => {
      const {code, complained} = await world.ingest(['nobody'], {
        port: 'many',
        passwort: 'x',
        type: 'postgresql',
        password: '${NOT_SET}',
      });
      assert.equal(code, 2);
      assert.deepEqual(
        complained.map(line => line.replace(/^(\w+): .*sources\.yaml:/, '$1: sources.yaml:')),
        [
          'warning: sources.yaml:13: the key passwort in [shop] is unknown and ignored. The nearest known one is password.',
          'error: sources.yaml:14: the environment variable NOT_SET is not set.',
          'error: sources.yaml:9: [shop] port = "many" is not valid; allowed is a whole number from 1 to 65535.',
          'error: there is no source nobody in the file; it has: shop',
        ],
      );
      const kind = await world.ingest([], {type: 'postgres'});
      assert.match(
        kind.complained.join(),
        /sources\.yaml:7: there is no type postgres\. Did you mean postgresql\?/,
      );
    });
  },
);

test('a password in an address is not printed', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-ingest-'));
  t.after(() => rm(folder, {recursive: true}));
  const said = async (url: string, host: string) => {
    const file = join(folder, 'sources.yaml');
    const source = `type: postgresql, host: '${host}', user: reader`;
    await writeFile(file, `catalog:\n  url: ${url}\nsources:\n  shop: {${source}}\n`);
    const lines: string[] = [];
    const say = (line: string) => void lines.push(line);
    const io = {env: {}, print: say, complain: say, signal: new AbortController().signal};
    return [await ingest({argv: [file, '--test'], ...io}), lines.join('\n')] as const;
  };
  const [code, errors] = await said('http://anna:hunter2@127.0.0.1:1', 'localhost');
  assert.equal(code, 2);
  assert.match(errors, /sources\.yaml:2: url has a user or a password in it/);
  const [failed, problem] = await said('http://127.0.0.1:1', 'postgres://anna:hunter2@nowhere');
  assert.equal(failed, 1);
  assert.match(problem, /anna:\*\*\*@nowhere/);
  assert.doesNotMatch(errors + problem, /hunter2/);
});
