import assert from 'node:assert/strict';
import {once} from 'node:events';
import {copyFile, mkdir, mkdtemp, rm} from 'node:fs/promises';
import {connect, type AddressInfo, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {test, type TestContext} from 'node:test';
import {connect as connectSecurely, type TLSSocket} from 'node:tls';
import {setTimeout as pause} from 'node:timers/promises';
import {certificate} from '../../../thrift/test/servers/certificate.ts';
import {bind, listen} from '../life-cycle.ts';
import {createLog} from '../log.ts';
import {createHttp} from './create-http.ts';
import {addressesOf} from './further-address.ts';
import {openTls} from './tls.ts';

const log = createLog({level: 'error', format: 'json'});
const both = ['127.0.0.1', '127.0.0.2'] as const;
const http = {log, headers: {server: '', extra: {}}, bodyLimit: {maxBytes: 1000, option: 'x'}};
const limits = {
  maxUrlLength: 100,
  maxHeaderBytes: 1000,
  headerTimeoutMs: 60_000,
  requestTimeoutMs: 60_000,
  slowClientTimeoutMs: 60_000,
  maxBodyBytesPerUser: 1e6,
  maxRequestsPerUser: 10,
  maxRequests: 10,
  maxBodyBytesOfAll: 1e6,
  maxConnectionsPerAddress: 100,
  maxConnections: 3,
};

async function closed(socket: Socket): Promise<void> {
  await once(socket.resume(), 'close');
}

/**
 * Connected, and what the server says to a request on it; undefined once it was closed without a
 * word.
 */
async function client(t: TestContext, host: string, port: number): Promise<Socket> {
  const socket = connect({host, port, allowHalfOpen: false}).setEncoding('utf8');
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** All that comes until its last word, or until the connection is closed. */
async function answerOn(socket: Socket, path = '/hello'): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  let text = '';
  const add = (chunk: string) => (text += chunk);
  socket.on('data', add);
  const isOver = () => socket.destroyed || /\r\n\r\n(there|done)$/.test(text);
  while (!isOver()) await pause(10);
  socket.off('data', add);
  return text;
}

test('a name that stands for one address is that address', async () => {
  assert.deepEqual(await addressesOf('192.0.2.1'), ['192.0.2.1']);
  const own = await addressesOf('localhost');
  assert.ok(
    own.length >= 1 && own.every(one => one === '::1' || one.startsWith('127.')),
    own.join(),
  );
});

test('one limit of connections holds for both addresses together', {timeout: 240_000}, async t => {
  const app = createHttp({...http, limits});
  app.get('/hello', () => 'there');
  const {further} = await bind({app, log, host: 'localhost', port: 0}, both);
  t.after(async () => {
    const done = Promise.all(further.map(one => one.close()));
    await app.close();
    await done;
  });
  const {port} = app.server.address() as AddressInfo;
  const kept = [];
  for (const host of ['127.0.0.2', '127.0.0.1', '127.0.0.2']) {
    const socket = await client(t, host, port);
    assert.match(await answerOn(socket), /^HTTP\/1\.1 200 [^]*there$/);
    kept.push(socket);
  }
  for (const host of both) assert.equal(await answerOn(await client(t, host, port)), '', host);
  kept[0]?.destroy();
  let answer = '';
  while (answer === '') {
    const socket = await client(t, '127.0.0.1', port);
    answer = await answerOn(socket);
    if (answer === '') await pause(20);
  }
  assert.match(answer, /there$/);
  for (const socket of kept) socket.destroy();
});

test('a certificate that is exchanged is exchanged at both', {timeout: 240_000}, async t => {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-further-'));
  t.after(() => rm(folder, {recursive: true, force: true}));
  await mkdir(join(folder, 'next'));
  const [first, second] = [
    certificate(folder, 'localhost'),
    certificate(join(folder, 'next'), 'localhost'),
  ];
  const [cert, key] = [join(folder, 'used.pem'), join(folder, 'used.key')];
  const put = async (from: typeof first) => {
    await copyFile(from.keyFile, key);
    await copyFile(from.certFile, cert);
  };
  await put(first);
  const tls = openTls(
    {
      tlsEnabled: true,
      tlsCertificate: cert,
      tlsChain: '',
      tlsKey: key,
      tlsKeyStore: '',
      tlsPassphrase: '',
      tlsClientsChecked: false,
      tlsClientAuthorities: '',
      tlsMinVersion: 'TLSv1.2',
      tlsCiphers: 'DEFAULT',
      secureCookies: false,
    },
    log,
  );
  const app = createHttp({...http, tls});
  const {further} = await bind({app, log, host: 'localhost', port: 0}, both);
  t.after(async () => {
    const done = Promise.all(further.map(one => one.close()));
    await app.close();
    await done;
  });
  const {port} = app.server.address() as AddressInfo;
  const isShown = async (host: string, ca: string): Promise<boolean> => {
    const socket: TLSSocket = connectSecurely({host, port, ca, servername: 'localhost'});
    const shown = await Promise.race([
      once(socket, 'secureConnect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    return shown;
  };
  for (const host of both) assert.ok(await isShown(host, first.cert), host);
  await put(second);
  process.emit('SIGHUP');
  for (const host of both) {
    while (!(await isShown(host, second.cert))) await pause(50);
    assert.ok(!(await isShown(host, first.cert)), host);
  }
});

test(
  'what is in flight at either address has its answer before the server stops',
  {timeout: 240_000},
  async t => {
    const app = createHttp(http);
    const [arrived, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    app.get('/hello', () => 'there');
    app.get('/slow', async () => {
      arrived.resolve();
      await release.promise;
      return 'done';
    });
    let isStoreClosed = false;
    const serving = await listen(
      {
        app,
        log,
        host: 'localhost',
        port: 0,
        stopTimeoutMs: 50_000,
        close: async () => {
          isStoreClosed = true;
        },
      },
      both,
    );
    const {port} = app.server.address() as AddressInfo;
    const [slow, idle] = [await client(t, '127.0.0.2', port), await client(t, '127.0.0.2', port)];
    assert.match(await answerOn(idle), /there$/);
    const answer = answerOn(slow, '/slow');
    await arrived.promise;
    const stopped = serving.stop();
    await closed(idle);
    const late = connect(port, '127.0.0.2');
    await once(late, 'error');
    assert.equal(isStoreClosed, false);
    release.resolve();
    assert.match(await answer, /done$/);
    assert.equal(await stopped, 0);
    assert.equal(isStoreClosed, true);
  },
);

test('an address that this machine does not have keeps nobody from the others', async t => {
  const app = createHttp(http);
  t.after(() => app.close());
  const lines: string[] = [];
  const heard = createLog({
    level: 'warn',
    format: 'json',
    destination: {write: line => void lines.push(line)},
  });
  const {further} = await bind({app, log: heard, host: 'localhost', port: 0}, [
    '127.0.0.1',
    '192.0.2.1',
  ]);
  assert.deepEqual(further, []);
  assert.match(lines.join(), /"address":"192\.0\.2\.1".*no clients are let in at this address/);
});
