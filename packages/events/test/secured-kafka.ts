import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {certificate, lockedKeyOf, type Certificate} from '../../thrift/test/servers/certificate.ts';
import {kafkaForTests, type TestBroker} from './kafka-fixture.ts';

export type SecuredKafka = {
  readonly broker: TestBroker;
  /** What the brokers show. */
  readonly identity: Certificate;
  /** What they let in at `SSL`, with its key behind `keyPassphrase`. */
  readonly client: Certificate;
  readonly lockedKeyFile: string;
};

/** Who may log in, with every mechanism that has passwords. */
export const login = {
  user: 'gazetteer',
  password: 'pw-of-kafka-6a1',
  keyPassphrase: 'phrase-of-kafka-key-6a2',
} as const;

/**
 * A broker that is reached openly and, as `localhost`, by `SSL` with a certificate of the client's,
 * and by `SASL_PLAINTEXT` and
 * `SASL_SSL` with every mechanism.
 * @param folder for keys; the caller removes it
 * @param kdcFolder of a KDC that runs (`kdc.sh`); without one there is no GSSAPI
 */
export async function securedKafkaForTests(
  folder: string,
  kdcFolder?: string,
): Promise<SecuredKafka | {readonly skip: string}> {
  const identity = certificate(folder, 'localhost');
  const client = certificate(folder, 'client.invalid');
  const store = join(folder, 'broker-store.pem');
  writeFileSync(store, readFileSync(identity.keyFile, 'utf8') + identity.cert);
  const ofPasswords = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'];
  const mechanisms = kdcFolder === undefined ? ofPasswords : [...ofPasswords, 'GSSAPI'];
  const broker = await kafkaForTests({
    protocols: ['SSL', 'SASL_PLAINTEXT', 'SASL_SSL'],
    properties: [
      'ssl.keystore.type=PEM',
      `ssl.keystore.location=${store}`,
      'listener.name.ssl.ssl.truststore.type=PEM',
      `listener.name.ssl.ssl.truststore.location=${client.certFile}`,
      'listener.name.ssl.ssl.client.auth=required',
      'sasl.kerberos.service.name=kafka',
      ...['sasl_plaintext', 'sasl_ssl'].flatMap(name =>
        saslProperties(name, mechanisms, kdcFolder),
      ),
    ],
    formatArgs: ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap(mechanism => [
      '--add-scram',
      `${mechanism}=[name=${login.user},password=${login.password}]`,
    ]),
    javaOptions:
      kdcFolder === undefined ? [] : [`-Djava.security.krb5.conf=${join(kdcFolder, 'krb5.conf')}`],
  });
  if ('skip' in broker) return broker;
  return {broker, identity, client, lockedKeyFile: lockedKeyOf(client, login.keyPassphrase)};
}

function saslProperties(listener: string, mechanisms: readonly string[], kdcFolder = ''): string[] {
  const module = (mechanism: string): string => {
    const common = 'org.apache.kafka.common.security';
    if (mechanism === 'PLAIN')
      return `${common}.plain.PlainLoginModule required user_${login.user}="${login.password}";`;
    if (mechanism !== 'GSSAPI') return `${common}.scram.ScramLoginModule required;`;
    const keytab = `useKeyTab=true storeKey=true keyTab="${join(kdcFolder, 'kafka.keytab')}"`;
    return `com.sun.security.auth.module.Krb5LoginModule required ${keytab} principal="kafka/localhost@EXAMPLE.COM";`;
  };
  return [
    `listener.name.${listener}.sasl.enabled.mechanisms=${mechanisms.join()}`,
    ...mechanisms.map(
      one => `listener.name.${listener}.${one.toLowerCase()}.sasl.jaas.config=${module(one)}`,
    ),
  ];
}
