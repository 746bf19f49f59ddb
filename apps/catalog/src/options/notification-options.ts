import type {Options, OptionValues} from '@gazetteer/settings';
import type {NotificationScope} from '@gazetteer/model';

const group = 'Notifications';
const second = 1000;
const maxInteger = 2 ** 31 - 1;

/**
 * What other systems are told, and how long it is kept for them. Keys and defaults are the
 * reference's where it has them.
 */
const outbox = {
  changeFeed: {
    key: 'atlas.notification.changes.enabled',
    cli: 'change-feed',
    group,
    type: 'boolean',
    default: true,
    doc: 'Keep every change for readers of `GET /v2/changes`. Without it, and without Kafka or a webhook, changes are not kept.',
  },
  changeRetentionMs: {
    key: 'atlas.notification.changes.retention.secs',
    cli: 'change-retention',
    group,
    type: 'duration',
    unit: 's',
    default: 3 * 86_400 * second,
    min: 0,
    max: 366 * 86_400 * second,
    doc: 'How long changes are kept for readers of the feed.',
  },
  outboxMaxRows: {
    key: 'atlas.notification.outbox.max.rows',
    cli: 'outbox-max',
    group,
    type: 'integer',
    default: 2_000_000,
    min: 1000,
    max: maxInteger,
    doc: 'Maximum number of changes that are kept, a large one counting once for each 200 entities; beyond it the oldest are removed, even if they were not delivered. An error is logged at four fifths.',
  },
  relationshipNotifications: {
    key: 'atlas.notification.relationships.enabled',
    cli: 'notify-relationships',
    group,
    type: 'boolean',
    default: false,
    doc: 'Include changes of relationships.',
  },
} as const satisfies Options;

const kafka = {
  kafkaBrokers: {
    key: 'atlas.kafka.bootstrap.servers',
    cli: 'kafka-brokers',
    group,
    type: 'string',
    default: '',
    doc: 'Brokers of Kafka, `<host>:<port>`, comma-separated: changes go to one topic, messages of hooks come from another.',
  },
  kafkaProtocol: {
    key: 'atlas.kafka.security.protocol',
    cli: 'kafka-protocol',
    group,
    type: 'enum',
    allowed: ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'],
    default: 'PLAINTEXT',
    doc: 'Protocol of the connection.',
  },
  kafkaMechanism: {
    key: 'atlas.kafka.sasl.mechanism',
    cli: 'kafka-mechanism',
    group,
    type: 'enum',
    allowed: ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512', 'GSSAPI'],
    default: 'PLAIN',
    doc: 'How to log in, with the protocols of SASL; `GSSAPI` is Kerberos.',
  },
  kafkaUser: {
    key: 'atlas.jaas.KafkaClient.option.username',
    cli: 'kafka-user',
    group,
    type: 'string',
    default: '',
    doc: 'User that logs in.',
  },
  kafkaPassword: {
    key: 'atlas.jaas.KafkaClient.option.password',
    cli: 'kafka-password',
    group,
    type: 'string',
    default: '',
    secret: 'all',
    fromFile: true,
    doc: 'Password of that user; `file:<path>` reads it from a file.',
  },
  kafkaService: {
    key: 'atlas.kafka.sasl.kerberos.service.name',
    cli: 'kafka-service',
    group,
    type: 'string',
    default: 'kafka',
    doc: "Service in the brokers' Kerberos principals, the part before the host.",
  },
  kafkaKeytab: {
    key: 'atlas.jaas.KafkaClient.option.keyTab',
    cli: 'kafka-keytab',
    group,
    type: 'string',
    default: '',
    doc: 'Keytab to get Kerberos tickets with, as its first principal, where the credential cache (KRB5CCNAME) has none.',
  },
  kafkaAuthorities: {
    key: 'atlas.kafka.ssl.ca.file',
    cli: 'kafka-ca-file',
    group,
    type: 'string',
    default: '',
    doc: "PEM file of the authorities that the brokers' certificates are checked against; by default those of the runtime.",
  },
  kafkaCertificate: {
    key: 'atlas.kafka.ssl.cert.file',
    cli: 'kafka-cert-file',
    group,
    type: 'string',
    default: '',
    doc: 'PEM file of a certificate to show to the brokers.',
  },
  kafkaKey: {
    key: 'atlas.kafka.ssl.key.file',
    cli: 'kafka-key-file',
    group,
    type: 'string',
    default: '',
    doc: 'PEM file of its key.',
  },
  kafkaKeyPassphrase: {
    key: 'atlas.kafka.ssl.key.password',
    cli: 'kafka-key-password',
    group,
    type: 'string',
    default: '',
    secret: 'all',
    fromFile: true,
    doc: 'Pass phrase of that key; `file:<path>` reads it from a file.',
  },
  entitiesTopic: {
    key: 'atlas.notification.entities.topic.name',
    cli: 'entities-topic',
    group,
    type: 'string',
    default: 'ATLAS_ENTITIES',
    doc: 'Topic that changes go to; empty for none.',
  },
  messageMaxBytes: {
    key: 'atlas.notification.message.max.length.bytes',
    cli: 'message-max',
    group,
    type: 'bytes',
    default: 1_000_000,
    min: 2000,
    max: 2 ** 30,
    doc: 'Largest record of a topic; a longer message is compressed and, when that is not enough, cut.',
  },
  messageCompression: {
    key: 'atlas.notification.message.compression.enabled',
    cli: 'message-compression',
    group,
    type: 'boolean',
    default: true,
    doc: 'Compress messages that are too long before they are cut.',
  },
} as const satisfies Options;

