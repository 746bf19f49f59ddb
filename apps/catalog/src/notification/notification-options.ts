import type {Telling} from '@gazetteer/model';
import type {Options, OptionValues} from '@gazetteer/server';

const group = 'Notifications';
const second = 1000;
const maxInteger = 2 ** 31 - 1;

/** What other systems are told, and how long it is kept for them. Keys and defaults are the reference's where it has them. */
const outbox = {
  changeFeed: {
    key: 'atlas.notification.changes.enabled',
    cli: 'change-feed',
    group,
    type: 'boolean',
    default: true,
    doc: 'Put down every change for readers of `GET /v2/changes`. Without it, and without Kafka or a webhook, nothing is put down.',
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
    doc: 'How long readers of the feed may stay away.',
  },
  outboxMaxRows: {
    key: 'atlas.notification.outbox.max.rows',
    cli: 'outbox-max',
    group,
    type: 'integer',
    default: 2_000_000,
    min: 1000,
    max: maxInteger,
    doc: 'So many changes are kept at most, a large one counting for each 200 entities; beyond that the oldest go, whoever waits for them. An error is logged at four fifths.',
  },
  relationshipNotifications: {
    key: 'atlas.notification.relationships.enabled',
    cli: 'notify-relationships',
    group,
    type: 'boolean',
    default: false,
    doc: 'Tell what happens to relationships, too.',
  },
} as const satisfies Options;

export const notificationOptions = {...outbox} as const satisfies Options;

export type NotificationOptions = OptionValues<typeof notificationOptions>;

/** What has to be put down for whoever is to be told. */
export function tellingOf({changeFeed, relationshipNotifications}: NotificationOptions): Telling {
  if (!changeFeed) return 'nothing';
  return relationshipNotifications ? 'relationships' : 'entities';
}
