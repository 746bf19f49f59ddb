// What a real Trino answered (476, catalogs `memory` and `tpch`), played again. To record it anew
// start one and give its address: GAZETTEER_TRINO=http://127.0.0.1:8080 npm test -- ingest-trino
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {readFile, writeFile} from 'node:fs/promises';
import {createServer, type IncomingMessage} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {after, before, suite, test} from 'node:test';
import {freePort} from '../packages/thrift/test/servers/free-port.ts';
import {IngestWorld} from './ingest-world.ts';

const real = process.env['GAZETTEER_TRINO'];
const file = join(import.meta.dirname, '..', 'packages', 'connectors', 'test', 'trino.json');

type Page = {readonly data?: unknown[][]; readonly error?: {message: string}; nextUri?: string};
/** Pages of each statement, before and after something was changed. */
type Recorded = Record<string, Record<string, Page[]>>;

/** Asks a real server, or plays what one has answered. */
class PlayedTrino {
  port = 0;
  /** What it takes for its own address, where that is not the one that it is asked at. */
  origin: string | undefined;
  round = 'first';
  /** What was said to the server beside statements. */
  readonly seen: {user: string; source: string; authorization: string}[] = [];
  /** Statements that fail, with what is said then. */
  readonly failing = new Map<string, string>();
  /** Answers that it is too busy for, before the next. */
  busy = 0;
  recorded: Recorded = {};
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(({status, page}) =>
      response
        .writeHead(status, {'content-type': 'application/json'})
        .end(status === 200 ? JSON.stringify(page) : 'no'),
    );
  });

  async start(): Promise<void> {
    if (real === undefined) this.recorded = JSON.parse(await readFile(file, 'utf8')) as Recorded;
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    ({port: this.port} = this.#server.address() as AddressInfo);
  }

  async stop(): Promise<void> {
    if (real !== undefined) await writeFile(file, `${JSON.stringify(this.recorded, null, 1)}\n`);
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage): Promise<{status: number; page?: Page}> {
    const {headers, method, url = ''} = request;
    if (method === 'DELETE') return {status: 204};
    if (this.busy > 0) {
      this.busy--;
      return {status: 503};
    }
    const headerOf = (name: string) => String(headers[name] ?? '');
    this.seen.push({
      user: headerOf('x-trino-user'),
      source: headerOf('x-trino-source'),
      authorization: headerOf('authorization'),
    });
    const body = await text(request);
    const [sql = '', at = 0] =
      method === 'POST'
        ? [body.replaceAll(/\s+/g, ' ')]
        : (JSON.parse(decodeURIComponent(url.split('/').at(-1) ?? '')) as [string, number]);
    const message = this.failing.get(sql);
    if (message !== undefined) return {status: 200, page: {error: {message}}};
    if (real !== undefined && method === 'POST') await this.#record(sql, body);
    const pages = this.recorded[this.round]?.[sql];
    assert.ok(pages, `not recorded: ${sql}`);
    const next = encodeURIComponent(JSON.stringify([sql, at + 1]));
    const origin = this.origin ?? `http://127.0.0.1:${this.port}`;
    const nextUri = `${origin}/v1/statement/executing/${next}`;
    return {status: 200, page: {...pages[at], ...(at + 1 < pages.length && {nextUri})}};
  }

  async #record(sql: string, body: string): Promise<void> {
    const pages: Page[] = [];
    for (let next: string | undefined = `${real}/v1/statement`; next !== undefined;) {
      const init = pages.length === 0 ? {method: 'POST', body} : {};
      const answer = await fetch(next, {...init, headers: {'x-trino-user': 'reader'}});
      const {data, error, nextUri} = (await answer.json()) as Page;
      pages.push({...(data && {data}), ...(error && {error: {message: error.message}})});
      next = nextUri;
    }
    (this.recorded[this.round] ??= {})[sql] = pages;
  }

  /** Makes what is read, where there is a real server. */
  async run(...statements: readonly string[]): Promise<void> {
    if (real === undefined) return;
    const before = this.recorded;
    this.recorded = {};
    for (const one of statements) await this.#record(one, one);
    const pages = Object.values(this.recorded[this.round] ?? {}).flat();
    assert.deepEqual(
      pages.flatMap(page => page.error?.message ?? []),
      [],
    );
    this.recorded = before;
  }
}

