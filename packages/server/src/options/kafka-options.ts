import type {Options, OptionValues} from '@gazetteer/settings';
import type {KafkaOptions} from '@gazetteer/events/kafka';

/** How Kafka is reached; both servers of a process are told the same. */
export const kafkaOptions = {
  kafkaBrokers: {
    key: 'atlas.kafka.bootstrap.servers',
    cli: 'kafka-brokers',
    group: 'Notifications',
    type: 'string',
    default: '',
    doc: 'Brokers of Kafka, `<host>:<port>`, comma-separated: changes of the catalog go to one topic, messages of hooks come from another, and notifications of schedules go to those of `--schedule-topics`.',
  },
  kafkaProtocol: {
    key: 'atlas.kafka.security.protocol',
    cli: 'kafka-protocol',
    group: 'Notifications',
    type: 'enum',
    allowed: ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'],
    default: 'PLAINTEXT',
    doc: 'Protocol of the connection.',
  },
  kafkaMechanism: {
    key: 'atlas.kafka.sasl.mechanism',
    cli: 'kafka-mechanism',
    group: 'Notifications',
    type: 'enum',
    allowed: ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'GSSAPI'],
    default: 'PLAIN',
    doc: 'How to log in, with the protocols of SASL; `GSSAPI` is Kerberos.',
  },
  kafkaUser: {
    key: 'atlas.jaas.KafkaClient.option.username',
    cli: 'kafka-user',
    group: 'Notifications',
    type: 'string',
    default: '',
    doc: 'User that logs in.',
  },
  kafkaPassword: {
    key: 'atlas.jaas.KafkaClient.option.password',
    cli: 'kafka-password',
    group: 'Notifications',
    type: 'string',
    default: '',
    secret: 'all',
    fromFile: true,
    doc: 'Password of that user; `file:<path>` reads it from a file.',
  },
  kafkaService: {
    key: 'atlas.kafka.sasl.kerberos.service.name',
    cli: 'kafka-service',
    group: 'Notifications',
    type: 'string',
    default: 'kafka',
    doc: "Service in the brokers' Kerberos principals, the part before the host.",
  },
  kafkaKeytab: {
    key: 'atlas.jaas.KafkaClient.option.keyTab',
    cli: 'kafka-keytab',
    group: 'Notifications',
    type: 'string',
    default: '',
    doc: 'Keytab to get Kerberos tickets with, as its first principal, where the credential cache (KRB5CCNAME) has none.',
  },
  kafkaAuthorities: {
    key: 'atlas.kafka.ssl.ca.file',
    cli: 'kafka-ca-file',
    group: 'Notifications',
    type: 'string',
    default: '',
    doc: "PEM file of the authorities that the brokers' certificates are checked against; by default those of the runtime.",
  },
  kafkaCertificate: {
    key: 'atlas.kafka.ssl.cert.file',
    cli: 'kafka-cert-file',
    group: 'Notifications',
    type: 'string',
    default: '',
    doc: 'PEM file of a certificate to show to the brokers.',
  },
  kafkaKey: {
    key: 'atlas.kafka.ssl.key.file',
    cli: 'kafka-key-file',
    group: 'Notifications',
    type: 'string',
    default: '',
    doc: 'PEM file of its key.',
  },
  kafkaKeyPassphrase: {
    key: 'atlas.kafka.ssl.key.password',
    cli: 'kafka-key-password',
    group: 'Notifications',
    type: 'string',
    default: '',
    secret: 'all',
    fromFile: true,
    doc: 'Pass phrase of that key; `file:<path>` reads it from a file.',
  },
} as const satisfies Options;

/** How to reach Kafka, as its client takes it. */
export function kafkaOf(options: OptionValues<typeof kafkaOptions>): KafkaOptions {
  return {
    brokers: options.kafkaBrokers.split(',').flatMap(one => one.trim() || []),
    protocol: options.kafkaProtocol,
    mechanism: options.kafkaMechanism,
    userName: options.kafkaUser,
    password: options.kafkaPassword,
    service: options.kafkaService,
    keytabFile: options.kafkaKeytab,
    authoritiesFile: options.kafkaAuthorities,
    certificateFile: options.kafkaCertificate,
    keyFile: options.kafkaKey,
    keyPassphrase: options.kafkaKeyPassphrase,
  };
}

/**
 * For the checks before a start. Kafka's client is loaded only for who has brokers.
 * @throws Error for the operator: the login to Kafka cannot work
 */
export async function checkKafka(options: OptionValues<typeof kafkaOptions>): Promise<void> {
  if (options.kafkaBrokers === '') return;
  const {checkLogin} = await import('@gazetteer/events/kafka');
  await checkLogin(kafkaOf(options));
}
