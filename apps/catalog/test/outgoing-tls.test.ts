// Whom the servers call over TLS: nothing is said to one whose certificate nobody vouches for, or
// that is for another host.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {type AddressInfo, createServer, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, beforeEach, suite, test, type TestContext} from 'node:test';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  TLSSocket,
} from 'node:tls';
import {PostgresDatabase} from '@gazetteer/db';
import {WebhookPublisher} from '@gazetteer/events';
import {type KafkaOptions, KafkaPublisher} from '@gazetteer/events/kafka';
import {createLog} from '@gazetteer/server';
import {JsonClient} from '../../editor/src/net/json-client.ts';
import {WebHdfs} from '../../../packages/events/src/web-hdfs.ts';
import {Directory} from '../../../packages/server/src/auth/directory/directory.ts';
import {OpenIdLogin} from '../../../packages/server/src/auth/openid/open-id.ts';
import {keysAt} from '../../../packages/server/src/auth/openid/token-login.ts';
import {connectSocket} from '../../../packages/thrift/src/index.ts';
import {type Certificate, certificate} from '../../../packages/thrift/test/servers/certificate.ts';

type Call = (where: {
  host: string;
  port: number;
  authorities: Certificate | undefined;
}) => Promise<unknown>;

const folder = mkdtempSync(join(tmpdir(), 'gazetteer-outgoing-'));
after(() => rmSync(folder, {recursive: true}));
const [own, unknown, foreign] = ['localhost', 'unknown', 'elsewhere.example'].map(name =>
  certificate(folder, name),
) as [Certificate, Certificate, Certificate];
const log = createLog({level: 'error', format: 'json', destination: {write: () => undefined}});

/** What a server says to who asks for TLS, by name of who asks; others begin with it. */
const beforeTls: Readonly<Record<string, (asked: Buffer) => Buffer>> = {
  PostgreSQL: () => Buffer.from('S'),
  'LDAP with StartTLS': asked =>
    Buffer.from([0x30, 12, 0x02, 1, asked[4] ?? 0, 0x78, 7, 0x0a, 1, 0, 0x04, 0, 0x04, 0]),
};

/** Ends each connection as soon as it has heard something over TLS. */
async function listener(
  t: TestContext,
  {key, cert}: Certificate,
  agree?: (asked: Buffer) => Buffer,
) {
  let heard = '';
  const sockets = new Set<Socket>();
  const listen = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      socket.destroy();
    });
  };
  const plain = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (asked: Buffer) => {
      socket.write(agree?.(asked) ?? '');
      listen(new TLSSocket(socket, {isServer: true, key, cert}));
    });
  };
  const server = agree === undefined ? createTlsServer({key, cert}, listen) : createServer(plain);
  await once(server.listen(0), 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {port: (server.address() as AddressInfo).port, heard: () => heard};
}

const directory =
  (scheme: 'ldap' | 'ldaps'): Call =>
  async ({host, port, authorities}) => {
    const groups = {groupBaseDn: '', groupFilter: '', groupAttribute: 'cn', defaultGroup: ''};
    const people = {
      loginPattern: 'uid={0}',
      userFilter: '',
      baseDn: '',
      bindDn: '',
      bindPassword: '',
    };
    const tls = {
      url: `${scheme}://${host}:${port}`,
      startTls: scheme === 'ldap',
      authorities: authorities?.cert,
    };
    await new Directory({...groups, ...people, ...tls}, log).verify('carla', 'secret');
  };

const kafka: Call = async ({host, port, authorities}) => {
  const login = {
    mechanism: 'PLAIN',
    userName: 'u',
    password: 'secret',
    service: '',
    keytabFile: '',
  } as const;
  const tls = {
    authoritiesFile: authorities?.certFile ?? '',
    certificateFile: '',
    keyFile: '',
    keyPassphrase: '',
  };
  const options: KafkaOptions = {
    brokers: [`${host}:${port}`],
    protocol: 'SASL_SSL',
    ...login,
    ...tls,
  };
  const envelope = {sourceAddress: '', user: '', compress: false, maxBytes: 1000} as never;
  const publisher = new KafkaPublisher({...options, name: 'k', topic: 't', envelope});
  await publisher
    .publish([{id: '1', key: 'k', body: '{}'} as never])
    .finally(() => publisher.close());
};

