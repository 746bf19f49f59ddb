// Both servers are given every kind of secret, use them at the most talkative level, fail with
// them, and stop; then all that was written and answered is searched for each.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {createHash, generateKeyPairSync} from 'node:crypto';
import {once} from 'node:events';
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test, type TestContext} from 'node:test';
import {createServer as createTlsServer} from 'node:tls';
import {loadGssLibrary} from '../../../packages/kerberos/src/gss-library.ts';
import {soon} from '@gazetteer/model/testing';
import {askSecurely} from '../../catalog/test/secure-client.ts';
import {runCatalog} from '../../catalog/test/server-fixture.ts';
import {
  type Certificate,
  certificate,
  lockedKeyOf,
} from '../../../packages/thrift/test/servers/certificate.ts';
import {startFile} from '../../../packages/server/test/start-file.ts';
import {keytabOf} from './keytab.ts';
import {startEditorProcess, temporaryFolder} from './editor-process.ts';

const root = join(import.meta.dirname, '..', '..', '..');

const secrets = {
  password: 'pw-of-maria-5a1',
  wrongPassword: 'pw-mistyped-5a2',
  directoryPassword: 'pw-of-directory-5a3',
  openIdSecret: 'secret-of-client-5a4',
  keyPassphrase: 'phrase-of-key-5a5',
  sqlServerPassword: 'pw-of-sql-server-5a6',
  ldapPassword: 'pw-of-ini-ldap-5a7',
  urlToken: 'token-in-address-5a8',
  foreignToken: `eyJhbGciOiJSUzI1NiJ9.${Buffer.from('{"sub":"x"}').toString('base64url')}.c2lnbmF0dXJlLTVhOQ`,
  bodySecret: 'secret-in-body-5b1',
  chosenCookie: 'cookie-of-somebody-5b2',
  // As long as a key of this kind is.
  keytabKey: 'key-of-keytab-5b3-and-some-more.',
  kafkaPassword: 'pw-of-kafka-5b4',
  kafkaKeyPassphrase: 'phrase-of-kafka-key-5b5',
  webhookSecret: 'secret-of-webhook-5b6',
  webhookPassword: 'pw-of-webhook-5b7',
  webhookToken: 'token-of-webhook-5b8',
  traceHeader: 'token-of-traces-5c1',
  editorDatabasePassword: 'pw-of-editor-database-5b9',
};

/** As somebody may write it down: plainly, in an address, in base64, in hex. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const forms = [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('hex'),
  ];
  return [...new Set(forms)];
}

/**
 * Takes connections over TLS, and answers all that comes with what is no word of Kafka, and a
 * failure over HTTP.
 */
async function strangers(
  t: TestContext,
  {cert, key}: Certificate,
): Promise<{broker: number; webhook: number}> {
  const broker = createTlsServer({cert, key}, socket => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end('\0\0\0\x08nonsense'));
  });
  const webhook = createServer((request, response) => {
    const {authorization = '', 'x-gazetteer-signature': signature = ''} = request.headers;
    request
      .resume()
      .on('end', () => response.writeHead(500).end(`${authorization} ${String(signature)}`));
  });
  const [brokerPort = 0, webhookPort = 0] = await Promise.all(
    [broker, webhook].map(async server => {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    }),
  );
  t.after(() => {
    broker.close();
    webhook.closeAllConnections();
    webhook.close();
  });
  return {broker: brokerPort, webhook: webhookPort};
}

const hasKerberos = await loadGssLibrary().then(
  () => true,
  () => false,
);

async function textsBelow(folder: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const entry of await readdir(folder, {recursive: true, withFileTypes: true})) {
    const file = join(entry.parentPath, entry.name);
    // Stores and spools of results hold what people put there; what is asked is what the servers
    // write about their work.
    if (entry.isFile() && /(\.log(\.\d+)?|\/audit\/.*)$/.test(file))
      found.set(file, await readFile(file, 'latin1'));
  }
  return found;
}

