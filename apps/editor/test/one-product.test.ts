// The catalog in the editor and the editor in the catalog: in one process, and in two that share a
// secret.
import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, suite, test, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {startCatalog} from '../../catalog/test/server-fixture.ts';
import {EditorClient} from './editor-client.ts';
import {type EditorProcess, startEditorProcess, temporaryFolder} from './editor-process.ts';
import {allEntities, wholeRole} from '../../catalog/test/policy-roles.ts';

type Known = {
  guid: string;
  description?: string;
  owners: string[];
  classifications: string[];
  terms: string[];
  certification?: string;
  deprecation?: {reason: string; successor?: string};
  columns?: object[];
};
type Tables = {
  state: string;
  tables: {database: string; table: string; qualifiedName: string; asset?: Known}[];
};

/** Bob reads what is Ada's own in no way, and creates nothing. */
const policy = {
  roles: {
    ALL: wholeRole,
    READS: {
      typePermissions: wholeRole.typePermissions,
      entityPermissions: [
        {...allEntities, privileges: ['entity-read'], entityIds: ['sample.*@duckdb']},
      ],
    },
  },
  userRoles: {admin: ['ALL'], bob: ['READS']},
};

async function people(folder: string): Promise<string[]> {
  const users = join(folder, 'users.properties');
  const policyFile = join(folder, 'policy.json');
  await writeFile(users, ['admin', 'bob'].map(one => passwordLine(one)).join('\n'));
  await writeFile(policyFile, JSON.stringify(policy));
  return ['--password-file', users, '--policy-file', policyFile];
}

const asked = async (user: string, address: string, body?: object, method = 'POST') => {
  const answer = await fetch(address, {
    method: body === undefined && method === 'POST' ? 'GET' : method,
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${user}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : {body: JSON.stringify(body)}),
  });
  const text = await answer.text();
  // Answers of many shapes.
  return {status: answer.status, json: (text === '' ? undefined : JSON.parse(text)) as never};
};

const orders = {database: 'main', table: 'Orders'};

