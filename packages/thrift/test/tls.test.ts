import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, describe, test} from 'node:test';
import {createServer, type TLSSocket} from 'node:tls';
import {connectSocket, type SocketAuth, type TlsOptions} from '../src/index.ts';
import {saslFrame} from './fault-server.ts';
import {certificate} from './servers/certificate.ts';

describe('over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-tls-'));
  after(() => rmSync(folder, {recursive: true, force: true}));
  const right = certificate(folder, 'localhost');
  const wrong = certificate(folder, 'elsewhere.example');
  const auth: SocketAuth = {mechanism: 'PLAIN', user: 'u', password: 'p'};

  /** The outcome of a connection to a server with this certificate that lets anybody in. */
  async function connectTo(
    identity: {key: string; cert: string},
    tls: TlsOptions,
  ): Promise<boolean> {
    const sockets = new Set<TLSSocket>();
    const server = createServer(identity, socket => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.write(saslFrame(5, ''));
    });
    server.listen(0, 'localhost');
    await once(server, 'listening');
    try {
      const {port} = server.address() as AddressInfo;
      const transport = await connectSocket({host: 'localhost', port, auth, tls});
      const {isOpen} = transport;
      transport.close();
      return isOpen;
    } finally {
      for (const socket of sockets) socket.destroy();
      server.close();
    }
  }

  test('a certificate that is trusted and carries the name is taken', async () => {
    assert.equal(await connectTo(right, {ca: right.cert}), true);
    assert.equal(await connectTo(wrong, {ca: wrong.cert, serverName: 'elsewhere.example'}), true);
  });

  test('one that is not trusted is refused, unless nothing is to be verified', async () => {
    await assert.rejects(connectTo(right, {}), {
      name: 'TransportError',
      reason: 'tls',
      message: /self-signed certificate/,
    });
    assert.equal(await connectTo(right, {verify: false}), true);
  });

  test('one for another name is refused', async () => {
    await assert.rejects(connectTo(wrong, {ca: wrong.cert}), {
      reason: 'tls',
      message: /does not match|altnames/,
    });
  });
});
