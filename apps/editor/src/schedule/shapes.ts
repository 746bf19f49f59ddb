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
import {statementTime, textList, whole} from '../http/shapes.ts';
import {
  causes,
  channels,
  checkKinds,
  type Listed,
  occasions,
  operators,
  type Run,
  runStates,
  type Schedule,
  verdicts,
} from './schedule.ts';
import {readingOf} from './timing.ts';

export const checkStates = ['new', ...verdicts] as const;

const condition = whole({
  of: oneOf(['rows', 'value'], 'The number of rows, or the first value'),
  operator: oneOf(operators, 'How they are compared'),
  value: text('With what'),
});

const check = whole(
  {
    engine: text('Name of the engine'),
    database: text('Where the table is'),
    table: text('Its name'),
    kind: oneOf(checkKinds, 'What is checked'),
    columns: textList('Its columns'),
    isNumber: flag('Whether values are compared as numbers'),
    min: text('The least number of rows or value; empty for none'),
    max: text('The largest number of rows or value; empty for none'),
    values: textList('Values of a list'),
    hours: integer('How old the newest value may be'),
    filter: text('SQL condition of the rows that are checked; empty for all'),
    sql: text('A query of its owner'),
    condition: described(condition, 'What its result is held against; without it, it has no rows'),
  },
  ['condition'],
);

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
      verdict: oneOf(verdicts, 'How a check ended'),
      message: text('Why it failed, or was paused, canceled or skipped'),
    },
    [
      'retryAt',
      'startedAt',
      'endedAt',
      'statement',
      'rows',
      'isCut',
      'value',
      'isMet',
      'verdict',
      'message',
    ],
  ),
);

export const schedule = named('Schedule', 'A saved query that is run by itself', () =>
  whole(
    {
      uuid: text('Its id'),
      document: text('Id of the saved query; empty for a check'),
      check: described(check, 'What is expected of a table, where it is a check'),
      name: text('Its name'),
      cron: text('Its cron expression; empty for a check that runs by hand'),
      reading: text('What that says, in plain language; empty where it cannot be said'),
      timeZone: text('The time zone that it is read in'),
      nextAt: statementTime('When it runs next'),
      pausedWhy: text('Why it is paused'),
      variables: mapOf(text(), 'Values for `${name}` in the query, by name'),
      retries: integer('How often a run that failed is tried again'),
      retryPauseSeconds: integer('How long before the first of them'),
      keep: integer('Results that are kept'),
      condition: described(condition, 'What the result is held against'),
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
    ['check', 'nextAt', 'pausedWhy', 'condition', 'lastRun'],
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

/** As it is answered. */
export async function shown(
  schedule: Schedule | Listed,
): Promise<Readonly<Record<string, unknown>> & {readonly reading: string}> {
  const {owner: _owner, version: _version, lastRun, ...rest} = {lastRun: undefined, ...schedule};
  const reading = schedule.cron === '' ? '' : await readingOf(schedule.cron);
  return {...rest, reading, ...(lastRun !== undefined && {lastRun: shownRun(lastRun)})};
}

/** As it is answered. */
export function shownRun(run: Run): object {
  const {schedule: _schedule, owner: _owner, notBefore, outcome, ...rest} = run;
  const isRetried = run.state === 'waiting' && notBefore > 0;
  return {...rest, ...outcome, ...(isRetried && {retryAt: notBefore})};
}