suite('one process', () => {
  let both: EditorProcess;
  let catalog = '';
  let removed: () => Promise<void>;

  before(async () => {
    const data = await temporaryFolder({after: work => void (removed = work)});
    const args = ['--http-port', '0', '--data', data, ...(await people(data))];
    both = await startEditorProcess(args);
    catalog = /catalog, listening on (https?:\/\/\S+)/.exec(both.output())?.[1] ?? '';
    const client = new EditorClient(both.url);
    await client.query('duckdb', 'CREATE TABLE orders (id INTEGER, mail VARCHAR)');
    await client.query('duckdb', `COMMENT ON TABLE orders IS 'What was sold'`);
  });
  after(async () => {
    await both.stop();
    await removed();
  });

  const tables = async (user: string, list: object[], withColumns = false): Promise<Tables> =>
    (
      await asked(user, `${both.url}/api/v1/catalog/tables`, {
        engine: 'duckdb',
        tables: list,
        withColumns,
      })
    ).json;
  const register = async (user: string, more: object = {}) =>
    await asked(user, `${both.url}/api/v1/catalog/register`, {
      engine: 'duckdb',
      database: 'main',
      table: 'orders',
      ...more,
    });

  test('a table that nobody has registered is offered, rehearsed and added as the person', async () => {
    const unknown = await tables('admin', [orders]);
    assert.deepEqual(unknown, {
      state: 'there',
      tables: [{...orders, qualifiedName: 'warehouse.main.orders@duckdb/admin'}],
    });
    const rehearsed = await register('admin', {isRehearsal: true});
    assert.deepEqual(rehearsed.json, {
      created: 5,
      updated: 0,
      qualifiedName: 'warehouse.main.orders@duckdb/admin',
    });
    assert.deepEqual(await tables('admin', [orders]), unknown, 'a rehearsal leaves nothing');
    const refused = await register('bob', {database: 'sample', table: 'orders'});
    assert.equal(refused.status, 403);
    assert.match((refused.json as {message: string}).message, /bob is not authorized/);
    const added = await register('admin');
    const {guid, created} = added.json as {guid: string; created: number};
    assert.equal(created, 5);
    const [found] = (await tables('admin', [orders])).tables;
    assert.equal(found?.asset?.guid, guid);
    assert.equal((await register('admin')).status, 200, 'again it changes nothing');
  });

  test('many tables are told by one request, with tags, terms, trust and columns', async () => {
    const api = `${catalog}/api/meta/v2`;
    await register('admin', {database: 'sample', table: 'customers'});
    const wanted = [orders, {database: 'sample', table: 'customers'}, {database: 'x', table: 'y'}];
    const found = await tables('admin', wanted);
    assert.deepEqual(
      found.tables.map(({qualifiedName, asset}) => [qualifiedName, asset !== undefined]),
      [
        ['warehouse.main.orders@duckdb/admin', true],
        ['sample.main.customers@duckdb', true],
        ['warehouse.x.y@duckdb/admin', false],
      ],
    );
    const [old = '', next = ''] = found.tables.map(one => one.asset?.guid ?? '');
    await asked('admin', `${api}/types/typedefs`, {classificationDefs: [{name: 'PII'}]});
    await asked('admin', `${api}/entity/guid/${old}/classifications`, [{typeName: 'PII'}]);
    const trust = {certification: 'Deprecated', deprecationReason: 'Twice', successorGuid: next};
    await asked('admin', `${api}/entity/guid/${old}/trust`, trust, 'PUT');
    await asked('admin', `${api}/entity/guid/${old}/owners`, {owners: ['ada']}, 'PUT');
    const {json: parts} = await asked('admin', `${api}/entity/guid/${old}/parts`);
    const mail = (parts as {entities: {guid: string; displayText: string}[]}).entities.find(
      one => one.displayText === 'mail',
    );
    await asked('admin', `${api}/entity/guid/${mail?.guid}/classifications`, [{typeName: 'PII'}]);
    const [known] = (await tables('admin', [orders], true)).tables;
    assert.deepEqual(known?.asset, {
      guid: old,
      description: 'What was sold',
      owners: ['ada'],
      classifications: ['PII'],
      terms: [],
      certification: 'Deprecated',
      deprecation: {reason: 'Twice', successor: 'sample.main.customers'},
      columns: [{name: 'mail', classifications: ['PII'], terms: []}],
    });
  });

  test('what somebody may not read in the catalog is not there for them here', async () => {
    const wanted = [{database: 'sample', table: 'customers'}, orders];
    const {tables: told} = await tables('bob', wanted);
    assert.deepEqual(
      told.map(({qualifiedName, asset}) => [qualifiedName, asset !== undefined]),
      [
        ['sample.main.customers@duckdb', true],
        // His own, and not the one that admin has of that name.
        ['warehouse.main.orders@duckdb/bob', false],
      ],
    );
  });

  test('tables that are queried most are told by their names, as far as one may read them', async () => {
    const queried = async (user: string) =>
      await asked(user, `${both.url}/api/v1/catalog/queried?engine=duckdb`);
    const client = new EditorClient(both.url);
    await client.query('duckdb', 'SELECT id FROM orders');
    await client.query('duckdb', 'SELECT country FROM sample.customers');
    await client.query('duckdb', 'SELECT country, count(*) FROM sample.customers GROUP BY 1');
    await soon(async () =>
      assert.deepEqual((await queried('admin')).json, {
        state: 'there',
        tables: [
          {database: 'sample', table: 'customers', queries: 2},
          {database: 'main', table: 'orders', queries: 1},
        ],
      }),
    );
    // The name of the other one leads to no table of his.
    assert.deepEqual((await queried('bob')).json, {
      state: 'there',
      tables: [{database: 'sample', table: 'customers', queries: 2}],
    });
    const unknown = await asked('admin', `${both.url}/api/v1/catalog/queried?engine=nothing`);
    assert.equal(unknown.status, 400);
  });

  test('the page of a table leads to the engine that has it, and the editor to the catalog', async () => {
    const [mine, shared] = (
      await tables('admin', [orders, {database: 'sample', table: 'customers'}])
    ).tables;
    const places = async (user: string, guid = '') =>
      await asked(user, `${catalog}/api/meta/v2/entity/guid/${guid}/editor`);
    assert.deepEqual((await places('admin', mine?.asset?.guid)).json, {
      url: both.url,
      places: [
        {engine: 'duckdb', engineName: 'DuckDB (embedded)', database: 'main', table: 'orders'},
      ],
    });
    assert.deepEqual(
      ((await places('bob', shared?.asset?.guid)).json as {places: object[]}).places,
      [
        {
          engine: 'duckdb',
          engineName: 'DuckDB (embedded)',
          database: 'sample',
          table: 'customers',
        },
      ],
    );
    assert.equal((await places('bob', mine?.asset?.guid)).status, 404);
    assert.deepEqual((await asked('bob', `${both.url}/api/v1/catalog`)).json, {
      isThere: true,
      url: catalog,
    });
  });

  test('rows and figures of a table are read by its engine, as whoever looks at its page', async () => {
    const [mine, shared] = (
      await tables('admin', [orders, {database: 'sample', table: 'customers'}])
    ).tables;
    const at = (guid = '') => `${catalog}/api/meta/v2/entity/guid/${guid}/editor`;
    type Sample = {isThere: boolean; columns: {name: string}[]; rows: unknown[][]};
    const sample = await asked('bob', `${at(shared?.asset?.guid)}/sample`);
    const {isThere, columns, rows} = sample.json as Sample;
    assert.deepEqual([isThere, rows.length, rows[0]?.length], [true, 100, columns.length]);
    assert.equal(columns[0]?.name, 'customer_id');
    const other = await asked('bob', `${at(shared?.asset?.guid)}/sample?engine=nothing`);
    assert.deepEqual(other.json, {isThere: false, columns: [], rows: []});
    const profile = await asked('bob', `${at(shared?.asset?.guid)}/profile`, {});
    type Profile = {rows: string; columns: {name: string; figures: {filled: string}}[]};
    const {rows: counted, columns: profiled} = profile.json as Profile;
    assert.match(counted, /^\d+$/);
    assert.deepEqual(
      [profiled.length, profiled[0]?.name, profiled[0]?.figures.filled],
      [columns.length, 'customer_id', counted],
    );
    // What may not be read in the catalog is read by no engine.
    assert.equal((await asked('bob', `${at(mine?.asset?.guid)}/sample`)).status, 404);
    assert.equal((await asked('bob', `${at(mine?.asset?.guid)}/profile`, {})).status, 404);
  });

  test('a search of the editor finds assets, columns, terms, classifications and owners of the catalog', async () => {
    const found = async (user: string, text: string) => {
      const query = new URLSearchParams({text}).toString();
      const {json} = await asked(user, `${both.url}/account/other/found?${query}`);
      return (json as {found: {kind: string; label: string; place?: string; url: string}[]}).found;
    };
    const [shared] = (await tables('admin', [{database: 'sample', table: 'customers'}])).tables;
    const address = `${catalog}/n/index.html#!/`;
    const words = (text: string) => ({
      kind: 'words',
      label: text,
      url: `${address}search/searchResult?searchType=basic&type=_ALL_ENTITY_TYPES&query=${text}`,
    });
    const customers = {
      kind: 'asset',
      label: 'customers',
      place: shared?.qualifiedName,
      url: `${address}detailPage/${shared?.asset?.guid}`,
    };
    const hits = await found('bob', 'customers');
    assert.deepEqual([hits[0], hits.at(-1)], [customers, words('customers')]);
    assert.deepEqual(
      (await found('admin', 'mail')).filter(one => one.kind === 'column').map(one => one.label),
      ['mail'],
    );
    // What may not be read in the catalog is not found here either.
    assert.deepEqual(await found('bob', 'mail'), [words('mail')]);
    const tagged = await found('admin', 'tables tagged pi');
    assert.deepEqual(
      tagged.filter(one => one.kind === 'classification'),
      [
        {
          kind: 'classification',
          label: 'PII',
          url: `${address}search/searchResult?searchType=basic&tag=PII`,
        },
      ],
    );
    const owners = (await found('admin', 'ada')).filter(one => one.kind === 'owner');
    const facets = 'facets=owner%3Aada';
    assert.deepEqual(owners, [
      {
        kind: 'owner',
        label: 'ada',
        url: `${address}search/searchResult?searchType=basic&type=_ALL_ENTITY_TYPES&${facets}`,
      },
    ]);
  });

  test('a search of the catalog finds queries and statements of the editor, with the rights of the user there', async () => {
    const found = async (user: string, text: string) => {
      const query = new URLSearchParams({text});
      const {json} = await asked(user, `${catalog}/account/other/found?${query}`);
      return (json as {found: {kind: string; label: string; url: string}[]}).found;
    };
    const content = {engine: 'duckdb', text: 'SELECT count(*) FROM orders'};
    const {json, status} = await asked('admin', `${both.url}/api/v1/documents`, {
      name: 'Weekly revenue',
      content,
    });
    assert.equal(status, 201);
    const {uuid} = json as {uuid: string};
    const query = {
      kind: 'query',
      label: 'Weekly revenue',
      place: 'admin',
      url: `${both.url}/app/editor/?document=${uuid}`,
    };
    assert.deepEqual(await found('admin', 'REVENUE weekly'), [query]);
    assert.deepEqual(await found('bob', 'revenue'), []);
    const share = {grants: [{kind: 'user', name: 'bob', permission: 'read'}]};
    const shared = await asked(
      'admin',
      `${both.url}/api/v1/documents/${uuid}/grants`,
      share,
      'PUT',
    );
    assert.equal(shared.status, 200, JSON.stringify(shared.json));
    assert.deepEqual(await found('bob', 'revenue'), [query]);
    const ran = (await found('admin', 'what was sold')).map(one => [one.kind, one.label]);
    assert.deepEqual(ran, [['statement', `COMMENT ON TABLE orders IS 'What was sold'`]]);
    assert.deepEqual(await found('bob', 'what was sold'), [], 'what admin ran is admin’s');
    for (const odd of ['', '?text=', '?text=%20', '?text=a&text=b', `?text=${'x'.repeat(201)}`])
      assert.equal((await asked('admin', `${catalog}/account/other/found${odd}`)).status, 400, odd);
    assert.deepEqual(await found('admin', '"%_\\'), []);
    const anonymous = await fetch(`${catalog}/account/other/found?text=revenue`);
    assert.equal(anonymous.status, 401);
  });

  test('odd requests are refused, and an engine that there is not is none', async () => {
    for (const body of [
      {},
      {engine: 'duckdb'},
      {engine: 'duckdb', tables: [1]},
      {engine: 'no', tables: []},
    ])
      assert.ok(
        [400, 404].includes(
          (await asked('admin', `${both.url}/api/v1/catalog/tables`, body)).status,
        ),
      );
    const many = Array.from({length: 201}, () => orders);
    const {status} = await asked('admin', `${both.url}/api/v1/catalog/tables`, {
      engine: 'duckdb',
      tables: many,
    });
    assert.equal(status, 400);
    assert.equal((await register('admin', {table: 'nowhere'})).status, 404);
  });
});