const postgres: Call = async ({host, port, authorities}) => {
  const root = authorities === undefined ? '' : `&sslrootcert=${authorities.certFile}`;
  const database = new PostgresDatabase({
    url: `postgres://u:secret@${host}:${port}/d?sslmode=verify-full${root}`,
  });
  await database.read(async () => undefined).finally(() => database.close());
};

const openId = {
  clientId: 'c',
  clientSecret: 'secret',
  scopes: 'openid',
  userClaim: 'sub',
  groupsClaim: '',
  label: '',
};

/** With an option of their own for authorities. */
const configured: Readonly<Record<string, Call>> = {
  'LDAP with TLS from the start': directory('ldaps'),
  'LDAP with StartTLS': directory('ldap'),
  Kafka: kafka,
  PostgreSQL: postgres,
  HiveServer2: async ({host, port, authorities}) => {
    const auth = {mechanism: 'PLAIN', user: 'u', password: 'secret'} as const;
    await connectSocket({
      host,
      port,
      auth,
      tls: authorities === undefined ? {} : {ca: authorities.cert},
    });
  },
};

/** With the authorities of the runtime, which `NODE_EXTRA_CA_CERTS` adds to. */
const byRuntime: Readonly<Record<string, Call>> = {
  'an OpenID Connect provider': async ({host, port}) => {
    const login = new OpenIdLogin({
      ...openId,
      issuer: `https://${host}:${port}`,
      groupsOf: async () => [],
    });
    await login.begin({redirectUri: 'https://here.example/', browser: undefined, next: '/'});
  },
  'the keys of signed tokens': async ({host, port}) =>
    await keysAt(`https://${host}:${port}/keys`)({alg: 'RS256', kid: '1'}, {} as never),
  'a webhook': async ({host, port}) => {
    const url = new URL(`https://u:secret@${host}:${port}/`);
    const webhook = new WebhookPublisher({
      name: 'w',
      url,
      secret: 'secret',
      allowPrivate: true,
      timeoutMs: 10_000,
    });
    await webhook.publish([{id: '1', key: 'k', body: '{}'} as never]);
  },
  WebHDFS: async ({host, port}) =>
    await new WebHdfs({urls: [`https://${host}:${port}`], user: 'atlas', kerberos: false}).length(
      '/audit',
    ),
  'Livy and YARN': async ({host, port}) =>
    await new JsonClient({
      url: `https://${host}:${port}`,
      isKerberised: false,
      timeoutMs: 10_000,
    }).get('/sessions'),
};

const runtimeAuthorities = getCACertificates();
const cases = [
  {title: 'speaks to who is vouched for', server: own, trusted: own, host: 'localhost'},
  {
    title: 'refuses a certificate that vouches for itself',
    server: own,
    trusted: undefined,
    host: 'localhost',
  },
  {
    title: 'refuses one of an authority that is not its own',
    server: own,
    trusted: unknown,
    host: 'localhost',
  },
  {title: 'refuses one for another host', server: foreign, trusted: foreign, host: 'localhost'},
  {
    title: 'refuses one for a name where it asks an address',
    server: own,
    trusted: own,
    host: '127.0.0.1',
  },
];

for (const [whom, call] of [...Object.entries(configured), ...Object.entries(byRuntime)]) {
  suite(whom, () => {
    beforeEach(() => setDefaultCACertificates(runtimeAuthorities));
    for (const {title, server, trusted, host} of cases) {
      test(title, async t => {
        const {port, heard} = await listener(t, server, beforeTls[whom]);
        if (whom in byRuntime && trusted !== undefined)
          setDefaultCACertificates([...runtimeAuthorities, trusted.cert]);
        const failure: unknown = await call({host, port, authorities: trusted}).then(
          () => undefined,
          (error: unknown) => error,
        );
        // It hangs up in any case, so each call fails; what counts is what was said before.
        assert.ok(failure instanceof Error, String(failure));
        if (title.startsWith('speaks')) return assert.notEqual(heard(), '', reasonsOf(failure));
        assert.equal(heard(), '');
        return assert.match(
          reasonsOf(failure),
          /self-signed certificate|unable to verify|altnames/,
        );
      });
    }
  });
}

/** Messages of an error and of all beneath it. */
function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const {errors = [], cause, code} = error as Error & {errors?: unknown[]; code?: string};
  return [error.message, code, ...[...errors, cause].map(reasonsOf)].join(' ');
}
