import type {ValuesOf} from '@gazetteer/kernel';
import {
  choice,
  items,
  name,
  object,
  optional,
  record,
  text,
  wholeNumber,
} from '@gazetteer/kernel/fields';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import {
  channels,
  type Condition,
  occasions,
  operators,
  type Rule,
  type ScheduleSettings,
} from './schedule.ts';
import type {Wanted} from './schedules.ts';

const maxRules = 20;
const maxVariables = 100;
const maxVariable = 10_000;
const mailbox = /^[^\s@,;:<>"()[\]\\]+@[^\s@,;:<>"()[\]\\]+$/;

export const cron = text(
  'Cron expression: minute, hour, day of the month, month, day of the week; six fields begin with seconds',
  {max: 200},
);
export const timeZone = text('The time zone that it is read in, such as Europe/Berlin', {
  max: 100,
  default: 'UTC',
});

export const conditionField = record('What the result is held against', {
  of: choice('The number of rows, or the first value', ['rows', 'value']),
  operator: choice('How they are compared: numbers as numbers, else as texts', operators),
  value: text('With what', {max: 1000}),
});

export const scheduleFields = {
  name: name('Its name'),
  cron,
  timeZone,
  variables: object('Values for `${name}` in the query, by name'),
  retries: wholeNumber('How often a run that failed is tried again', {max: 10, default: 0}),
  retryPauseSeconds: wholeNumber('How long before the first of them, and twice as long each time', {
    max: 3600,
    default: 60,
  }),
  keep: wholeNumber('Results that are kept; older ones are removed', {max: 30, default: 5}),
  condition: optional(conditionField),
  rules: items('Who is told of what, 20 at most', {
    on: choice('Each time, when it fails, or when the condition holds', occasions),
    by: choice('In the product, by mail, by a signed POST, or by a record of Kafka', channels),
    to: text('Address of the mailbox or the webhook, or the topic; empty in the product', {
      max: 2000,
      default: '',
    }),
  }),
};

/** @throws AppError 400 for what cannot be, 403 where results of the engine may not be passed on */
export function wantedOf(
  {schedules, access}: Editor,
  {engine, version}: {readonly engine: string; readonly version: number},
  given: ValuesOf<typeof scheduleFields>,
): Wanted {
  const {name: called, cron: expression, timeZone: zone, condition, variables, ...rest} = given;
  if (rest.rules.length > maxRules) throw bad(`A schedule has ${maxRules} rules at most.`);
  const rules = rest.rules.map(rule => checked(rule, condition, schedules));
  if (rules.some(({by}) => by !== 'product')) access.check('editor-share', engine);
  const settings: ScheduleSettings = {
    version,
    variables: variablesOf(variables),
    retries: rest.retries,
    retryPauseSeconds: rest.retryPauseSeconds,
    keep: rest.keep,
    condition,
    rules,
  };
  return {name: called, cron: expression.trim(), timeZone: zone, settings};
}

function checked(
  {on, by, to: given}: Rule,
  condition: Condition | undefined,
  desk: Editor['schedules'],
): Rule {
  const to = by === 'product' ? '' : given.trim();
  if (on === 'condition' && condition === undefined)
    throw bad('A rule is about the condition, and there is none.');
  if (by === 'mail') {
    if (!desk.hasMail) throw bad('No mail server is configured here (--mail-server).');
    if (!mailbox.test(to)) throw bad(`${JSON.stringify(to)} is no address of a mailbox.`);
    const problem = desk.mailProblem(to);
    if (problem !== undefined) throw bad(problem);
  }
  if (by === 'webhook') {
    if (!desk.hasWebhooks) throw bad('Webhooks are switched off here (--schedule-webhooks).');
    if (!isWebAddress(to)) throw bad(`${JSON.stringify(to)} is no http:// or https:// address.`);
  }
  if (by === 'kafka' && !desk.kafkaTopics.includes(to))
    throw bad(
      `${JSON.stringify(to)} is no topic that notifications may go to here (--schedule-topics).`,
    );
  return {on, by, to};
}

function variablesOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const all = Object.entries(given);
  if (all.length > maxVariables) throw bad(`A schedule has ${maxVariables} variables at most.`);
  for (const [variable, value] of all) {
    const isText = typeof value === 'string' && value.length <= maxVariable;
    if (!/^\w{1,200}$/.test(variable) || !isText)
      throw bad(`variables.${variable} has to be a text of ${maxVariable} characters at most.`);
  }
  return Object.fromEntries(all) as Record<string, string>;
}

function isWebAddress(value: string): boolean {
  return URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
}

function bad(message: string): AppError {
  return new AppError('BAD_REQUEST', [message]);
}
