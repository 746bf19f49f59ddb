import {randomUUID} from 'node:crypto';
import {postSigned, WebhookPublisher, type EnvelopeOptions} from '@gazetteer/events';
import type {MailSettings} from '@gazetteer/events/mail';
import type {KafkaOptions} from '@gazetteer/events/kafka';
import type {ChangeSubscription, SubscriptionTarget} from '@gazetteer/store';
import {messagesIn, type Wording} from '../notification/configured-destination.ts';
import type {Change} from '../notification/read-changes.ts';
import {
  deliveryOf,
  messageOf,
  slackBody,
  teamsBody,
  testOf,
  type Message,
} from './chat-messages.ts';
import {MailTarget, type Progress} from './mail-target.ts';

/** What all targets are reached with. */
export type Means = {
  readonly mail: MailSettings | undefined;
  readonly kafka: KafkaOptions;
  readonly envelope: EnvelopeOptions;
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  /** Where users find the catalog; empty where that is not known. */
  readonly address: string;
};

/** Where a subscription delivers to, ready. */
export type Target = {
  readonly wording: Wording;
  /** A message for people says much at once. */
  readonly isForPeople: boolean;
  publish(changes: readonly Change[], progress: Progress): Promise<void>;
  /** Sends something that changes nothing for whoever gets it. @returns what that was */
  test(): Promise<string>;
  close(): Promise<void>;
};

type Of<Kind extends SubscriptionTarget['kind']> = Extract<SubscriptionTarget, {kind: Kind}>;

/** Connects to nothing before something is sent. */
export function openTarget(
  {uuid, name, target, template}: ChangeSubscription,
  means: Means,
): Target {
  switch (target.kind) {
    case 'WEBHOOK':
      return webhookTarget(uuid, target, means);
    case 'KAFKA':
      return kafkaTarget(uuid, target, means);
    case 'MAIL':
      return new MailTarget({name, template}, target.addresses, means);
    case 'SLACK':
    case 'TEAMS':
      return chatTarget({name, template}, target, means);
  }
}

function webhookTarget(uuid: string, {url, secret}: Of<'WEBHOOK'>, means: Means): Target {
  const {allowPrivate, timeoutMs} = means;
  const webhook = new WebhookPublisher({
    name: uuid,
    url: new URL(url),
    secret,
    allowPrivate,
    timeoutMs,
  });
  return {
    wording: 'feed',
    isForPeople: false,
    publish: changes => webhook.publish(messagesIn('feed', changes)),
    test: async () => {
      await webhook.publish([]);
      return 'A request without changes was sent.';
    },
    close: () => webhook.close(),
  };
}

function kafkaTarget(uuid: string, {topic}: Of<'KAFKA'>, {kafka, envelope}: Means): Target {
  const open = async () => {
    const {KafkaPublisher} = await import('@gazetteer/events/kafka');
    return new KafkaPublisher({...kafka, name: `subscription-${uuid}`, topic, envelope});
  };
  let publisher: ReturnType<typeof open> | undefined;
  return {
    wording: 'messages',
    isForPeople: false,
    publish: async changes =>
      await (await (publisher ??= open())).publish(messagesIn('messages', changes)),
    test: async () => {
      // Whoever reads the topic expects nothing but changes.
      const {KafkaTopics} = await import('@gazetteer/events/kafka');
      const topics = await KafkaTopics.open(kafka);
      try {
        const isThere = (await topics.names()).includes(topic);
        return isThere
          ? `The brokers answered and have the topic ${topic}.`
          : `The brokers answered. They have no topic ${topic} yet.`;
      } finally {
        await topics.close();
      }
    },
    close: async () => await (await publisher)?.close(),
  };
}

function chatTarget(
  {name, template}: Pick<ChangeSubscription, 'name' | 'template'>,
  {kind, url}: Of<'SLACK' | 'TEAMS'>,
  means: Means,
): Target {
  const closing = new AbortController();
  const bodyOf = kind === 'SLACK' ? slackBody : teamsBody;
  const send = async (message: Message, delivery: string) => {
    await postSigned({
      url: new URL(url),
      body: bodyOf(message),
      delivery,
      secret: '',
      allowPrivate: means.allowPrivate,
      timeoutMs: means.timeoutMs,
      signal: closing.signal,
    });
  };
  return {
    wording: 'feed',
    isForPeople: true,
    publish: changes =>
      send(messageOf(name, changes, means.address, template), deliveryOf(changes)),
    test: async () => {
      await send(testOf(name), `test ${randomUUID()}`);
      return 'A test message was sent.';
    },
    close: async () => closing.abort(new Error('closed')),
  };
}
