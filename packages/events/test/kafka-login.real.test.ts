// A real Kafka that wants to know who comes: every way to log in, of what we write and of what we
// read.
import assert from 'node:assert/strict';
import {existsSync, mkdtempSync} from 'node:fs';
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, suite, test} from 'node:test';
import {setTimeout as delay} from 'node:timers/promises';
import {start} from '../../thrift/test/servers/start.ts';
import {KafkaPublisher, KafkaSource, type KafkaOptions} from '../src/kafka.ts';
import {readTopic, writeTopic} from './kafka-fixture.ts';
import {login, securedKafkaForTests} from './secured-kafka.ts';

const skipKerberos =
  !existsSync('/usr/sbin/krb5kdc') &&
  'needs an MIT KDC (Debian: krb5-kdc krb5-admin-server krb5-user)';
const folder = mkdtempSync(join(tmpdir(), 'gazetteer-secured-kafka-'));
const kdc = skipKerberos === false ? await start('kdc.sh', []) : undefined;
const kafka = await securedKafkaForTests(folder, kdc?.folder);
after(async () => {
  if ('broker' in kafka) await kafka.broker.remove();
  await kdc?.stop();
  await rm(folder, {recursive: true, force: true});
});

type Way = Pick<KafkaOptions, 'protocol'> & Partial<KafkaOptions>;

suite('login to Kafka', 'skip' in kafka ? {skip: kafka.skip} : {}, () => {
  if ('skip' in kafka) return;
  const {broker, identity, client, lockedKeyFile} = kafka;
  const optionsOf = (way: Way): KafkaOptions => ({
    brokers: [broker.secured[way.protocol] ?? broker.address],
    mechanism: 'PLAIN',
    userName: login.user,
    password: login.password,
    service: 'kafka',
    keytabFile: '',
    authoritiesFile: way.protocol.endsWith('SSL') ? identity.certFile : '',
    certificateFile: '',
    keyFile: '',
    keyPassphrase: '',
    ...way,
  });
  const publisherOf = (options: KafkaOptions, topic: string) => {
    const envelope = {
      maxBytes: 10_000,
      compress: false,
      sourceIp: '127.0.0.1',
      createdBy: 'test',
      source: {source: 'test', version: '1'},
    };
    return new KafkaPublisher({...options, name: 'test', topic, envelope});
  };
  const message = {id: '1.0', key: 'k', body: '{"of": "a test"}'};

  /** One record out, read by somebody else, and one in, written by somebody else. */
  const passBothWays = async (options: KafkaOptions, topic: string) => {
    const publisher = publisherOf(options, `${topic}-OUT`);
    try {
      await publisher.publish([message]);
    } finally {
      await publisher.close();
    }
    const [record] = await readTopic(broker.address, `${topic}-OUT`, all => all.length === 1);
    assert.match(record?.value ?? '', /a test/);

    await writeTopic(broker.address, `${topic}-IN`, ['hello']);
    const taken = Promise.withResolvers<string>();
    const errors: unknown[] = [];
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (fields: object) => errors.push(fields),
    };
    const source = new KafkaSource({
      ...options,
      topics: [`${topic}-IN`],
      groupId: topic,
      take: async records => taken.resolve(records[0]?.text ?? ''),
      log,
    });
    source.start();
    try {
      assert.equal(
        await Promise.race([taken.promise, delay(60_000, 'nothing', {ref: false})]),
        'hello',
        JSON.stringify(errors),
      );
    } finally {
      await source.close();
    }
  };

  for (const protocol of ['SASL_PLAINTEXT', 'SASL_SSL'] as const) {
    for (const mechanism of ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const) {
      test(`${mechanism} by ${protocol}, both ways; a wrong password is refused and not told`, async () => {
        const options = optionsOf({protocol, mechanism});
        await passBothWays(options, `${protocol}-${mechanism}`);
        const stranger = publisherOf({...options, password: 'wrong-6a3'}, 'STRANGER');
        await assert.rejects(stranger.publish([message]), error => {
          const said = (error as Error).message;
          assert.match(said, /authentication failed/i);
          assert.doesNotMatch(said, /wrong-6a3/);
          return true;
        });
      });
    }
  }

  test('TLS with a certificate of our own whose key has a pass phrase; without one nothing passes', async () => {
    const own = {
      certificateFile: client.certFile,
      keyFile: lockedKeyFile,
      keyPassphrase: login.keyPassphrase,
    };
    await passBothWays(optionsOf({protocol: 'SSL', ...own}), 'SSL');
    await assert.rejects(publisherOf(optionsOf({protocol: 'SSL'}), 'STRANGER').publish([message]));
  });

  test('a broker whose certificate nobody vouches for gets neither records nor a password', async () => {
    const options = optionsOf({protocol: 'SASL_SSL', authoritiesFile: client.certFile});
    await assert.rejects(publisherOf(options, 'STRANGER').publish([message]), error => {
      assert.match((error as Error).message, /certificate/);
      return true;
    });
  });

  suite('by Kerberos', {skip: skipKerberos}, () => {
    if (kdc === undefined) return;
    const environment = {
      KRB5_CONFIG: join(kdc.folder, 'krb5.conf'),
      KRB5CCNAME: join(kdc.folder, 'no-tickets'),
      KRB5_CLIENT_KTNAME: undefined,
    };
    const before = Object.fromEntries(
      Object.keys(environment).map(name => [name, process.env[name]]),
    );
    const put = (values: Readonly<Record<string, string | undefined>>) => {
      for (const [name, value] of Object.entries(values)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    };
    after(() => put(before));

    test('without a ticket and a keytab it is said what is missing', async () => {
      put(environment);
      const options = optionsOf({protocol: 'SASL_PLAINTEXT', mechanism: 'GSSAPI'});
      await assert.rejects(publisherOf(options, 'STRANGER').publish([message]), error => {
        assert.match(
          (error as Error).message,
          /Kerberos failed for the broker kafka@localhost: .*[Cc]redential/,
        );
        return true;
      });
    });

    for (const protocol of ['SASL_PLAINTEXT', 'SASL_SSL'] as const) {
      test(`by ${protocol}, both ways, with tickets got by a keytab`, async () => {
        put(environment);
        const keytabFile = join(kdc.folder, 'hue.keytab');
        await passBothWays(
          optionsOf({protocol, mechanism: 'GSSAPI', keytabFile}),
          `${protocol}-GSSAPI`,
        );
      });
    }

    test('a ticket for somebody else is refused', async () => {
      put({...environment, KRB5_CLIENT_KTNAME: join(kdc.folder, 'hue.keytab')});
      const options = optionsOf({
        protocol: 'SASL_PLAINTEXT',
        mechanism: 'GSSAPI',
        service: 'sqlalt',
      });
      await assert.rejects(publisherOf(options, 'STRANGER').publish([message]));
    });
  });
});
