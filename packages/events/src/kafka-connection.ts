import {readFileSync} from 'node:fs';
import type {ConsumerOptions, ProducerOptions} from '@platformatic/kafka';

/** How to reach the brokers; the words are those of Kafka's own clients. */
export type KafkaOptions = {
  /** `<host>:<port>`. */
  readonly brokers: readonly string[];
  readonly protocol: 'PLAINTEXT' | 'SSL' | 'SASL_PLAINTEXT' | 'SASL_SSL';
  readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512';
  readonly userName: string;
  readonly password: string;
  /** PEM files; empty: those of the runtime, and no certificate of one's own. */
  readonly authoritiesFile: string;
  readonly certificateFile: string;
  readonly keyFile: string;
};

type Common = Pick<
  ProducerOptions<string, string, string, string> & ConsumerOptions<string, string, string, string>,
  'clientId' | 'bootstrapBrokers' | 'tls' | 'sasl' | 'connectTimeout' | 'requestTimeout' | 'timeout' | 'retries'
>;

/** A broker that is away is tried again by whoever calls, with pauses that grow. */
export function connectionOf(options: KafkaOptions, clientId: string): Common {
  const {brokers, protocol, mechanism, userName, password} = options;
  return {
    clientId,
    bootstrapBrokers: [...brokers],
    connectTimeout: 10_000,
    requestTimeout: 30_000,
    timeout: 10_000,
    retries: 2,
    ...(protocol.endsWith('SSL') ? {tls: tlsOf(options)} : {}),
    ...(protocol.startsWith('SASL') ? {sasl: {mechanism, username: userName, password}} : {}),
  };
}

function tlsOf({authoritiesFile, certificateFile, keyFile}: KafkaOptions): {ca?: Buffer; cert?: Buffer; key?: Buffer} {
  return {
    ...(authoritiesFile === '' ? {} : {ca: readFileSync(authoritiesFile)}),
    ...(certificateFile === '' ? {} : {cert: readFileSync(certificateFile)}),
    ...(keyFile === '' ? {} : {key: readFileSync(keyFile)}),
  };
}
