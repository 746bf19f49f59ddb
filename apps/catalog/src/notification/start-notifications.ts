import {networkInterfaces} from 'node:os';
import {createHash} from 'node:crypto';
import {WebhookPublisher, type EnvelopeOptions, type Publisher} from '@gazetteer/events';
import {checkKafka, kafkaOf} from '@gazetteer/server';
import packageJson from '../../package.json' with {type: 'json'};
import type {Log} from '../catalog.ts';
import type {CatalogHost} from '../caller.ts';
import {ChangeFeed} from './change-feed.ts';
import {listed, type NotificationOptions} from '../options/notification-options.ts';
import {configuredDestination, type Wording} from './configured-destination.ts';
import {OutboxDelivery, type DeliveryCounts} from './outbox-delivery.ts';
import {OutboxUpkeep, type OutboxCounts} from './outbox-upkeep.ts';

export type NotificationCounts = {
  readonly outbox: OutboxCounts;
  readonly destinations: Readonly<Record<string, DeliveryCounts>>;
};

/** All that tells others, while the server runs. */
export class Notifications {
  readonly feed: ChangeFeed;
  readonly #deliveries: readonly OutboxDelivery[];
  readonly #upkeep: OutboxUpkeep;

  /** @param host one that does not wake the feed for what this does itself */
  constructor(
    host: CatalogHost,
    publishers: readonly (readonly [Publisher, Wording])[],
    limits: {readonly retentionMs: number; readonly maxRows: number},
    log: Log,
  ) {
    this.feed = new ChangeFeed(host, log);
    this.#deliveries = publishers.map(
      ([publisher, wording]) =>
        new OutboxDelivery(configuredDestination(host, publisher, wording), this.feed, log),
    );
    const destinations = this.#deliveries.map(one => one.name);
    this.#upkeep = new OutboxUpkeep(host, {...limits, destinations}, log);
  }

  get counts(): NotificationCounts {
    const destinations = this.#deliveries.map(one => [one.name, one.counts] as const);
    return {outbox: this.#upkeep.counts, destinations: Object.fromEntries(destinations)};
  }

  /** Before anybody may change something: a new destination gets all that comes from here on. */
  async start(): Promise<void> {
    for (const delivery of this.#deliveries) await delivery.start();
    await this.#upkeep.trim();
  }

  async close(): Promise<void> {
    await Promise.all([
      ...this.#deliveries.map(one => one.close()),
      this.#upkeep.close(),
      this.feed.close(),
    ]);
  }
}

/**
 * The destinations that options name. Kafka's client is loaded only for who has brokers.
 * @throws Error for the operator: the login to Kafka cannot work
 */
export async function publishersOf(
  options: NotificationOptions,
): Promise<(readonly [Publisher, Wording])[]> {
  const webhooks = listed(options.webhookUrls).map(text => {
    const url = new URL(text);
    const {
      webhookSecret: secret,
      webhookPrivate: allowPrivate,
      webhookTimeoutMs: timeoutMs,
    } = options;
    return [
      new WebhookPublisher({name: webhookName(url), url, secret, allowPrivate, timeoutMs}),
      'feed',
    ] as const;
  });
  if (options.kafkaBrokers === '' || options.entitiesTopic === '') return webhooks;
  await checkKafka(options);
  const {KafkaPublisher} = await import('@gazetteer/events/kafka');
  const topic = options.entitiesTopic;
  const kafka = new KafkaPublisher({
    ...kafkaOf(options),
    name: `kafka-${topic}`,
    topic,
    envelope: envelopeOf(options),
  });
  return [...webhooks, [kafka, 'messages']];
}

/** How messages are packed, and what they say of their sender. */
export function envelopeOf({
  messageMaxBytes,
  messageCompression,
}: NotificationOptions): EnvelopeOptions {
  return {
    maxBytes: messageMaxBytes,
    compress: messageCompression,
    sourceIp: ownAddress(),
    createdBy: 'gazetteer',
    source: {source: 'gazetteer', version: packageJson.version},
  };
}

/**
 * An address that others may know this machine by; messages carry it as in the reference, and
 * nothing rests on it.
 */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  return all.find(one => one.family === 'IPv4' && !one.internal)?.address ?? '127.0.0.1';
}

/** Its place is kept under this name: another address, or another path, is another destination. */
function webhookName(url: URL): string {
  const address = `${url.origin}${url.pathname}${url.search}`;
  return `webhook-${url.host}-${createHash('sha256').update(address).digest('hex').slice(0, 8)}`;
}
