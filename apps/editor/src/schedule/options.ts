import type {Options, OptionValues} from '@gazetteer/settings';
import {kafkaOf, type kafkaOptions, mailOptions, mailSettingsOf} from '@gazetteer/server';
import type {CourierSettings} from './courier.ts';

const second = 1000;
const group = 'Schedules';

/** Saved queries that are run by themselves, and who is told of them. */
export const scheduleOptions = {
  schedulesPerUser: {
    key: 'editor.schedules.per.user',
    cli: 'schedules-per-user',
    group,
    type: 'integer',
    default: 50,
    min: 0,
    max: 10_000,
    doc: 'Schedules of one user; with 0 no new ones are created.',
  },
  schedulesRunning: {
    key: 'editor.schedules.running',
    cli: 'schedules-running',
    group,
    type: 'integer',
    default: 4,
    min: 0,
    max: 1000,
    doc: 'Scheduled runs of this process at a time; with 0 it runs none.',
  },
  schedulesRunningPerUser: {
    key: 'editor.schedules.running.per.user',
    cli: 'schedules-running-per-user',
    group,
    type: 'integer',
    default: 2,
    min: 1,
    max: 1000,
    doc: 'Scheduled runs of one user at a time, in all processes that share a database.',
  },
  scheduleMinIntervalMs: {
    key: 'editor.schedules.min.interval',
    cli: 'schedule-min-interval',
    group,
    type: 'duration',
    unit: 's',
    default: 60 * second,
    min: second,
    max: 86_400 * second,
    doc: 'How far apart the times of a schedule are at least.',
  },
  scheduleWebhooks: {
    key: 'editor.schedules.webhooks',
    cli: 'schedule-webhooks',
    group,
    type: 'enum',
    allowed: ['public', 'all', 'off'],
    default: 'public',
    doc: 'Which addresses webhooks of schedules may have: `public` none of this machine and of private networks, `all` any, `off` none.',
  },
  scheduleTopics: {
    key: 'editor.schedules.kafka.topics',
    cli: 'schedule-topics',
    group,
    type: 'string',
    default: '',
    defaultText: 'none: nothing is written to Kafka',
    check: value =>
      listed(value).every(one => /^[\w.-]{1,249}$/.test(one))
        ? undefined
        : 'names of topics, separated by commas',
    doc: 'Topics of Kafka (`--kafka-brokers`) that users may have notifications of schedules written to, separated by commas. Topics that other programs trust, such as that of hooks, don’t belong here.',
  },
  scheduleAddress: {
    key: 'editor.schedules.address',
    cli: 'schedule-address',
    group,
    type: 'string',
    default: '',
    defaultText: 'none: notifications have no links',
    check: value =>
      URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
        ? undefined
        : 'an http:// or https:// address',
    doc: 'Where users find the editor, such as https://sql.example.com, for links in notifications.',
  },
  ...mailOptions('editor.mail', group, 'schedules'),
} as const satisfies Options;

export type ScheduleOptions = OptionValues<typeof scheduleOptions>;

/** @throws Error for the operator, where mail or records could not be sent like this */
export function courierSettingsOf(
  options: ScheduleOptions & OptionValues<typeof kafkaOptions>,
): CourierSettings {
  const topics = listed(options.scheduleTopics);
  if (topics.length > 0 && options.kafkaBrokers === '')
    throw new Error('--schedule-topics needs --kafka-brokers, the brokers that have the topics');
  return {
    mail: mailSettingsOf(options),
    webhooks: options.scheduleWebhooks as CourierSettings['webhooks'],
    kafka: {topics, connection: kafkaOf(options)},
    address: options.scheduleAddress.replace(/\/+$/, ''),
  };
}

/** The words of a comma-separated list. */
function listed(text: string): string[] {
  return text.split(',').flatMap(one => one.trim() || []);
}
