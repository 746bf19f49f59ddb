import {randomUUID} from 'node:crypto';
import type {Database, Session, Table} from '@gazetteer/db';
import {expectationText, foundText} from './check.ts';
import {conditionText} from './condition.ts';
import type {Check, Rule, Run, RunEnd, RunOutcome, Schedule} from './schedule.ts';

/** Something that a schedule tells its owner in the product. Times are epoch milliseconds. */
export type Notice = {
  readonly uuid: string;
  readonly schedule: string;
  readonly title: string;
  readonly text: string;
  readonly writtenAt: number;
  readonly isRead: boolean;
};

/** What is told outside of the product; `event` and what is below it are what a webhook and a topic get. */
export type Message = {
  readonly title: string;
  readonly text: string;
  readonly event: 'done' | 'failed' | 'condition' | 'paused';
  readonly schedule: {readonly uuid: string; readonly name: string};
  readonly run: {
    readonly uuid: string;
    readonly dueAt: number;
    readonly startedAt: number | undefined;
    readonly endedAt: number | undefined;
    readonly rows: number | undefined;
    readonly value: string | null | undefined;
    readonly message: string | undefined;
  };
};

const noticeTable = {
  name: 'editor_notice',
  columns: {
    uuid: 'text',
    user_name: 'text',
    schedule: 'text',
    title: 'text',
    body: 'text',
    written_at: 'number',
    read_at: 'number',
  },
} as const satisfies Table;

const deliveryTable = {
  name: 'editor_delivery',
  columns: {
    uuid: 'text',
    schedule: 'text',
    owner: 'text',
    kind: 'text',
    target: 'text',
    content: 'json',
    attempts: 'int',
    not_before: 'number',
  },
} as const satisfies Table;

/** Notices of one person that are remembered. */
const maxNotices = 200;

/** Messages of one person that wait to be sent: receivers that do not answer fill no database. */
const maxWaiting = 200;

/** In the transaction that a run ends with: neither is there without the other. */
export async function deliverLater(
  session: Session,
  schedule: Schedule,
  run: Run,
  end: RunEnd,
  now: number,
): Promise<void> {
  const wanted = schedule.rules.filter(rule => isTold(rule, end));
  const told = end.isPrivate === true ? wanted.filter(({by}) => by === 'product') : wanted;
  // A schedule does not stop without a word.
  const own: readonly Rule[] =
    end.is === 'refused' && !told.some(({by}) => by === 'product')
      ? [{on: 'failed', by: 'product', to: ''}, ...told]
      : told;
  const messages = own.map(rule => [rule, messageOf(rule, schedule, run, end)] as const);
  const inside = messages.filter(([{by}]) => by === 'product');
  const outside = messages.filter(([{by}]) => by !== 'product');
  const room = outside.length === 0 ? 0 : maxWaiting - (await waitingOf(session, schedule.owner));
  await addNotices(
    session,
    schedule,
    [
      ...inside.map(([, message]) => message),
      ...(told.length === wanted.length ? [] : [notTold(schedule)]),
      ...(outside.length <= room ? [] : [tooMany(schedule)]),
    ],
    now,
  );
  await session.insert(
    deliveryTable,
    outside
      .slice(0, Math.max(0, room))
      .map(([{by, to}, message]) => [
        randomUUID(),
        schedule.uuid,
        schedule.owner,
        by,
        to,
        JSON.stringify(message),
        0,
        now,
      ]),
  );
}

async function waitingOf(session: Session, owner: string): Promise<number> {
  const [row] = await session.all<{n: number}>(
    'SELECT COUNT(*) AS n FROM editor_delivery WHERE owner = ?',
    [owner],
  );
  return Number(row?.n);
}

