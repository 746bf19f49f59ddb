// What somebody may try against the catalog; docs/security.md lists it.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdir, readFile, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {after, before, suite, test} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {ZipWriter} from '@gazetteer/formats/zip';
import {passwordLine} from '../../../packages/server/test/password-line.ts';
import {catalogDocument} from '../src/server/routes.ts';
import {ask, type Ask} from './client.ts';
import {logUntilNow, startCatalog, type RunningCatalog, temporaryFolder} from './server-fixture.ts';

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120 Safari/537.36';
const users = {admin: 'ADMIN', alice: 'DATA_STEWARD', proxy: 'SERVICE'};
const basic = (name: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${name}`).toString('base64')}`,
});

let data: string;
let server: RunningCatalog;
const cleanUp: (() => Promise<unknown>)[] = [];
before(async () => {
  data = await temporaryFolder({after: work => void cleanUp.push(work)});
  const lines = Object.entries(users).map(([name, group]) => passwordLine(name, group));
  await writeFile(join(data, 'users-credentials.properties'), lines.join('\n'));
  await mkdir(join(data, 'imports'));
  server = await startCatalog(data, {
    args: [
      '--log-level',
      'debug',
      '--import-folder',
      join(data, 'imports'),
      '--import-max-unpacked',
      '1MiB',
      '--proxy-user',
      'proxy.users=alice',
      '--proxy-user',
      'proxy.hosts=127.0.0.1',
    ],
  });
  cleanUp.unshift(server.stop);
});
after(async () => {
  for (const work of cleanUp) await work();
});
const api = (path: string, options: Ask = {}) => ask(`${server.url}/api/atlas${path}`, options);
const json = {'content-type': 'application/json'};