suite('reading Trino into the catalog', () => {
  let world: IngestWorld;
  const server = new PlayedTrino();
  before(async () => {
    [world] = await Promise.all([IngestWorld.start(), server.start()]);
    await server.run(
      'CREATE SCHEMA memory.shop',
      `CREATE TABLE memory.shop.orders (id bigint NOT NULL COMMENT 'Key', amount decimal(10,2)) COMMENT 'What was bought'`,
      `CREATE TABLE memory.shop."Odd ""name""" (x varchar)`,
      `CREATE VIEW memory.shop.totals COMMENT 'Sums' AS SELECT o.id, sum(amount) total FROM memory.shop.orders o, tpch.tiny.nation n WHERE n.nationkey = o.id GROUP BY o.id`,
      'CREATE VIEW memory.shop.best AS SELECT * FROM memory.shop.totals WHERE total > 100',
    );
  });
  after(async () => await Promise.all([world?.stop(), server.stop()]));
  const keys = (more: Readonly<Record<string, string>> = {}) => ({
    type: 'trino',
    host: '127.0.0.1',
    port: String(server.port),
    user: 'reader',
    catalogs: '[memory, tpch]',
    schemas: '[shop, tiny]',
    ...more,
  });
  const at = () => `localhost:${server.port}`;

  test('tables, columns, comments and the lineage of views come in, and a second reading changes nothing', async () => {
    const {printed: answer, complained: none} = await world.ingest(keys(), ['--test']);
    assert.deepEqual(none, []);
    assert.match(answer.join(), /^shop: Trino 476 as reader; catalogs to read: memory, tpch$/);
    const {printed, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 12 assets read; 12 created, 0 changed, 0 deleted']);
    const totals = await world.entity('rdbms_table', `memory.shop.totals@${at()}`);
    const {comment, type} = totals.attributes;
    assert.deepEqual([comment, type], ['Sums', 'view']);
    const orders = await world.entity('rdbms_table', `memory.shop.orders@${at()}`);
    assert.deepEqual(
      [orders.attributes['comment'], orders.attributes['type']],
      ['What was bought', 'table'],
    );
    const id = await world.entity('rdbms_column', `memory.shop.orders.id@${at()}`);
    const {data_type: dataType, comment: told, isNullable} = id.attributes;
    assert.deepEqual([dataType, told, isNullable], ['bigint', 'Key', false]);
    const best = await world.entity('rdbms_table', `memory.shop.best@${at()}`);
    assert.deepEqual(await world.lineage(best), ['best', 'nation', 'orders', 'totals']);
    const total = await world.entity('rdbms_column', `memory.shop.best.total@${at()}`);
    assert.deepEqual(await world.lineage(total, 'rdbms_column'), ['amount', 'total', 'total']);
    assert.ok((await world.names('rdbms_table')).includes(`memory.shop.odd "name"@${at()}`));
    assert.deepEqual((await world.ingest(keys())).printed, [
      'shop: 12 assets read; 0 created, 0 changed, 0 deleted',
    ]);
    assert.deepEqual(
      [...new Set(server.seen.map(one => JSON.stringify(one)))],
      ['{"user":"reader","source":"gazetteer","authorization":""}'],
    );
  });

  test('a server that is busy is asked again, and is told the password', async () => {
    server.busy = 3;
    const {printed, complained} = await world.ingest(keys({password: 'secret'}), ['--test']);
    assert.deepEqual(complained, []);
    assert.match(printed.join(), /Trino 476/);
    const basic = `Basic ${Buffer.from('reader:secret').toString('base64')}`;
    assert.equal(server.seen.at(-1)?.authorization, basic);
    await world.ingest(keys({token: 'jwt'}), ['--test']);
    assert.equal(server.seen.at(-1)?.authorization, 'Bearer jwt');
  });

  test('a proxy is asked on, whatever address the server behind it has', async () => {
    const before = server.seen.length;
    server.origin = 'https://behind.invalid:8443';
    const {printed, complained} = await world.ingest(keys({token: 'jwt'}), ['--test']);
    server.origin = undefined;
    assert.deepEqual(complained, []);
    assert.match(printed.join(), /Trino 476/);
    const seen = server.seen.slice(before).map(one => one.authorization);
    assert.deepEqual([...new Set(seen)], ['Bearer jwt']);
  });

  test('no password and no token leaves this machine in clear text', async () => {
    for (const secret of ['password', 'password-file', 'token']) {
      const {complained} = await world.ingest(keys({host: 'trino.invalid', [secret]: 'x'}), [
        '--test',
      ]);
      assert.match(complained.join(), /a password and a token need tls: yes/);
    }
  });

  test('a catalog that cannot be read lets nothing be deleted, and the others are read', async () => {
    const {code, printed, complained} = await world.ingest(keys({catalogs: '[memory, "tpch*"]'}));
    assert.deepEqual([code, complained], [0, []]);
    assert.match(printed.join(), /^shop: 12 assets read; 0 created/);
    const sql = 'SELECT schema_name FROM "memory".information_schema.schemata';
    server.failing.set(sql, 'Access Denied: memory');
    const part = await world.ingest(keys());
    server.failing.clear();
    assert.equal(part.code, 1);
    assert.match(part.complained.join(), /catalog memory cannot be read: Access Denied: memory/);
    assert.deepEqual(part.printed, ['shop: 8 assets read; 0 created, 0 changed, 0 deleted']);
  });

  test('a schema that cannot be read leaves the others of its catalog, and tables stay without their comments', async () => {
    const where = `WHERE catalog_name = 'memory' AND schema_name = 'shop'`;
    for (const sql of [
      `SELECT table_name, table_type FROM "tpch".information_schema.tables WHERE table_schema = 'sf1'`,
      `SELECT name, definition FROM system.metadata.materialized_views ${where}`,
      `SELECT table_name, comment FROM system.metadata.table_comments ${where}`,
    ])
      server.failing.set(sql, 'Access Denied');
    const part = await world.ingest(keys({schemas: '[shop, sf1, tiny]'}));
    server.failing.clear();
    assert.equal(part.code, 1);
    for (const what of [
      'The schema tpch.sf1',
      'Materialized views of memory.shop',
      'Comments of tables of memory.shop',
    ])
      assert.ok(part.complained.join().includes(`${what} cannot be read: Access Denied`), what);
    assert.deepEqual(part.printed, ['shop: 12 assets read; 0 created, 0 changed, 0 deleted']);
  });

  test('what is dropped goes, with the lineage of its columns', async () => {
    server.round = 'dropped';
    await server.run(
      'DROP VIEW memory.shop.best',
      'CREATE OR REPLACE VIEW memory.shop.totals AS SELECT id FROM memory.shop.orders',
    );
    const {printed, complained} = await world.ingest(keys());
    assert.deepEqual(complained, []);
    assert.deepEqual(printed, ['shop: 11 assets read; 0 created, 1 changed, 1 deleted']);
    assert.deepEqual(await world.names('sql_view_column_lineage'), [
      `memory.shop.totals#view.id@${at()}`,
    ]);
  });

  test('a server that is not there, or lets nobody in, is told of', async () => {
    const port = String(await freePort());
    const away = await world.ingest(keys({port}), ['--test']);
    assert.match(away.complained.join(), /nothing listens there\. Check host and port/);
    const nobody = await world.ingest({type: 'trino'}, ['--test']);
    assert.match(nobody.complained.join(), /user is missing/);
  });
});
