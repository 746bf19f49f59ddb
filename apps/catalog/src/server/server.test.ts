import {OptionsError, readOptions} from '@gazetteer/settings';
import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {createLog, passwordFileOf} from '@gazetteer/server';
import {catalogOptions, databaseOf} from '../options/catalog-options.ts';
import {downloadOptionsOf, meansOf, transferSettingsOf} from './settings.ts';
import {Authorizer} from '../access/authorizer.ts';
import {Telemetry} from '@gazetteer/kernel/host';
import {HookConsumer} from '../notification/hook-consumer.ts';
import {Notifications} from '../notification/start-notifications.ts';
import {apiRoutes} from './routes.ts';
import {hostOver} from '../../test/host-over.ts';
import {createServer} from './server.ts';
import {tokenLogin} from '../token/token-login.ts';
import {Downloads} from '../download/downloads.ts';
import {AsyncImports} from '../transfer/async-imports.ts';
import {Transfers} from '../transfer/transfers.ts';

const admin = {authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}`};

function read(t: TestContext, argv: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'catalog-'));
  t.after(() => rmSync(folder, {recursive: true}));
  const options = readOptions(catalogOptions, {argv: ['--data', folder, ...argv], env: {}});
  return {...options, folder};
}

async function start(t: TestContext, ...argv: string[]) {
  const {values, where} = read(t, argv);
  const log = createLog({level: 'error', format: 'json', destination: {write: () => undefined}});
  const telemetry = new Telemetry();
  t.after(() => telemetry.close());
  const host = hostOver(() => Promise.resolve('{}'));
  const downloads = new Downloads(host, downloadOptionsOf(values), log);
  t.after(() => downloads.close());
  const transfers = new Transfers(host, transferSettingsOf(values), log);
  const asyncImports = new AsyncImports(transfers, log);
  const server = await createServer({
    options: values,
    where,
    log,
    routes: apiRoutes(host, telemetry, new Authorizer(), {
      downloads,
      transfers,
      asyncImports,
      notifications: new Notifications(host, [], {retentionMs: 0, maxRows: 1000}, log),
      hooks: new HookConsumer(host, {maxRetries: 1, retryMs: 1, segmentWaitMs: 1}, log),
      hookTopics: [],
      changes: undefined,
      means: meansOf(values),
      editor: () => undefined,
      configuration: {settings: [], warnings: [], notices: []},
      naming: {cluster: 'primary', clusters: {}},
    }),
    pages: () => undefined,
    telemetry,
    tokens: tokenLogin(host, log),
  });
  t.after(() => server.app.close());
  return server;
}

test('/admin/session has every key that pages read, with the known defaults', async t => {
  const {app} = await start(t);
  const {timezones, _csrfToken, ...rest} = (
    await app.inject({url: '/api/atlas/admin/session', headers: admin})
  ).json();
  assert.deepEqual(rest, {
    'atlas.tasks.ui.tab.enabled': false,
    groups: ['ADMIN'],
    'atlas.ui.date.format': 'MM/DD/YYYY hh:mm:ss A',
    'atlas.ui.default.version': 'v1',
    userName: 'admin',
    'atlas.rest-csrf.browser-useragents-regex': '^Mozilla.*,^Opera.*,^Chrome.*',
    'atlas.entity.update.allowed': true,
    'atlas.ui.editable.entity.types': 'hdfs_path',
    'atlas.rest-csrf.methods-to-ignore': 'GET,OPTIONS,HEAD,TRACE',
    'atlas.rest-csrf.custom-header': 'X-XSRF-HEADER',
    'atlas.relationship.search.enabled': true,
    'atlas.rest-csrf.enabled': true,
    'atlas.lineage.on.demand.default.node.count': 3,
    'atlas.debug.metrics.enabled': false,
    'atlas.entity.create.allowed': true,
    'atlas.tasks.enabled': true,
    'atlas.lineage.on.demand.enabled': true,
    'atlas.ui.date.timezone.format.enabled': true,
  });
  assert.match(_csrfToken, /^[A-Za-z0-9]{20}$/);
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York'])
    assert.ok(timezones.includes(zone), zone);
});

test('a chosen session timeout is told to pages, in seconds', async t => {
  const {app} = await start(t, '--session-timeout', '2h');
  const session = await app.inject({url: '/api/meta/admin/session', headers: admin});
  assert.equal(session.json()['atlas.session.timeout.secs'], 7200);
});

test('/admin/version tells what was configured, to people who are logged in; /admin/status answers anybody', async t => {
  const {app} = await start(
    t,
    '--version-name',
    'apache-atlas',
    '--set',
    'meta.version.number=2.5.0',
  );
  for (const prefix of ['/api/atlas', '/api/meta']) {
    const version = await app.inject({url: `${prefix}/admin/version`, headers: admin});
    assert.deepEqual(version.json(), {
      Description: 'Metadata catalog in one process',
      Revision: 'release',
      Version: '2.5.0',
      Name: 'apache-atlas',
    });
    assert.equal((await app.inject(`${prefix}/admin/version`)).statusCode, 401);
    assert.equal((await app.inject(`${prefix}/admin/status`)).body, '{"Status":"ACTIVE"}');
  }
});

test('the login page and its files are open, have nothing inline and hold no reference to another host', async t => {
  const {app} = await start(t);
  const page = await app.inject('/login.jsp');
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  assert.doesNotMatch(page.body, /<script>|<style|\son\w+=|\sstyle=|https?:/);
  const files = [...page.body.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(match => match[1] ?? '');
  assert.deepEqual(files, ['/color-scheme.js', '/theme.css', '/login.css', '/login.js']);
  for (const file of files) assert.equal((await app.inject(file)).statusCode, 200, file);
});

test('the server is refused on an open address with the default password, and with no way to log in', async t => {
  await assert.rejects(
    start(t, '--bind', '0.0.0.0'),
    /0\.0\.0\.0 can be reached .*npm run passwd -- admin/,
  );
  await assert.rejects(start(t, '--password-file-login=false'), /Nobody could log in/);
  await assert.rejects(
    start(t, '--password-file', '/does/not/exist'),
    /\/does\/not\/exist does not exist/,
  );
});

test('paths follow the data folder unless they are given', t => {
  const {values, folder} = read(t, []);
  assert.equal(databaseOf(values), `sqlite:${join(folder, 'catalog.db')}`);
  assert.equal(passwordFileOf(values), join(folder, 'users-credentials.properties'));
  const url = 'postgres://me:secret@localhost/catalog';
  assert.equal(databaseOf(read(t, ['--database', url]).values), url);
});

test('a database of another kind is refused without showing its password', () => {
  const argv = ['--database', 'mysql://me:secret@localhost/catalog'];
  assert.throws(
    () => readOptions(catalogOptions, {argv, env: {}}),
    (error: unknown) => {
      assert.ok(error instanceof OptionsError);
      assert.match(
        error.message,
        /atlas\.graph\.storage\.url = "mysql:\/\/me:\*\*\*@localhost\/catalog"/,
      );
      assert.doesNotMatch(error.message, /secret/);
      return true;
    },
  );
});

test('no option shares its key, flag or heading spelling with another', () => {
  const rows = Object.values(catalogOptions.options);
  for (const field of ['key', 'cli'] as const) {
    const names = rows.map(row => row[field]);
    assert.deepEqual(names.length, new Set(names).size, field);
  }
});
