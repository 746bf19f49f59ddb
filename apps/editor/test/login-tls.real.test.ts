import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it, type TestContext} from 'node:test';
import {soon} from '@gazetteer/model/testing';
import {
  type Certificate,
  certificate,
  keystoreOf,
} from '../../../packages/thrift/test/servers/certificate.ts';
import {needs, type RunningServer, start} from '../../../packages/thrift/test/servers/start.ts';
import {configuredEditor, interpreter} from './configured-editor.ts';
import {EditorClient} from './editor-client.ts';

const skip =
  needs('.cache/hive/complete', 'Hive in .cache/hive (packages/thrift/test/prepare-servers.sh)') ||
  (!existsSync('/usr/sbin/slapd') && 'needs an LDAP server (Debian: slapd)');

describe('HiveServer2 that asks LDAP for passwords, over TLS', {skip}, () => {
  let folder: string;
  let identity: Certificate;
  let ldap: RunningServer;
  let server: RunningServer;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gazetteer-tls-'));
    identity = certificate(folder, 'localhost');
    ldap = await start('ldap.sh', []);
    const properties = {
      'hive.server2.use.SSL': 'true',
      'hive.server2.keystore.path': keystoreOf(identity),
      'hive.server2.keystore.password': 'test-store',
    };
    const HIVE_PROPERTIES = Object.entries(properties)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n');
    const env = {LDAP_URL: `ldap://127.0.0.1:${ldap.port}`, HIVE_PROPERTIES};
    server = await start('hive.sh', ['ldap', 'binary'], {env});
  });
  after(async () => {
    await server?.stop();
    await ldap?.stop();
    await rm(folder, {recursive: true, force: true});
  });

  async function open(
    t: TestContext,
    {host = 'localhost', password = 'hue-secret', ssl = `cacerts=${identity.certFile}`} = {},
  ) {
    const ini = `[beeswax]
      hive_server_host=${host}
      hive_server_port=${server.port}
      auth_username=hue
      auth_password=${password}
      [[ssl]]
      ${ssl}
      ${interpreter('hive')}`;
    const site = {'hive.server2.authentication': 'LDAP', 'hive.server2.use.SSL': 'true'};
    const editor = await (await configuredEditor(t, ini, site)).open();
    t.after(() => editor.stop());
    return {editor, client: new EditorClient(editor.url)};
  }

  it('is logged in to with the password of the service, for the person who is logged in here', async t => {
    const {client, editor} = await open(t);
    assert.deepEqual(await client.query('hive', 'select logged_in_user()'), [['admin']]);
    assert.ok(!editor.output().includes('hue-secret'));
  });

  it('refuses a wrong password: the answer asks for a login, and it is tried once', async t => {
    const {client, editor} = await open(t, {password: 'wrong-secret'});
    const body = await client.post('execute/hive', {statement: 'select 1'});
    assert.equal(body['status'], 401, JSON.stringify(body));
    assert.match(String(body['message']), /Bad status: 3 .*Error validating the login/);
    const refusal = 'Thrift saw a transport exception: Bad status: 3';
    await soon(() => assert.equal(editor.output().split(refusal).length, 2));
    assert.ok(
      !editor.output().includes('Thrift exception; retrying'),
      'three wrong passwords lock an account',
    );
    assert.ok(!editor.output().includes('wrong-secret'));
    const told = /Error validating LDAP user|LDAP: error code 49|AuthenticationException/;
    await soon(async () => assert.match(await server.log(), told));
  });

  it('is not spoken to when its certificate is for another host, or when nobody vouches for it', async t => {
    const wrongHost = (await open(t, {host: '127.0.0.1'})).client;
    const body = await wrongHost.post('execute/hive', {statement: 'select 1'});
    assert.equal(body['status'], 1);
    assert.match(
      String(body['message']),
      /No secure connection to 127\.0\.0\.1:\d+: .*IP: 127\.0\.0\.1 is not in the cert's list/,
    );
    assert.match(JSON.stringify(body['diagnosis']), /The certificate of the server is not for 127/);

    const untrusted = (await open(t, {ssl: ''})).client;
    const refused = await untrusted.post('execute/hive', {statement: 'select 1'});
    assert.equal(refused['status'], 1);
    assert.match(
      String(refused['message']),
      /No secure connection to localhost:\d+: self-signed certificate/,
    );
    assert.match(JSON.stringify(refused['diagnosis']), /cacerts/);
  });

  it('is spoken to without a look at its certificate where the configuration says so', async t => {
    const {client} = await open(t, {host: '127.0.0.1', ssl: 'validate=false'});
    assert.deepEqual(await client.query('hive', 'select 1'), [[1]]);
  });

  it('says what is wrong when this side speaks without TLS', async t => {
    const ini = `[beeswax]
      hive_server_host=localhost
      hive_server_port=${server.port}
      server_conn_timeout=30
      ${interpreter('hive')}`;
    const editor = await (
      await configuredEditor(t, ini, {'hive.server2.authentication': 'LDAP'})
    ).open();
    t.after(() => editor.stop());
    const body = await new EditorClient(editor.url).post('execute/hive', {statement: 'select 1'});
    assert.equal(body['status'], 1, JSON.stringify(body));
    assert.match(JSON.stringify(body['diagnosis']), /hive\.server2\.use\.SSL=true/);
  });
});
