import {readFileSync} from 'node:fs';
import {isIP} from 'node:net';
import type {ConsumerOptions, ProducerOptions} from '@platformatic/kafka';
import {loadGssLibrary} from '@gazetteer/kerberos';
import {kerberosLogin, useClientKeytab} from './kafka-kerberos.ts';

/** How to reach the brokers; the words are those of Kafka's own clients. */
export type KafkaOptions = {
  /** `<host>:<port>`. */
  readonly brokers: readonly string[];
  readonly protocol: 'PLAINTEXT' | 'SSL' | 'SASL_PLAINTEXT' | 'SASL_SSL';
  readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512' | 'GSSAPI';
  readonly userName: string;
  readonly password: string;
  /** Of the brokers' principals, the part before the host; for GSSAPI. */
  readonly service: string;
  /** What tickets are got with where the credential cache has none; empty: the cache alone. */
  readonly keytabFile: string;
  /** PEM files; empty: those of the runtime, and no certificate of one's own. */
  readonly authoritiesFile: string;
  readonly certificateFile: string;
  readonly keyFile: string;
  /** Opens the key; empty for one that is open. */
  readonly keyPassphrase: string;
};

type Common = Pick<
  ProducerOptions<string, string, string, string> & ConsumerOptions<string, string, string, string>,
  | 'clientId'
  | 'bootstrapBrokers'
  | 'tls'
  | 'tlsServerName'
  | 'sasl'
  | 'connectTimeout'
  | 'requestTimeout'
  | 'timeout'
  | 'retries'
>;

/**
 * To be asked once, before anything is sent or read: what would fail for ever is told at the start.
 * @throws Error for the operator: the way to log in is not complete, or wants a library that is not
 * here
 */
export async function checkLogin({protocol, mechanism, userName}: KafkaOptions): Promise<void> {
  if (!protocol.startsWith('SASL')) return;
  if (mechanism === 'GSSAPI') await loadGssLibrary();
  else if (userName === '')
    throw new Error(`${protocol} with ${mechanism} wants a name to log in to Kafka with`);
}

/** A broker that is away is tried again by whoever calls, with pauses that grow. */
export function connectionOf(options: KafkaOptions, clientId: string): Common {
  const {brokers, protocol} = options;
  return {
    clientId,
    bootstrapBrokers: [...brokers],
    connectTimeout: 10_000,
    requestTimeout: 30_000,
    timeout: 10_000,
    retries: 2,
    ...(protocol.endsWith('SSL')
      ? {tls: tlsOf(options), tlsServerName: brokers.every(isNamed)}
      : {}),
    ...(protocol.startsWith('SASL') ? {sasl: loginOf(options)} : {}),
  };
}

function loginOf({
  mechanism,
  userName,
  password,
  service,
  keytabFile,
}: KafkaOptions): NonNullable<Common['sasl']> {
  if (mechanism !== 'GSSAPI') return {mechanism, username: userName, password};
  useClientKeytab(keytabFile);
  return {mechanism, authenticate: kerberosLogin(service)};
}

/**
 * Proxies in front of brokers find out by the name whom a connection is for; an address cannot be
 * told like that.
 */
function isNamed(broker: string): boolean {
  return isIP(broker.replace(/:\d+$/, '').replace(/^\[|\]$/g, '')) === 0;
}

function tlsOf(options: KafkaOptions): NonNullable<Common['tls']> {
  const {authoritiesFile, certificateFile, keyFile, keyPassphrase} = options;
  return {
    ...(authoritiesFile === '' ? {} : {ca: readFileSync(authoritiesFile)}),
    ...(certificateFile === '' ? {} : {cert: readFileSync(certificateFile)}),
    ...(keyFile === '' ? {} : {key: readFileSync(keyFile)}),
    ...(keyPassphrase === '' ? {} : {passphrase: keyPassphrase}),
  };
}
