import assert from 'node:assert/strict';
import {copyFile, mkdir, readFile, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {
  type Certificate,
  certificate,
  keystoreOf,
  lockedKeyOf,
} from '../../../packages/thrift/test/servers/certificate.ts';
import {admin, ask} from './client.ts';
import {askSecurely, shakeHands, until} from './secure-client.ts';
import {runCatalog, startCatalog, temporaryFolder} from './server-fixture.ts';

const statusPath = '/api/atlas/admin/status';
const sessionPath = '/api/atlas/admin/session';

/** A server that speaks HTTPS with these options. */
async function secureCatalog(t: TestContext, args: readonly string[], data?: string) {
  const server = await startCatalog(data ?? (await temporaryFolder(t)), {
    args: ['--tls', '--https-port', '0', ...args],
  });
  t.after(server.kill);
  assert.match(server.url, /^https:/);
  return server;
}

function pem({certFile, keyFile}: Certificate): string[] {
  return ['--tls-certificate', certFile, '--tls-key', keyFile];
}

test('over TLS everything is as it was, cookies are marked as secure, and older protocols are refused', async t => {
  const folder = await temporaryFolder(t);
  const identity = certificate(folder, 'localhost');
  const {url} = await secureCatalog(t, pem(identity));
  const {cert: ca} = identity;
  const answer = await askSecurely(`${url}${sessionPath}`, ca, {headers: {authorization: admin}});
  assert.equal(answer.status, 200);
  assert.match(answer.text, /"userName":"admin"/);
  assert.match(
    String(answer.headers['set-cookie']),
    /^ATLASSESSIONID=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  assert.equal(answer.headers['strict-transport-security'], 'max-age=31536000; includeSubDomains');
  assert.equal((await shakeHands(url, ca, {maxVersion: 'TLSv1.2'})).protocol, 'TLSv1.2');
  assert.equal((await shakeHands(url, ca)).protocol, 'TLSv1.3');
  await assert.rejects(shakeHands(url, ca, {minVersion: 'TLSv1', maxVersion: 'TLSv1.1'}));
  for (const weak of [
    'AES128-SHA',
    'AES256-GCM-SHA384',
    'ECDHE-RSA-AES128-SHA',
    'ECDHE-RSA-AES256-SHA384',
  ]) {
    await assert.rejects(shakeHands(url, ca, {maxVersion: 'TLSv1.2', ciphers: weak}), weak);
  }
  await assert.rejects(ask(url.replace('https:', 'http:')));
});

test('a PKCS#12 file does in place of two PEM files, and its pass phrase may stand in a file', async t => {
  const folder = await temporaryFolder(t);
  const identity = certificate(folder, 'localhost');
  const secret = join(folder, 'secret');
  await writeFile(secret, 'test-store\n');
  const properties = join(folder, 'catalog.properties');
  await writeFile(
    properties,
    `atlas.enableTLS=true\natlas.server.https.port=0\nkeystore.file=${keystoreOf(identity)}\nkeystore.password=file:${secret}\n`,
  );
  const server = await startCatalog(await temporaryFolder(t), {args: ['--config', properties]});
  t.after(server.kill);
  assert.equal((await askSecurely(`${server.url}${statusPath}`, identity.cert)).status, 200);
  assert.doesNotMatch(server.output(), /test-store/);
});

test('a new certificate is taken over without a restart; one that cannot be used leaves the old one', async t => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, 'next'));
  const [first, second] = [
    certificate(folder, 'localhost'),
    certificate(join(folder, 'next'), 'localhost'),
  ];
  const server = await secureCatalog(t, pem(first));
  const fingerprint = async (ca: string) => (await shakeHands(server.url, ca)).peer.fingerprint256;
  const before = await fingerprint(first.cert);
  await copyFile(second.certFile, first.certFile);
  await copyFile(second.keyFile, first.keyFile);
  process.kill(server.pid, 'SIGHUP');
  const after = await until(
    () => fingerprint(second.cert).catch(() => before),
    found => found !== before,
  );
  await writeFile(first.certFile, 'nothing of use');
  // No signal: that the files have changed is enough.
  await until(server.output, output => output.includes('the certificate stays as it was'));
  assert.equal(await fingerprint(second.cert), after);
});

test('clients are asked for a certificate where that is wanted', async t => {
  const [folder, other] = [await temporaryFolder(t), await temporaryFolder(t)];
  const [identity, client] = [certificate(folder, 'localhost'), certificate(other, 'etl')];
  const args = [
    ...pem(identity),
    '--tls-client-certificates',
    '--tls-client-authorities',
    client.certFile,
  ];
  const {url} = await secureCatalog(t, args);
  const {cert, key} = client;
  assert.equal((await askSecurely(`${url}${statusPath}`, identity.cert, {cert, key})).status, 200);
  await assert.rejects(askSecurely(`${url}${statusPath}`, identity.cert));
  const {cert: foreign, key: itsKey} = identity;
  await assert.rejects(
    askSecurely(`${url}${statusPath}`, identity.cert, {cert: foreign, key: itsKey}),
  );
});

test('what keeps a server from speaking TLS is told at its start, without any secret', async t => {
  const folder = await temporaryFolder(t);
  const identity = certificate(folder, 'localhost');
  const locked = lockedKeyOf(identity, 'right-one');
  const java = join(folder, 'store.jks');
  await writeFile(
    java,
    Buffer.concat([Buffer.from('feedfeed', 'hex'), await readFile(identity.certFile)]),
  );
  const data = await temporaryFolder(t);
  const refused = async (...args: string[]) => {
    const {code, output} = await runCatalog([
      '--data',
      data,
      '--tls',
      '--https-port',
      '0',
      ...args,
    ]);
    assert.equal(code, 1, output);
    assert.doesNotMatch(output, /wrong-one|right-one|BEGIN/);
    return output;
  };
  assert.match(await refused(), /--tls needs a certificate: give --tls-certificate and --tls-key/);
  assert.match(await refused('--tls-keystore', java), /is a Java key store; turn it into PKCS#12/);
  const files = ['--tls-certificate', identity.certFile, '--tls-key', locked];
  assert.match(
    await refused(...files, '--tls-password', 'wrong-one'),
    /localhost\.pem, .*localhost\.key\.locked cannot be used/,
  );
  assert.match(
    await refused(...pem(identity), '--tls-client-certificates'),
    /--tls-client-certificates needs --tls-client-authorities/,
  );
});

test('somebody who connects and does not shake hands keeps nobody else waiting', async t => {
  const identity = certificate(await temporaryFolder(t), 'localhost');
  const {url} = await secureCatalog(t, pem(identity));
  const silent = connect(Number(new URL(url).port), '127.0.0.1');
  t.after(() => silent.destroy());
  assert.equal((await askSecurely(`${url}${statusPath}`, identity.cert)).status, 200);
});