/** Everything that a server prints which ends by itself. */
async function printed(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [startFile, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const timer = setTimeout(() => child.kill('SIGKILL'), 120_000);
  await new Promise(resolve => child.once('close', resolve));
  clearTimeout(timer);
  return output;
}

test(
  'no secret is in any log, record, metric, answer or print of the configuration',
  {timeout: 240_000},
  async t => {
    const [data, elsewhere] = [await temporaryFolder(t), await temporaryFolder(t)];
    const identity = certificate(elsewhere, 'localhost');
    const conf = join(elsewhere, 'conf');
    await mkdir(conf);
    await writeFile(
      join(conf, 'editor.ini'),
      `[desktop]\nauth_username=hue\nauth_password=${secrets.sqlServerPassword}\nldap_password=${secrets.ldapPassword}\n` +
        '[beeswax]\nhive_server_host=127.0.0.1\nhive_server_port=9\nserver_conn_timeout=2\nuse_sasl=true\n' +
        '[notebook]\n[[interpreters]]\n[[[hive]]]\nname=Hive\ninterface=hiveserver2\n',
    );
    const passwordFile = join(elsewhere, 'users.properties');
    const hash = createHash('sha256').update(secrets.password).digest('hex');
    await writeFile(passwordFile, `maria=ADMIN::${hash}\n`);
    const fileOf = async (name: keyof typeof secrets) => {
      await writeFile(join(elsewhere, name), `${secrets[name]}\n`);
      return `file:${join(elsewhere, name)}`;
    };
    const args = [
      '--data',
      data,
      '--log-level',
      'debug',
      '--config-dir',
      conf,
      '--password-file',
      passwordFile,
      '--tls',
      '--https-port',
      '0',
      '--tls-certificate',
      identity.certFile,
      '--tls-key',
      lockedKeyOf(identity, secrets.keyPassphrase),
      '--tls-password',
      await fileOf('keyPassphrase'),
      '--ldap-login',
      '--ldap-url',
      'ldap://127.0.0.1:9',
      '--ldap-base-dn',
      'dc=x',
      '--ldap-bind-dn',
      'cn=x',
      '--ldap-bind-password',
      secrets.directoryPassword,
      '--oidc-issuer',
      'http://127.0.0.1:9',
      '--oidc-client',
      'x',
      '--oidc-secret',
      await fileOf('openIdSecret'),
      '--jwt-public-key',
      `file:${identity.certFile}.pub`,
    ];
    const keytab = join(elsewhere, 'http.keytab');
    const principal = {service: 'HTTP', host: 'localhost', realm: 'EXAMPLE.COM'};
    await writeFile(keytab, keytabOf(principal, Buffer.from(secrets.keytabKey)));
    if (hasKerberos) {
      args.push(
        '--kerberos-login',
        '--kerberos-principal',
        'HTTP/localhost@EXAMPLE.COM',
        '--kerberos-keytab',
        keytab,
      );
    } else t.diagnostic('the Kerberos library is not here: no keytab is used');
    const ports = await strangers(t, identity);
    const client = certificate(elsewhere, 'client.invalid');
    const notifying = Object.entries({
      webhook: `http://hook:${secrets.webhookPassword}@127.0.0.1:${ports.webhook}/x?token=${secrets.webhookToken}`,
      'webhook-secret': await fileOf('webhookSecret'),
      'webhook-allow-private': 'true',
      'otlp-url': `http://127.0.0.1:${ports.webhook}`,
      'otlp-headers': `authorization=Bearer%20${secrets.traceHeader}`,
      'kafka-brokers': `127.0.0.1:${ports.broker}`,
      'kafka-protocol': 'SASL_SSL',
      'kafka-user': 'gazetteer',
      'kafka-password': await fileOf('kafkaPassword'),
      'kafka-ca-file': identity.certFile,
      'kafka-cert-file': client.certFile,
      'kafka-key-file': lockedKeyOf(client, secrets.kafkaKeyPassphrase),
      'kafka-key-password': secrets.kafkaKeyPassphrase,
    }).map(([name, value]) => `--${name}=${value}`);
    const {publicKey} = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: {type: 'spki', format: 'pem'},
      privateKeyEncoding: {type: 'pkcs8', format: 'pem'},
    });
    await writeFile(`${identity.certFile}.pub`, publicKey);
    const both = await startEditorProcess([...args, ...notifying]);
    t.after(both.kill);
    const catalog = /catalog, listening on (https:\/\/\S+)/.exec(both.output())?.[1] ?? '';
    const editor = both.url;

    const answers: string[] = [];
    const given = new Set<string>(Object.values(secrets));
    const ask = async (url: string, options: Parameters<typeof askSecurely>[2] = {}) => {
      const answer = await askSecurely(url, identity.cert, options);
      answers.push(`${new URL(url).pathname} ${answer.text}`);
      for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
        const [, value = ''] = /^[^=]+=([^;]{16,})/.exec(line) ?? [];
        if (value !== '') given.add(value);
      }
      return answer;
    };
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`maria:${password}`).toString('base64')}`,
    });
    const form = (fields: Record<string, string>) => ({
      method: 'POST',
      headers: {'content-type': 'application/x-www-form-urlencoded'},
      body: new URLSearchParams(fields).toString(),
    });
    for (const password of [secrets.password, secrets.wrongPassword]) {
      await ask(`${catalog}/api/atlas/v2/types/typedefs/headers`, {headers: basic(password)});
      await ask(`${editor}/api/editor/get_history`, {headers: basic(password)});
      await ask(
        `${catalog}/j_spring_security_check`,
        form({j_username: 'maria', j_password: password}),
      );
      await ask(`${editor}/hue/accounts/login`, form({username: 'maria', password, next: '/'}));
      await ask(`${editor}/api/v1/token/auth`, form({username: 'maria', password}));
    }
    // So many wrong passwords make their user wait, whoever gives the right one.
    await soon(async () => {
      const {status} = await ask(`${catalog}/api/atlas/admin/version`, {
        headers: basic(secrets.password),
      });
      assert.equal(status, 200);
    });
    const odd = {authorization: `Bearer ${secrets.foreignToken}`};
    for (const url of [`${catalog}/api/atlas/admin/version`, `${editor}/api/editor/get_history`]) {
      await ask(url, {headers: odd});
      await ask(url, {
        headers: {
          cookie: `ATLASSESSIONID=${secrets.chosenCookie}; sessionid=${secrets.chosenCookie}`,
        },
      });
      await ask(
        `${url}?token=${secrets.urlToken}&password=${secrets.urlToken}&access_token=${secrets.urlToken}`,
        {
          headers: basic(secrets.password),
        },
      );
      await ask(`${url}?code=${secrets.urlToken}&state=x`, {headers: basic(secrets.password)});
    }
    await ask(`${catalog}/api/atlas/admin/version`, {
      headers: {authorization: `Negotiate ${Buffer.from(secrets.keytabKey).toString('base64')}`},
    });
    await ask(`${catalog}/oidc/login`);
    await ask(`${catalog}/oidc/callback?code=${secrets.urlToken}&state=${secrets.urlToken}`);
    const json = {...basic(secrets.password), 'content-type': 'application/json'};
    const broken = `{"password": "${secrets.bodySecret}" "x"}`;
    await ask(`${catalog}/api/atlas/v2/entity`, {method: 'POST', headers: json, body: broken});
    await ask(`${catalog}/api/atlas/v2/search/basic`, {
      method: 'POST',
      headers: json,
      body: broken,
    });
    const entity = {
      typeName: 'hive_db',
      attributes: {qualifiedName: 'a@b', name: 'a', clusterName: 'b'},
    };
    const saved = await ask(`${catalog}/api/atlas/v2/entity`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({entity}),
    });
    assert.equal(saved.status, 200, saved.text);
    const failures = [
      /127\.0\.0\.1:\d+ answered 500/,
      /traces cannot be sent/,
      /messages cannot be read from Kafka/,
      /kafka-ATLAS_ENTITIES/,
    ];
    while (!failures.every(one => one.test(both.output())))
      await new Promise(resolve => setTimeout(resolve, 50));
    const statement = form({statement: 'SELECT 1'});
    const headers = {...statement.headers, ...basic(secrets.password)};
    const begun = await ask(`${editor}/api/editor/execute/hive`, {...statement, headers});
    await ask(`${editor}/api/editor/check_status`, {
      ...form({
        operationId: String((JSON.parse(begun.text) as {history_uuid?: string}).history_uuid ?? ''),
      }),
      headers,
    });
    await ask(`${catalog}/api/atlas/admin/prometheus`, {headers: basic(secrets.password)});
    await ask(`${editor}/metrics`, {headers: basic(secrets.password)});
    for (const url of [
      `${catalog}/api/atlas/admin/configuration`,
      `${editor}/api/v1/configuration`,
      `${editor}/desktop/api2/get_hue_config`,
      `${editor}/desktop/debug/check_config`,
    ]) {
      const {status, text} = await ask(url, {headers: basic(secrets.password)});
      assert.equal(status, 200, text);
    }
    assert.equal(await both.stop(), 0);

    const check = await printed('editor', '--check-config', ...args);
    const refused = await runCatalog([
      '--data',
      data,
      '--database',
      `postgres://u:${secrets.password}@127.0.0.1:9/x`,
    ]);
    assert.equal(refused.code, 1);
    const database = `postgres://u:${secrets.editorDatabasePassword}@127.0.0.1:9/x`;
    const unreachable = await printed(
      'editor',
      '--data',
      elsewhere,
      '--editor-port',
      '0',
      '--editor-database',
      database,
    );
    const locked = [
      '--tls',
      '--tls-certificate',
      identity.certFile,
      '--tls-key',
      `${identity.keyFile}.locked`,
    ];
    const unreadable = await runCatalog([
      '--data',
      data,
      ...locked,
      '--tls-password',
      secrets.kafkaKeyPassphrase,
    ]);
    assert.equal(unreadable.code, 1);
    const texts = new Map([
      ...(await textsBelow(data)),
      ['output', both.output()],
      ['answers', answers.filter(text => !/token\/auth|get_config/.test(text)).join('\n')],
      ['--check-config', check],
      ['a database that cannot be reached', refused.output],
      ["the editor's database that cannot be reached", unreachable],
      ['a key with another pass phrase', unreadable.output],
    ]);
    assert.ok(
      [...texts.keys()].some(file => file.endsWith('catalog-audit.log')),
      [...texts.keys()].join(),
    );
    assert.ok([...texts.keys()].some(file => file.endsWith('access.log')));
    assert.ok(given.size > Object.keys(secrets).length + 3, 'sessions were given out');
    for (const secret of [...given].flatMap(formsOf)) {
      for (const [place, text] of texts) {
        const at = text.indexOf(secret);
        const around = text.slice(Math.max(0, at - 200), at + 100);
        assert.equal(at, -1, `${secret} is in ${place}: ${around}`);
      }
    }
  },
);
