import assert from 'node:assert/strict';
import {writeFile} from 'node:fs/promises';
import {type AddressInfo, connect, createServer} from 'node:net';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {IngestWorld, type SourceKeys} from './ingest-world.ts';
import {mariaDbMissing, startMariaDb, type TestMariaDb} from './mariadb.ts';

const schema = `
CREATE DATABASE sales; CREATE DATABASE private; CREATE TABLE private.secret (a int);
CREATE TABLE sales.customer (id int PRIMARY KEY, email varchar(100) NOT NULL DEFAULT 'none' COMMENT 'Where bills go', born date) COMMENT 'Who buys';
CREATE TABLE sales.orders (day date, id bigint, customer int, amount decimal(10,2), PRIMARY KEY (day, id),
  CONSTRAINT buyer FOREIGN KEY (customer) REFERENCES sales.customer (id), INDEX by_amount (amount, day));
CREATE VIEW sales.totals AS SELECT c.email, sum(o.amount) AS total FROM sales.orders o JOIN sales.customer c ON c.id = o.customer GROUP BY 1;
CREATE VIEW sales.best AS WITH t AS (SELECT * FROM sales.totals) SELECT * FROM t WHERE total > 100;
CREATE USER reader IDENTIFIED BY 'let me in'; GRANT SELECT, SHOW VIEW ON *.* TO reader`;

suite('reading a MariaDB server into the catalog', {skip: mariaDbMissing}, () => {
  let world: IngestWorld;
  let server: TestMariaDb;
  let at: string;
  before(async () => {
    [world, server] = await Promise.all([IngestWorld.start(), startMariaDb()]);
    at = `localhost:${server.port}`;
    await server.connection.query(schema);
    await writeFile(join(world.folder, 'password'), 'let me in\n');
  });
  after(async () => await Promise.all([world?.stop(), server?.stop()]));
  const keys = (more: SourceKeys = {}): SourceKeys => ({
    type: 'mysql',
    host: '127.0.0.1',
    port: String(server.port),
    user: 'reader',
    'password-file': join(world.folder, 'password'),
    'exclude-databases': '[priv*]',
    ...more,
  });

  test('tables, columns, keys, indexes and the lineage of views come in, and a second reading changes nothing', async () => {
    const {printed: answer} = await world.ingest(keys(), ['--test']);
    assert.match(
      answer.join(),
      /^shop: MySQL \d+\..*MariaDB.* as reader@%; databases to read: sales$/,
    );
    const {printed, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 4 assets read; 4 created, 0 changed, 0 deleted']);
    const customer = await world.entity('rdbms_table', `sales.customer@${at}`);
    assert.deepEqual(
      [customer.attributes['comment'], customer.attributes['type']],
      ['Who buys', 'table'],
    );
    const email = await world.entity('rdbms_column', `sales.customer.email@${at}`);
    const {data_type: type, comment, isNullable, default_value: fallback} = email.attributes;
    assert.deepEqual(
      [type, comment, isNullable, fallback],
      ['varchar(100)', 'Where bills go', false, "'none'"],
    );
    const id = await world.entity('rdbms_column', `sales.orders.id@${at}`);
    assert.equal(id.attributes['isPrimaryKey'], true);
    assert.deepEqual(await world.names('rdbms_foreign_key'), [`sales.orders#buyer@${at}`]);
    assert.ok((await world.names('rdbms_index')).includes(`sales.orders#by_amount@${at}`));
    const best = await world.entity('rdbms_table', `sales.best@${at}`);
    assert.equal(best.attributes['owner'], 'root@localhost');
    assert.deepEqual(await world.lineage(best), ['best', 'customer', 'orders', 'totals']);
    const total = await world.entity('rdbms_column', `sales.best.total@${at}`);
    assert.deepEqual(await world.lineage(total, 'rdbms_column'), ['amount', 'total', 'total']);
    assert.deepEqual((await world.ingest(keys())).printed, [
      'shop: 4 assets read; 0 created, 0 changed, 0 deleted',
    ]);
  });

  test('what is renamed is another table', async () => {
    await server.connection.query(
      'DROP VIEW sales.best; RENAME TABLE sales.orders TO sales.bought; ALTER TABLE sales.customer DROP COLUMN born',
    );
    const {printed, complained} = await world.ingest(keys(), ['--names']);
    assert.deepEqual(complained, []);
    assert.deepEqual(
      printed.toSorted(),
      [
        `  + sales.bought@${at}`,
        `  - sales.best@${at}`,
        `  - sales.orders@${at}`,
        `  ~ sales.customer@${at}`,
        // A view of what is gone has no columns.
        `  ~ sales.totals@${at}`,
        'shop: 3 assets read; 1 created, 2 changed, 2 deleted',
      ].toSorted(),
    );
    assert.deepEqual(await world.names('rdbms_foreign_key'), [`sales.bought#buyer@${at}`]);
    assert.ok(!(await world.names('rdbms_column')).includes(`sales.customer.born@${at}`));
  });

  test('a connection that breaks in the middle of the columns is told', async t => {
    const columns = Array.from({length: 40}, (_, n) => `column_number_${n} varchar(100)`).join(
      ', ',
    );
    const tables = Array.from({length: 60}, (_, n) => `CREATE TABLE wide.t${n} (${columns})`);
    await server.connection.query(`CREATE DATABASE wide; ${tables.join('; ')}`);
    let passed = 0;
    const cut = createServer(client => {
      const real = connect(server.port, '127.0.0.1');
      client.pipe(real);
      real.on('data', bytes => {
        passed += bytes.length;
        if (passed < 60_000) client.write(bytes);
        else for (const one of [client, real]) one.destroy();
      });
      for (const one of [client, real]) one.on('error', () => one.destroy());
    });
    await new Promise<void>(resolve => cut.listen(0, '127.0.0.1', resolve));
    t.after(() => cut.close());
    const port = String((cut.address() as AddressInfo).port);
    const {code, complained} = await world.ingest(keys({port, databases: '[wide]'}), [], 'wide');
    assert.equal(code, 1);
    assert.match(complained.join(), /^wide: .*(?:closed|lost|ECONNRESET)/i);
    await server.connection.query('DROP DATABASE wide');
  });

  test('who may not read is told so, and nothing is deleted', async () => {
    const wrong = await world.ingest(keys({'password-file': '', password: 'wrong'}), ['--test']);
    assert.match(wrong.complained.join(), /the server does not let reader in with this password/);
    await server.connection.query('REVOKE SELECT, SHOW VIEW ON *.* FROM reader');
    const blind = await world.ingest(keys());
    assert.equal(blind.code, 1);
    assert.match(blind.complained.join(), /There is no database to read/);
    // Whole tables of the reading that broke off may be there beside them.
    const own = (await world.names('rdbms_table')).filter(one => one.startsWith('sales.'));
    assert.deepEqual(own, [`sales.bought@${at}`, `sales.customer@${at}`, `sales.totals@${at}`]);
    const nobody = await world.ingest(keys({port: '1'}), ['--test']);
    assert.match(nobody.complained.join(), /127\.0\.0\.1:1: nothing listens there/);
  });
});
