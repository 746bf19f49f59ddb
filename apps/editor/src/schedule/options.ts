import type {Options, OptionValues} from '@gazetteer/settings';
import {kafkaOf, type kafkaOptions} from '@gazetteer/server';
import type {CourierSettings} from './courier.ts';
import type {MailSettings} from './mail.ts';

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
  mailServer: {
    key: 'editor.mail.server',
    cli: 'mail-server',
    group,
    type: 'string',
    default: '',
    defaultText: 'none: no mail is sent',
    check: value =>
      /^(?:[\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i.test(value) ? undefined : '<host>:<port>',
    doc: 'SMTP server that mail of schedules is sent through, as `<host>:<port>`.',
  },
  mailFrom: {
    key: 'editor.mail.from',
    cli: 'mail-from',
    group,
    type: 'string',
    default: '',
    check: value => (/^[^\r\n@]+@[^\s@]+$/.test(value) ? undefined : 'a mail address'),
    doc: 'Sender of the mail, such as `Gazetteer <gazetteer@example.com>`.',
  },
  mailTls: {
    key: 'editor.mail.tls',
    cli: 'mail-tls',
    group,
    type: 'enum',
    allowed: ['starttls', 'tls', 'off'],
    default: 'starttls',
    doc: 'How the connection to the mail server is encrypted: `starttls` upgrades it and refuses a server that does not, `tls` begins with TLS (port 465), `off` leaves it as it is.',
  },
  mailCaFile: {
    key: 'editor.mail.ca.file',
    cli: 'mail-ca-file',
    group,
    type: 'string',
    default: '',
    defaultText: 'those of the system',
    doc: 'PEM file with the certificate authorities that the mail server’s certificate may be of.',
  },
  mailUser: {
    key: 'editor.mail.user',
    cli: 'mail-user',
    group,
    type: 'string',
    default: '',
    defaultText: 'none: no login',
    doc: 'User name at the mail server.',
  },
  mailPassword: {
    key: 'editor.mail.password',
    cli: 'mail-password',
    group,
    type: 'string',
    default: '',
    secret: 'all',
    fromFile: true,
    doc: 'Password there; `file:<path>` reads it from a file.',
  },
  mailDomains: {
    key: 'editor.mail.domains',
    cli: 'mail-domains',
    group,
    type: 'string',
    default: '',
    defaultText: 'all',
    doc: 'Domains that mail may be sent to, separated by commas.',
  },
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
    mail: mailOf(options),
    webhooks: options.scheduleWebhooks as CourierSettings['webhooks'],
    kafka: {topics, connection: kafkaOf(options)},
    address: options.scheduleAddress.replace(/\/+$/, ''),
  };
}

function mailOf(options: ScheduleOptions): MailSettings | undefined {
  const {mailServer, mailFrom, mailUser: user, mailPassword: password, mailCaFile} = options;
  if (mailServer === '') return undefined;
  if (mailFrom === '')
    throw new Error('--mail-server needs --mail-from, the address that mail is sent from');
  const at = mailServer.lastIndexOf(':');
  return {
    host: mailServer.slice(0, at).replace(/^\[|\]$/g, ''),
    port: Number(mailServer.slice(at + 1)),
    tls: options.mailTls as MailSettings['tls'],
    from: mailFrom,
    user,
    password,
    caFile: mailCaFile,
    domains: listed(options.mailDomains.toLowerCase()),
  };
}

/** The words of a comma-separated list. */
function listed(text: string): string[] {
  return text.split(',').flatMap(one => one.trim() || []);
}
