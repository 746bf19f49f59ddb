import {
  described,
  flag,
  integer,
  list,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
} from '@gazetteer/kernel/shape';
import {subscribedOperations} from '@gazetteer/model';

export const targetKinds = ['WEBHOOK', 'SLACK', 'TEAMS', 'MAIL', 'KAFKA'] as const;

const target = named('SubscriptionTarget', 'Where a subscription delivers to', () =>
  object(
    {
      kind: oneOf(targetKinds, 'Webhook, webhook of Slack or Teams, mail, topic of Kafka'),
      url: text('Of a webhook, without its path: that may be a secret'),
      hasSecret: flag('Whether requests to a webhook are signed'),
      addresses: list(text(), 'Mail addresses'),
      topic: text('Of Kafka'),
    },
    ['kind'],
  ),
);

/** As it is asked for, and as it is stored. */
const affects = named(
  'AffectedFilter',
  'What a breaking change affects, one of all that is named here; where nothing is, any asset',
  () =>
    object({
      owners: list(text(), 'Assets that have one of these owners'),
      domains: list(text(), 'GUIDs of domains: assets that belong to them'),
      assets: list(text(), 'GUIDs of assets'),
    }),
);

const filter = named('ChangeFilter', 'Which changes; an empty list restricts nothing', () =>
  object({
    types: list(text(), 'Entity types, with their subtypes'),
    classifications: list(text(), 'Classifications, with their subtypes'),
    propagated: flag('Whether a classification counts that was only propagated; true by default'),
    domains: list(text(), 'GUIDs of domains: they themselves, and what belongs to them'),
    operations: list(
      oneOf(subscribedOperations),
      'Kinds of changes; BREAKING_CHANGE, a column removed or retyped or a table dropped upstream of other assets, is by itself',
    ),
    affects: described(affects, 'Of breaking changes only'),
  }),
);

const delivery = named('SubscriptionDelivery', 'A delivery, or one that failed repeatedly', () =>
  object(
    {
      time: time('Of the last attempt'),
      changes: integer('Number of changes'),
      attempts: integer('Number of attempts'),
      error: text(
        'Why it failed, or which mail addresses refused it; empty for a delivery that succeeded',
      ),
    },
    ['time', 'changes', 'attempts', 'error'],
  ),
);

const template = named(
  'MessageTemplate',
  'Words of messages to people, with {{placeholders}}; what is left out has the usual words',
  () =>
    object({
      title: text('Of the message and the subject of a mail: {{subscription}}, {{count}}'),
      line: text(
        'Of each change: {{what}}, {{name}}, {{type}}, {{user}}, {{time}}, {{times}}, {{details}}, {{link}}',
      ),
    }),
);

const members = {
  uuid: text('Its id'),
  name: text('Its name'),
  target: described(target, 'Where it delivers to'),
  filter: described(filter, 'Which changes it delivers'),
  template: described(template, 'Of messages to people; absent where they have the usual words'),
  every: integer('Seconds between two deliveries at least'),
  isPaused: flag('Whether nothing is delivered'),
  pauseReason: text('Why it was paused by the catalog; absent where a user has paused it'),
  failingSince: time('Since when all attempts have failed; absent where the last has not'),
  deliveredTime: time('Of the last delivery; absent before the first'),
  createdBy: text('Who created it'),
  createdTime: time('When it was created'),
  updatedBy: text('Who changed it last'),
  updatedTime: time('When it was changed last'),
};
const always = [
  'uuid',
  'name',
  'target',
  'filter',
  'every',
  'isPaused',
  'createdBy',
  'createdTime',
  'updatedBy',
  'updatedTime',
] as const;

const subscription = named('Subscription', 'A destination of changes', () =>
  object(members, always),
);

export const subscriptionDetails = named(
  'SubscriptionDetails',
  'A destination of changes with its last deliveries',
  () =>
    object({...members, deliveries: list(delivery, 'The last 50, newest first')}, [
      ...always,
      'deliveries',
    ]),
);

export const subscriptions = object({subscriptions: list(subscription, 'The oldest first')}, [
  'subscriptions',
]);

const targetInput = named('SubscriptionTargetInput', 'Where to deliver to', () =>
  object({
    kind: oneOf(targetKinds, 'Webhook, webhook of Slack or Teams, mail, topic of Kafka'),
    url: text('Of a webhook; kept where it is left out and the kind stays'),
    secret: text(
      'Signs the requests to a webhook; kept where it is left out and the URL stays, and removed by null',
    ),
    addresses: list(text(), 'Mail addresses, 20 at most'),
    topic: text('Of Kafka'),
  }),
);

export const subscriptionInput = named(
  'SubscriptionInput',
  'What a subscription is given; what is left out of a change is kept',
  () =>
    object({
      name: text('Its name, 200 characters at most'),
      target: described(targetInput, 'Where it delivers to'),
      filter: described(filter, 'Which changes it delivers'),
      template: described(
        nullable(template),
        'Of messages to people; kept where it is left out, and removed by null',
      ),
      every: integer(
        'Seconds between two deliveries at least; 0 for webhooks and Kafka, 10 for chats and 300 for mail where it is left out',
      ),
      isPaused: flag('Whether nothing is delivered'),
    }),
);

export const sent = object({message: text('What was sent')}, ['message']);
