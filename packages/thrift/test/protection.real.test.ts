import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {type AddressInfo, connect, createServer, type Socket} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, test, type TestContext} from 'node:test';
import {promisify} from 'node:util';
import {Connection, connectSocket, HiveClient} from '../src/index.ts';
import {query} from './conversation.ts';
import {needs, root, start, type RunningServer} from './servers/start.ts';

const skip =
  needs(
    '.cache/hive/complete',
    'Hive 4.0.1 in .cache/hive (packages/thrift/test/servers/fetch-hive.sh)',
  ) ||
  (!existsSync('/usr/sbin/krb5kdc') &&
    'needs an MIT KDC (Debian: krb5-kdc krb5-admin-server krb5-user)');

describe('data that SASL protects', {skip}, () => {
  let kdc: RunningServer;
  before(async () => {
    kdc = await start('kdc.sh', []);
    process.env['KRB5_CONFIG'] = join(kdc.folder, 'krb5.conf');
    process.env['KRB5CCNAME'] = join(kdc.folder, 'tickets');
    await promisify(execFile)(
      'kinit',
      ['-k', '-t', join(kdc.folder, 'hue.keytab'), 'hue/localhost'],
      {cwd: root},
    );
  });
  after(async () => await kdc?.stop());

  for (const [qop, isReadable] of [
    ['auth-int', true],
    ['auth-conf', false],
  ] as const) {
    test(`${qop}: long statements, large results, and what was changed on the way`, async t => {
      const env = {KEYTABS: kdc.folder, HIVE_PROPERTIES: `hive.server2.thrift.sasl.qop=${qop}`};
      const server = await start('hive.sh', ['kerberos', 'binary'], {env});
      t.after(() => server.stop());
      const wire = await tapped(t, server.port);
      const {client, session} = await opened(t, wire.port);

      // Longer than what the server takes at once.
      const text = `on-the-wire ${'0123456789'.repeat(15_000)}`;
      assert.deepEqual((await query(client, session, `select '${text}'`)).rows, [[text]]);
      const manyRows = "select posexplode(split(space(99999), ' ')) as (pos, val)";
      const {rows} = await query(client, session, manyRows);
      assert.deepEqual([rows.length, rows[0], rows.at(-1)], [100_000, [0, ''], [99_999, '']]);
      assert.deepEqual(wire.saw('on-the-wire'), {sent: isReadable, received: isReadable});

      wire.changeNextAnswer();
      await assert.rejects(query(client, session, 'select 1'), {
        name: 'TransportError',
        reason: 'protocol',
      });
      assert.equal(client.connection.isOpen, false);
      const again = await opened(t, wire.port);
      assert.deepEqual((await query(again.client, again.session, 'select 2')).rows, [[2]]);
    });
  }
});

async function opened(t: TestContext, port: number) {
  const auth = {mechanism: 'GSSAPI', principal: 'hive/localhost@EXAMPLE.COM'} as const;
  const client = new HiveClient(
    new Connection(await connectSocket({host: 'localhost', port, auth})),
  );
  t.after(() => client.connection.close());
  return {client, session: (await client.openSession({proxyUser: 'alice'})).handle};
}

/** A way to the server on which all that passes is seen, and can be changed. */
async function tapped(t: TestContext, port: number) {
  const passed: {sent: Buffer[]; received: Buffer[]} = {sent: [], received: []};
  let isNextChanged = false;
  const sockets = new Set<Socket>();
  const tap = createServer(client => {
    const server = connect(port, 'localhost');
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket);
      socket.on('close', () => other.destroy());
      socket.on('error', () => other.destroy());
    }
    client.on('data', chunk => {
      passed.sent.push(chunk);
      server.write(chunk);
    });
    server.on('data', chunk => {
      passed.received.push(chunk);
      // The last byte of a frame belongs to what protects it.
      if (isNextChanged) chunk.writeUInt8(chunk.readUInt8(chunk.length - 1) ^ 1, chunk.length - 1);
      isNextChanged = false;
      client.write(chunk);
    });
  });
  tap.listen(0, 'localhost');
  await once(tap, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    tap.close();
  });
  return {
    port: (tap.address() as AddressInfo).port,
    saw: (text: string) => ({
      sent: Buffer.concat(passed.sent).includes(text),
      received: Buffer.concat(passed.received).includes(text),
    }),
    changeNextAnswer: () => (isNextChanged = true),
  };
}
