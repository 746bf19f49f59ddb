import type {Options, OptionValues} from '@gazetteer/settings';
import type {NotificationScope} from '@gazetteer/model';
import {kafkaOptions, mailOptions} from '@gazetteer/server';
import {isCron, nextRun} from '@gazetteer/server/schedule';

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

const topic = {
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

/** Such as the 30th of February never comes, and a date once. */
function recurs(schedule: string): boolean {
  return isCron(schedule) && nextRun(schedule, nextRun(schedule, Date.now())) > Date.now();
}

const subscriptions = {
  subscriptionPauseMs: {
    key: 'atlas.notification.subscription.pause.secs',
    cli: 'subscription-pause-after',
    group,
    type: 'duration',
    unit: 's',
    default: 86_400 * second,
    min: second,
    max: 366 * 86_400 * second,
    doc: 'A subscription whose deliveries have failed for so long is paused.',
  },
  digestDaily: {
    key: 'atlas.notification.digest.daily.schedule',
    cli: 'digest-daily-schedule',
    group,
    type: 'string',
    default: '0 7 * * *',
    check: value => (recurs(value) ? undefined : 'a cron expression, such as 0 7 * * *'),
    doc: 'When daily digests of what users follow are mailed: a cron expression in the time zone of the server (environment TZ).',
  },
  digestWeekly: {
    key: 'atlas.notification.digest.weekly.schedule',
    cli: 'digest-weekly-schedule',
    group,
    type: 'string',
    default: '0 7 * * 1',
    check: value => (recurs(value) ? undefined : 'a cron expression, such as 0 7 * * 1'),
    doc: 'The same of weekly digests.',
  },
  notificationAddress: {
    key: 'atlas.notification.address',
    cli: 'notification-address',
    group,
    type: 'string',
    default: '',
    defaultText: 'none: messages have no links',
    check: value => (isWebAddress(value) ? undefined : 'an http:// or https:// address'),
    doc: 'Where users find the catalog, such as https://catalog.example.com, for links in mail and chats.',
  },
  ...mailOptions('atlas.notification.mail', group, 'the catalog'),
} as const satisfies Options;

export const notificationOptions = {
  ...outbox,
  ...kafkaOptions,
  ...topic,
  ...webhook,
  ...subscriptions,
} as const satisfies Options;

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
