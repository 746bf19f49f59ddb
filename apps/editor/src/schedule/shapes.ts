import {
  described,
  flag,
  integer,
  list,
  mapOf,
  named,
  nullable,
  oneOf,
  text,
} from '@gazetteer/kernel/shape';
import {statementTime, whole} from '../http/shapes.ts';
import {causes, channels, occasions, operators, runStates} from './schedule.ts';

export const run = named('ScheduleRun', 'A run of a schedule', () =>
  whole(
    {
      uuid: text('Its id'),
      cause: oneOf(causes, 'Whether its time had come, or a person asked for it'),
      state: oneOf(runStates, '`skipped`: the run before was still in progress'),
      attempt: integer('How many times it was tried'),
      dueAt: statementTime('When it was to be'),
      retryAt: statementTime('When it is tried again'),
      startedAt: statementTime('When it was last begun'),
      endedAt: statementTime('When it had ended'),
      statement: text('Id of its last statement, which the result is read by'),
      isKept: flag('Whether the result is kept'),
      rows: integer('How many rows the result has'),
      isCut: flag('Whether only the first of them were fetched'),
      value: nullable(text('The first value of the first row')),
      isMet: flag('Whether the condition held'),
      message: text('Why it failed, or was paused, canceled or skipped'),
    },
    ['retryAt', 'startedAt', 'endedAt', 'statement', 'rows', 'isCut', 'value', 'isMet', 'message'],
  ),
);

export const schedule = named('Schedule', 'A saved query that is run by itself', () =>
  whole(
    {
      uuid: text('Its id'),
      document: text('Id of the saved query'),
      name: text('Its name'),
      cron: text('Its cron expression'),
      reading: text('What that says, in plain language; empty where it cannot be said'),
      timeZone: text('The time zone that it is read in'),
      nextAt: statementTime('When it runs next'),
      pausedWhy: text('Why it is paused'),
      variables: mapOf(text(), 'Values for `${name}` in the query, by name'),
      retries: integer('How often a run that failed is tried again'),
      retryPauseSeconds: integer('How long before the first of them'),
      keep: integer('Results that are kept'),
      condition: described(
        whole({
          of: oneOf(['rows', 'value'], 'The number of rows, or the first value'),
          operator: oneOf(operators, 'How they are compared'),
          value: text('With what'),
        }),
        'What the result is held against',
      ),
      rules: list(
        whole({
          on: oneOf(occasions, 'Each time, when it fails, or when the condition holds'),
          by: oneOf(channels, 'In the product, by mail, by a signed POST, or by a record of Kafka'),
          to: text('Address of the mailbox or the webhook, or the topic; empty in the product'),
        }),
        'Who is told of what',
      ),
      webhookSecret: text('Signs what is posted, as webhooks of the catalog are signed'),
      createdAt: statementTime('When it was created'),
      changedAt: statementTime('When it was changed'),
      lastRun: described(run, 'Its last run'),
    },
    ['nextAt', 'pausedWhy', 'condition', 'lastRun'],
  ),
);

export const notice = named('Notice', 'Something that a schedule tells its owner', () =>
  whole({
    uuid: text('Its id'),
    schedule: text('Id of the schedule'),
    title: text('What happened'),
    text: text('More about it'),
    writtenAt: statementTime('When that was'),
    isRead: flag('Whether the owner has read it'),
  }),
);