/** What is sent as it is: clients of a library would mend the address before. */
async function raw(lines: readonly string[]): Promise<string> {
  const {port, hostname} = new URL(server.url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await once(socket, 'connect');
  socket.write(`${[...lines, 'connection: close'].join('\r\n')}\r\n\r\n`);
  await once(socket, 'close');
  return text;
}

suite('cross-site requests', () => {
  const change = async (headers: Record<string, string>, url = server.url) =>
    (await ask(`${url}/api/atlas/v2/search/basic`, {body: {typeName: 'hive_db'}, headers})).status;
  const tokenOf = async (cookie: string, url = server.url) =>
    (
      (await ask(`${url}/api/atlas/admin/session`, {headers: {authorization: '', cookie}}))
        .json as {_csrfToken: string}
    )._csrfToken;
  const sessionOf = async (url = server.url) => {
    const {headers} = await ask(`${url}/api/atlas/admin/session`);
    return headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };

  test('a browser changes something only with the token of its session; programs need none', async () => {
    const cookie = await sessionOf();
    const token = await tokenOf(cookie);
    const browser = {authorization: '', cookie, 'user-agent': chrome};
    assert.match(token, /^[A-Za-z0-9]{20}$/);
    assert.equal(await change(browser), 400);
    assert.equal(await change({...browser, 'x-xsrf-header': ''}), 400);
    assert.equal(
      await change({...browser, 'x-xsrf-header': await tokenOf(await sessionOf())}),
      400,
    );
    assert.equal(await change({...browser, 'x-xsrf-header': token}), 200);
    assert.equal(await change({authorization: '', cookie, 'user-agent': 'curl/8'}), 200);
    const {status, text} = await api('/v2/search/basic', {
      body: {typeName: 'hive_db'},
      headers: browser,
    });
    assert.deepEqual(
      [status, text],
      [
        400,
        '{"msgDesc":"Missing header or invalid Header value for CSRF Vulnerability Protection"}',
      ],
    );
  });

  test('no route takes a change of a browser without the token', async () => {
    const cookie = await sessionOf();
    const browser = {authorization: '', cookie, 'user-agent': chrome, ...json};
    const changes = Object.entries(catalogDocument().paths ?? {}).flatMap(([path, methods]) =>
      Object.keys(methods as object)
        .filter(method => method !== 'get')
        .map(method => [method.toUpperCase(), path.replaceAll(/\{\w+\}/g, 'x')] as const),
    );
    assert.ok(changes.length > 100, String(changes.length));
    for (const [method, path] of changes) {
      const {status, text} = await ask(`${server.url}${path}`, {
        method,
        headers: browser,
        ...(method === 'DELETE' ? {} : {body: {}}),
      });
      assert.equal(status, 400, `${method} ${path}`);
      assert.match(text, /CSRF/, `${method} ${path}`);
    }
  });

  test('header, methods, browsers and the check itself are the options that existing files have', async t => {
    const folder = await temporaryFolder(t);
    const properties = join(folder, 'catalog.properties');
    await writeFile(
      properties,
      'atlas.rest-csrf.custom-header=X-Own\natlas.rest-csrf.methods-to-ignore=GET,POST\natlas.rest-csrf.browser-useragents-regex=^Own.*\n',
    );
    const own = await startCatalog(folder, {args: ['--config', properties]});
    t.after(own.kill);
    const cookie = await sessionOf(own.url);
    const remove = async (headers: Record<string, string>) =>
      (
        await ask(`${own.url}/api/atlas/v2/entity/bulk?guid=x`, {
          method: 'DELETE',
          headers: {authorization: '', cookie, ...headers},
        })
      ).status;
    assert.equal(await change({authorization: '', cookie, 'user-agent': 'Own/1'}, own.url), 200);
    assert.equal(await remove({'user-agent': 'Own/1'}), 400);
    assert.notEqual(
      await remove({'user-agent': 'Own/1', 'x-own': await tokenOf(cookie, own.url)}),
      400,
    );
    const other = await remove({'user-agent': chrome});
    assert.ok([200, 404].includes(other), String(other));
    await own.kill();
    const off = await startCatalog(folder, {args: ['--set', 'atlas.rest-csrf.enabled=false']});
    t.after(off.kill);
    assert.equal(
      await change(
        {authorization: '', cookie: await sessionOf(off.url), 'user-agent': chrome},
        off.url,
      ),
      200,
    );
  });

  test('another site cannot log its visitor in under a name of its choice', async () => {
    const body = new URLSearchParams({j_username: 'admin', j_password: 'admin'});
    const headers = {'sec-fetch-site': 'cross-site'};
    const answer = await fetch(`${server.url}/j_spring_security_check`, {
      method: 'POST',
      body,
      headers,
    });
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  });
});

suite('what is left behind', () => {
  test('nobody between keeps an answer of the API, whatever became of the request', async () => {
    const paths = [
      '/v2/types/typedefs/headers',
      '/admin/version',
      '/v2/entity/guid/none',
      '/admin/session',
    ];
    for (const path of paths) {
      for (const headers of [{}, {authorization: ''}]) {
        const answer = await api(path, {headers});
        assert.match(
          answer.headers.get('cache-control') ?? '',
          /no-store/,
          `${path} ${answer.status}`,
        );
      }
    }
  });

  test('a session in the address lets nobody in', async () => {
    const cookie = (await api('/admin/session')).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    assert.equal((await api('/admin/session', {headers: {authorization: '', cookie}})).status, 200);
    const id = cookie.slice(cookie.indexOf('=') + 1);
    for (const path of [
      `/admin/session?${cookie}`,
      `/admin/session;jsessionid=${id}`,
      `/admin/session?token=${id}`,
    ]) {
      assert.notEqual((await api(path, {headers: {authorization: ''}})).status, 200, path);
    }
  });
});

suite('files', () => {
  test('no folder is listed, and nothing beside the pages is there', async () => {
    for (const path of [
      '/assets/',
      '/assets',
      '/n/assets/',
      '/.git/config',
      '/package.json',
      '/n/..',
      '/.env',
      '/.DS_Store',
    ]) {
      const {status, text} = await ask(`${server.url}${path}`, {headers: {accept: 'text/html'}});
      assert.ok(
        status === 404 || !/index of|lockfileVersion|"workspaces"/i.test(text),
        `${path} ${status}`,
      );
      assert.doesNotMatch(text, /\[core\]|"workspaces"|Index of/, path);
    }
  });

  test('no address leads out of the folders that are served', async () => {
    const climbs = [
      '../../../../../etc/passwd',
      '..%2f..%2f..%2f..%2fetc/passwd',
      '%2e%2e/%2e%2e/%2e%2e/etc/passwd',
      '....//....//etc/passwd',
    ];
    for (const climb of [...climbs, '..\\..\\..\\etc\\passwd', '%00/../../etc/passwd']) {
      for (const folder of [
        '/n/assets/',
        '/',
        '/api/atlas/v2/search/download/',
        '/api/atlas/v2/search/download_file/',
      ]) {
        const authorization = basic('admin').authorization;
        const answer = await raw([
          `GET ${folder}${climb.replaceAll(' ', '')} HTTP/1.1`,
          'host: x',
          `authorization: ${authorization}`,
        ]);
        assert.match(answer, /^HTTP\/1\.1 (400|403|404) /, folder + climb);
        assert.doesNotMatch(answer, /root:/);
      }
    }
  });

  test('an import reads no file but those of its folder', async () => {
    await writeFile(join(data, 'secret.zip'), 'PK');
    for (const name of [
      '../secret.zip',
      '/etc/passwd',
      `${data}/secret.zip`,
      '..\\secret.zip',
      'a\0.zip',
      'passwd',
    ]) {
      const answer = await api('/admin/importfile', {
        body: {fileName: name, options: {fileName: name}},
      });
      assert.equal(answer.status, 400, `${name}: ${answer.text}`);
      assert.doesNotMatch(answer.text, /PK|root:/);
    }
  });

  test('a small archive that unpacks to much is given up, and the server goes on', async () => {
    const file = join(data, 'bomb.zip');
    const zip = await ZipWriter.create(file);
    await zip.add([{name: 'atlas-export-info.json', text: '{}'}]);
    await zip.add([{name: 'atlas-export-order.json', text: ' '.repeat(256 * 2 ** 20)}]);
    await zip.close();
    const bomb = await readFile(file);
    assert.ok(bomb.length < 2 ** 20);
    const form = new FormData();
    form.set('data', new Blob([bomb]), 'bomb.zip');
    const answer = await fetch(`${server.url}/api/atlas/admin/import`, {
      method: 'POST',
      body: form,
      headers: basic('admin'),
    });
    assert.ok(
      answer.status >= 400 && answer.status < 500,
      `${answer.status} ${await answer.text()}`,
    );
    assert.equal((await api('/admin/status')).status, 200);
  });
});

suite('injection', () => {
  const evil = `x'; DROP TABLE entity; --`;
  const database = (name: string) => ({
    entity: {typeName: 'hive_db', attributes: {qualifiedName: `${name}@t`, name, clusterName: 't'}},
  });

  test('of SQL: quotes, comments and patterns of a request are values wherever they stand', async () => {
    assert.equal((await api('/v2/entity', {body: database(evil)})).status, 200);
    const filter = (attributeName: string, attributeValue: string) => ({
      body: {typeName: 'hive_db', entityFilters: {attributeName, operator: 'eq', attributeValue}},
    });
    const found = await api('/v2/search/basic', filter('name', evil));
    assert.equal((found.json as {approximateCount: number}).approximateCount, 1);
    const more = [
      api('/v2/search/basic', filter(evil, 'x')),
      api('/v2/search/basic', filter(`name' OR '1'='1`, 'x')),
      api('/v2/search/basic', {body: {typeName: 'hive_db', sortBy: evil}}),
      api('/v2/search/basic', {body: {typeName: `hive_db' OR 1=1 --`}}),
      api('/v2/search/basic', {body: {query: `${evil} " OR * NEAR(`}}),
      api('/v2/search/quick', {body: {query: '"))) OR 1=1 --'}}),
      api(`/v2/search/dsl?query=${encodeURIComponent(`hive_db where name = "${evil}"`)}`),
      api(
        `/v2/search/dsl?query=${encodeURIComponent(`hive_db where name = 'x' or 1=1; drop table entity`)}`,
      ),
      api(
        `/v2/search/dsl?query=${encodeURIComponent(`hive_db where ${'('.repeat(1900)}name = "x"${')'.repeat(1900)}`)}`,
      ),
      api(`/v2/search/suggestions?prefixString=${encodeURIComponent(`%' OR '1'='1`)}`),
      api(`/v2/entity/uniqueAttribute/type/hive_db?attr:qualifiedName=${encodeURIComponent(evil)}`),
      api(`/v2/entity/guid/${encodeURIComponent(evil)}`),
      api(`/v2/types/typedef/name/${encodeURIComponent(evil)}`),
    ];
    for (const answer of await Promise.all(more))
      assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
    // Nothing of the above changed or widened anything.
    const all = await api('/v2/search/basic', {body: {typeName: 'hive_db'}});
    assert.equal((all.json as {approximateCount: number}).approximateCount, 1);
  });

  test('of names: what every object has by itself is no attribute, operator or type', async () => {
    for (const name of ['constructor', '__proto__', 'toString', 'valueOf']) {
      const filter = {attributeName: name, operator: 'eq', attributeValue: 'x'};
      const searches: readonly [string, unknown?][] = [
        ['/v2/search/basic', {typeName: 'hive_db', entityFilters: filter}],
        ['/v2/search/basic', {classification: '*', tagFilters: filter}],
        [
          '/v2/search/basic',
          {typeName: 'hive_db', entityFilters: {...filter, attributeName: 'name', operator: name}},
        ],
        [`/v2/search/basic?typeName=hive_db&sortBy=${name}`],
        [`/v2/search/dsl?query=${encodeURIComponent(`hive_db where name ${name} 1`)}`],
        [`/v2/search/dsl?query=${encodeURIComponent(`hive_db where ${name} = 1`)}`],
        [`/v2/search/dsl?query=${encodeURIComponent(`hive_db orderby ${name}`)}`],
      ];
      for (const [path, body] of searches) {
        const answer = await api(path, body === undefined ? {} : {body});
        assert.equal(answer.status, 400, `${path} ${JSON.stringify(body)}: ${answer.text}`);
      }
      const words = await api(`/v2/search/basic?query=${name}+nowhere`);
      assert.equal(
        (words.json as {entities?: unknown}).entities,
        undefined,
        `a word, not an operator: ${name}`,
      );
    }
  });

  test('of headers: what goes into an answer cannot end a line', async () => {
    const line = 'x%0d%0aSet-Cookie:%20evil=1';
    for (const path of [
      `/api/atlas/v2/search/download/${line}`,
      `/oidc/login?next=/${line}`,
      `/n/${line}`,
      `/login.jsp?x=${line}`,
    ]) {
      const answer = await raw([
        `GET ${path} HTTP/1.1`,
        'host: x',
        `authorization: ${basic('admin').authorization}`,
      ]);
      assert.doesNotMatch(answer, /^set-cookie: evil/im, path);
    }
  });

  test('of log lines: each line is one JSON object, whatever name somebody gives', async () => {
    const name = 'x\n{"level":"error","msg":"forged"}\u2028\u001b[31m';
    await api('/admin/session', {
      headers: {authorization: `Basic ${Buffer.from(`${name}:x`).toString('base64')}`},
    });
    await api(`/admin/session?doAs=${encodeURIComponent(name)}`);
    const {headers} = await api('/v2/entity', {body: {entity: {typeName: name, attributes: {}}}});
    const lines = (await logUntilNow(server)).split('\n').filter(line => line.startsWith('{'));
    assert.ok(lines.length > 0);
    for (const line of lines) assert.notEqual((JSON.parse(line) as {msg: string}).msg, 'forged');
    // Records reach the file after the answer, and its last one may be there in part.
    const file = join(data, 'audit', 'catalog-audit.log');
    const records = await soon(async () => {
      const whole = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
      assert.ok(whole.some(record => record.includes(headers.get('requestId') ?? 'none')));
      return whole;
    });
    for (const record of records) assert.ok((JSON.parse(record) as {id?: string}).id);
  });
});

suite('being somebody else', () => {
  const who = (query: string, name: string) =>
    api(`/admin/session${query}`, {headers: basic(name)});

  test('doAs works for proxy users alone, for whom they may speak, however it is written', async () => {
    assert.match((await who('?doAs=alice', 'proxy')).text, /"userName":"alice"/);
    for (const [query, name] of [
      ['?doAs=admin', 'alice'],
      ['?DOAS=admin', 'alice'],
      ['?x=1&doas=admin', 'alice'],
      ['?do%41s=admin', 'alice'],
      ['?doAs=admin', 'proxy'],
      ['?doAs=alice%00admin', 'proxy'],
    ] as const) {
      const answer = await who(query, name);
      assert.equal(answer.status, 403, `${query} ${answer.text}`);
    }
    // Of two names the first counts, for the check and for the work alike.
    assert.match((await who('?doAs=alice&doAs=admin', 'proxy')).text, /"userName":"alice"/);
    assert.equal((await who('?doAs=admin&doAs=alice', 'proxy')).status, 403);
    assert.equal(
      (await api('/admin/session?doAs=admin', {headers: {authorization: ''}})).status,
      401,
    );
  });

  test('a header with a name lets nobody in where no proxy was set up', async () => {
    const headers = {
      authorization: '',
      'x-forwarded-user': 'admin',
      remote_user: 'admin',
      'x-remote-user': 'admin',
    };
    assert.equal((await api('/admin/session', {headers})).status, 401);
  });

  test('saved searches of others are neither read nor changed', async () => {
    const search = {
      name: 'mine',
      ownerName: 'admin',
      searchType: 'BASIC',
      searchParameters: {typeName: 'hive_db'},
    };
    const saved = await api('/v2/search/saved', {body: search});
    assert.equal(saved.status, 200, saved.text);
    const {guid} = saved.json as {guid: string};
    const as = (path: string, options: Ask = {}) =>
      api(path, {
        ...options,
        headers: {...basic('alice'), ...(options.body === undefined ? {} : json)},
      });
    for (const answer of [
      await as(`/v2/search/saved/mine?user=admin`),
      await as(`/v2/search/saved?user=admin`),
      await as(`/v2/search/saved`, {
        method: 'PUT',
        body: {...search, guid, searchParameters: {typeName: 'hive_table'}},
      }),
      await as(`/v2/search/saved`, {method: 'PUT', body: {...search, guid, ownerName: 'alice'}}),
      await as(`/v2/search/saved`, {body: search}),
      await as(`/v2/search/saved/${guid}`, {method: 'DELETE'}),
      await as(`/v2/search/basic/saved/mine?user=admin`),
      await as(`/v2/search/saved/execute/guid/${guid}`),
    ]) {
      const isEmpty = answer.text === '[]';
      assert.ok(
        isEmpty || (answer.status >= 400 && answer.status < 500),
        `${answer.status} ${answer.text}`,
      );
    }
    const still = (await api('/v2/search/saved')).json as {
      guid: string;
      searchParameters: {typeName: string};
    }[];
    assert.equal(still.find(one => one.guid === guid)?.searchParameters.typeName, 'hive_db');
  });

  test('what others did, and what is still to be done for them, nobody makes up, changes or takes away', async () => {
    const victim = join(data, 'victim.zip');
    await writeFile(victim, 'kept');
    const record = (typeName: string, attributes: object) => ({entity: {typeName, attributes}});
    const queued = record('__AtlasAsyncImportRequest', {
      requestId: 'async_import_forged',
      importId: 'forged',
      status: 'WAITING',
      importDetails: '{}',
      importResult: '{"request":{"options":{}},"userName":"admin","clientIpAddress":""}',
      startEntityPosition: '{"archive":"../../victim.zip","groups":["ADMIN"]}',
      ...Object.fromEntries(
        ['receivedTime', 'stagedTime', 'processingStartTime', 'completedTime'].map(name => [
          name,
          '0',
        ]),
      ),
    });
    const entry = record('__AtlasAuditEntry', {
      userName: 'admin',
      operation: 'PURGE',
      startTime: 1,
      endTime: 2,
      params: 'forged',
    });
    const transfer = record('__ExportImportAuditEntry', {
      userName: 'admin',
      operation: 'EXPORT',
      sourceServerName: 'a',
      operationStartTime: 1,
      operationEndTime: 2,
    });
    const as = (path: string, options: Ask = {}) =>
      api(path, {
        ...options,
        headers: {...basic('alice'), ...(options.body === undefined ? {} : json)},
      });
    const counts = record('__AtlasMetricsStat', {
      metricsId: 'forged',
      metrics: '{"data":{"entity":{"entityActive":{"hive_table":1000000}}}}',
      collectionTime: 1,
      timeToLiveMillis: 1,
    });
    for (const body of [queued, entry, transfer, counts]) {
      for (const [path, sent] of [
        ['/v2/entity', body],
        ['/v2/entity?dryRun=true', body],
        ['/v2/entity/bulk', {entities: [body.entity]}],
      ] as const) {
        const {status, text} = await as(path, {body: sent});
        assert.equal(status, 403, text);
      }
    }
    assert.equal((await as('/admin/async/import/forged', {method: 'DELETE'})).status, 404);
    assert.equal(await readFile(victim, 'utf8'), 'kept');
    const [started] = (await api('/admin/audits', {body: {}})).json as {guid: string}[];
    assert.ok(started);
    for (const answer of [
      await as(`/v2/entity/guid/${started.guid}`, {method: 'DELETE'}),
      await as(`/v2/entity/guid/${started.guid}?name=userName`, {method: 'PUT', body: '"alice"'}),
      await as(`/v2/entity/guid/${started.guid}/labels`, {body: ['x']}),
    ])
      assert.equal(answer.status, 403, answer.text);
    const search = {name: 'hers', searchType: 'BASIC', searchParameters: {}};
    const {guid} = (await api('/v2/search/saved', {body: search})).json as {guid: string};
    for (const answer of [
      await as(`/v2/entity/guid/${guid}`, {method: 'DELETE'}),
      await as(`/v2/entity/guid/${guid}?name=ownerName`, {method: 'PUT', body: '"alice"'}),
      await as('/v2/entity', {
        body: record('__AtlasUserSavedSearch', {
          name: 'planted',
          ownerName: 'admin',
          searchType: 'BASIC',
          uniqueName: 'admin:planted:BASIC',
          searchParameters: '{}',
        }),
      }),
    ])
      assert.equal(answer.status, 403, answer.text);
    assert.equal((await api(`/v2/search/saved/${guid}`, {method: 'DELETE'})).status, 204);
  });
});