export async function addNotices(
  session: Session,
  {uuid, owner}: Pick<Schedule, 'uuid' | 'owner'>,
  told: readonly Pick<Message, 'title' | 'text'>[],
  now: number,
): Promise<void> {
  if (told.length === 0) return;
  await session.insert(
    noticeTable,
    told.map(({title, text}) => [randomUUID(), owner, uuid, title, text, now, null]),
  );
  await session.run(
    `DELETE FROM editor_notice WHERE user_name = ? AND uuid NOT IN
       (SELECT uuid FROM editor_notice WHERE user_name = ? ORDER BY written_at DESC LIMIT ${maxNotices})`,
    [owner, owner],
  );
}

/** The newest first. */
export async function listNotices(db: Database, userName: string): Promise<Notice[]> {
  const rows = await db.read(session =>
    session.all<NoticeRow>(
      'SELECT * FROM editor_notice WHERE user_name = ? ORDER BY written_at DESC, uuid',
      [userName],
    ),
  );
  return rows.map(({uuid, schedule, title, body, written_at, read_at}) => ({
    uuid,
    schedule,
    title,
    text: body,
    writtenAt: Number(written_at),
    isRead: read_at !== null,
  }));
}

/** Those up to this time, so that what came since the caller looked stays new. */
export async function readNotices(db: Database, userName: string, until: number): Promise<void> {
  await db.write(session =>
    session.run(
      `UPDATE editor_notice SET read_at = ${session.dialect.now} WHERE user_name = ? AND written_at <= ? AND read_at IS NULL`,
      [userName, until],
    ),
  );
}

/** To whom it was to be sent finds nothing; whoever wanted that should not wonder. */
function notTold({name}: Schedule): Pick<Message, 'title' | 'text'> {
  return {
    title: `${name}: not sent`,
    text: 'You are not authorized to share results of its engine by mail, webhook or Kafka.',
  };
}

function tooMany({name}: Schedule): Pick<Message, 'title' | 'text'> {
  return {
    title: `${name}: not sent`,
    text: `${maxWaiting} messages of your schedules are waiting to be sent. Check that their receivers answer.`,
  };
}

function isTold({on}: Rule, end: RunEnd): boolean {
  if (end.is !== 'done') return on === 'failed';
  const {isMet, verdict} = end.outcome;
  return on === 'done' || (on === 'condition' && (isMet === true || verdict === 'failed'));
}

function messageOf({on}: Rule, schedule: Schedule, run: Run, end: RunEnd): Message {
  const {uuid, name, condition, check} = schedule;
  const outcome: RunOutcome = end.is === 'done' ? end.outcome : {};
  const why = end.is === 'done' ? undefined : end.why;
  const event = end.is === 'refused' ? 'paused' : on;
  const heads = {
    done: `${name} finished`,
    failed: `${name} failed`,
    paused: `${name} was paused`,
    condition:
      condition === undefined ? `${name}: check failed` : `${name}: ${conditionText(condition)}`,
  };
  const {uuid: id, dueAt, startedAt, endedAt} = run;
  const {rows, value} = outcome;
  return {
    title: heads[event],
    text:
      why ??
      (check === undefined
        ? outcomeText(outcome, condition?.of === 'value')
        : checkText(check, outcome)),
    event,
    schedule: {uuid, name},
    run: {uuid: id, dueAt, startedAt, endedAt, rows, value, message: why},
  };
}

function outcomeText({rows, isCut, value}: RunOutcome, hasValue: boolean): string {
  if (rows === undefined) return 'The query ran. It has no result.';
  const count = rows === 1 ? '1 row' : `${rows.toLocaleString('en')} rows`;
  const found = `The query returned ${isCut === true ? `at least ${count}` : count}.`;
  if (!hasValue || value === undefined) return found;
  return `${found} The first value is ${value ?? 'NULL'}.`;
}

function checkText(check: Check, outcome: RunOutcome): string {
  const found = foundText(check, outcome);
  return `${expectationText(check)}. Found: ${found === '' ? 'as expected' : found}.`;
}

type NoticeRow = {
  readonly uuid: string;
  readonly schedule: string;
  readonly title: string;
  readonly body: string;
  readonly written_at: number;
  readonly read_at: number | null;
};