suite('two processes', () => {
  const secretFile = async (folder: string, name = 'link-secret') => {
    const file = join(folder, name);
    await writeFile(file, randomBytes(32).toString('hex'));
    return file;
  };
  async function two(t: TestContext, secrets: (folder: string) => Promise<[string, string]>) {
    const folder = await temporaryFolder(t);
    const login = await people(folder);
    const [ofCatalog, ofEditor] = await secrets(folder);
    const catalog = await startCatalog(join(folder, 'catalog'), {
      args: [...login, '--link-secret-file', ofCatalog],
    });
    t.after(async () => void (await catalog.kill()));
    const editor = await startEditorProcess([
      'editor',
      '--data',
      join(folder, 'editor'),
      ...login,
      '--catalog-url',
      catalog.url,
      '--link-secret-file',
      ofEditor,
    ]);
    t.after(async () => void (await editor.kill()));
    const ask = async (user: string) =>
      await asked(user, `${editor.url}/api/v1/catalog/tables`, {
        engine: 'duckdb',
        tables: [orders],
      });
    return {catalog, editor, ask};
  }

  test('they believe each other by the secret that both read', async t => {
    const {catalog, editor, ask} = await two(t, async folder => {
      const file = await secretFile(folder);
      return [file, file];
    });
    assert.deepEqual((await ask('bob')).json, {
      state: 'there',
      tables: [{...orders, qualifiedName: 'warehouse.main.orders@duckdb/bob'}],
    });
    assert.deepEqual((await asked('admin', `${editor.url}/api/v1/catalog`)).json, {
      isThere: true,
      url: catalog.url,
    });
    await catalog.stop();
    assert.deepEqual((await ask('bob')).json, {state: 'away', tables: []});
    const queried = await asked('bob', `${editor.url}/api/v1/catalog/queried?engine=duckdb`);
    assert.deepEqual(queried.json, {state: 'away', tables: []});
  });

  test('another secret opens nothing', async t => {
    const {ask} = await two(t, async folder => [
      await secretFile(folder, 'one'),
      await secretFile(folder, 'other'),
    ]);
    const {status, json} = await ask('admin');
    assert.equal(status, 403);
    assert.match((json as {message: string}).message, /another link secret/);
  });

  test('an address without a secret, and a secret that is none, keep a server from starting', async t => {
    const folder = await temporaryFolder(t);
    const start = async (...args: string[]) =>
      await assert.rejects(
        startEditorProcess(['editor', '--data', folder, ...args]),
        (error: Error) => {
          assert.match(error.message, /--link-secret-file/);
          return true;
        },
      );
    await start('--catalog-url', 'http://127.0.0.1:1');
    await writeFile(join(folder, 'short'), 'hush');
    await start('--link-secret-file', join(folder, 'short'));
    await start('--link-secret-file', join(folder, 'missing'));
  });
});