const webhook = {
  webhookUrls: {
    key: 'atlas.notification.webhook.urls',
    cli: 'webhook',
    group,
    type: 'string',
    default: '',
    secret: 'path',
    check: value =>
      value.split(',').every(isWebAddress)
        ? undefined
        : 'http:// or https:// addresses, comma-separated',
    doc: 'Addresses that changes are posted to, comma-separated. Redirects are not followed.',
  },
  webhookSecret: {
    key: 'atlas.notification.webhook.secret',
    cli: 'webhook-secret',
    group,
    type: 'string',
    default: '',
    secret: 'all',
    fromFile: true,
    doc: 'Signs what is posted (HMAC-SHA256); `file:<path>` reads it from a file.',
  },
  webhookPrivate: {
    key: 'atlas.notification.webhook.allow.private',
    cli: 'webhook-allow-private',
    group,
    type: 'boolean',
    default: false,
    doc: 'Also post to addresses of this machine and of private networks.',
  },
  webhookTimeoutMs: {
    key: 'atlas.notification.webhook.timeout.secs',
    cli: 'webhook-timeout',
    group,
    type: 'duration',
    unit: 's',
    default: 30 * second,
    min: 100,
    max: 600 * second,
    doc: 'How long an answer may take.',
  },
} as const satisfies Options;

export const notificationOptions = {...outbox, ...kafka, ...webhook} as const satisfies Options;

export type NotificationOptions = OptionValues<typeof notificationOptions>;

/** What has to be put down for whoever is to be told. */
export function notificationScopeOf(options: NotificationOptions): NotificationScope {
  const isAnybodyTold =
    options.changeFeed ||
    options.webhookUrls !== '' ||
    (options.kafkaBrokers !== '' && options.entitiesTopic !== '');
  if (!isAnybodyTold) return 'nothing';
  return options.relationshipNotifications ? 'relationships' : 'entities';
}

/** The words of a comma-separated list. */
export function listed(text: string): string[] {
  return text.split(',').flatMap(word => (word.trim() === '' ? [] : [word.trim()]));
}

function isWebAddress(text: string): boolean {
  const address = text.trim();
  return address === '' || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol));
}
