import type {Session} from '@gazetteer/db';
import {noteVerdict} from './check-rows.ts';
import {deliverLater} from './notices.ts';
import {
  type Run,
  type RunEnd,
  runOf,
  type RunRow,
  runTable,
  type Schedule,
  scheduleOf,
  type ScheduleRow,
} from './schedule.ts';
import {maxRuns, newRun, nowOf, pause, takeTurn} from './schedules.ts';
import type {ScheduleLimits} from './desk.ts';
import {nextTime} from './timing.ts';

/** How long a run that its process does not prolong counts as one that goes on. */
export const leaseMs = 10_000;
/** Between tries, at most. */
const longestPauseMs = 3_600_000;
/** A clock that is so much earlier than it was has been set back. */
const setBackMs = 60_000;
/** Schedules that are looked at in one turn; the others come in the next one, at once. */
const maxDue = 200;

export type Taken = {readonly run: Run; readonly schedule: Schedule};

/** Whether anything is to be done. Asked without writing, which a turn does. */
export async function hasWork(session: Session): Promise<boolean> {
  const {now} = session.dialect;
  const rows = await session.all(
    `SELECT 1 AS one FROM editor_schedule WHERE paused_why IS NULL AND next_at > 0 AND next_at <= ${now}
     UNION ALL SELECT 1 FROM editor_schedule_run WHERE state = 'waiting' AND not_before <= ${now}
     UNION ALL SELECT 1 FROM editor_schedule_run WHERE state = 'running' AND ${isUnattended(now)}
     UNION ALL SELECT 1 FROM editor_turn WHERE seen_at > ${now} + ${setBackMs} LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Nobody has prolonged it for as long as a lease lasts, or the clock has jumped, and whoever runs
 * it has not prolonged it since.
 */
const isUnattended = (now: string) =>
  `(busy_until < ${now} OR busy_until > ${now} + ${2 * leaseMs})`;

/** Tells a run whose process is gone from one that a clock that jumped makes look so. */
export type IsLost = (run: string, busyUntil: number) => boolean;

/**
 * Runs that this process is to start now. Each due time of a schedule is taken once, whichever
 * process comes first; of several that were missed one is made up for.
 * @param room how many more it would
 */
export async function takeRuns(
  session: Session,
  holder: string,
  room: number,
  {runningPerPerson}: Pick<ScheduleLimits, 'runningPerPerson'>,
  isLost: IsLost,
): Promise<Taken[]> {
  const seenAt = await takeTurn(session);
  const now = await nowOf(session);
  await session.run("UPDATE editor_turn SET seen_at = ? WHERE name = 'schedules'", [now]);
  if (seenAt > now + setBackMs) await countAgain(session, now);
  await endLost(session, now, isLost);
  await queueDue(session, now);
  return await claim(session, holder, room, runningPerPerson, now);
}

/** False where somebody has canceled it, or another process has ended it. */
export async function prolong(session: Session, holder: string, run: string): Promise<boolean> {
  const changed = await session.run(
    `UPDATE editor_schedule_run SET busy_until = ${session.dialect.now} + ${leaseMs}
     WHERE uuid = ? AND holder = ? AND state = 'running'`,
    [run, holder],
  );
  return changed > 0;
}

/**
 * Writes down what came of it, and who is told, unless somebody has canceled it meanwhile.
 * @returns ids of statements whose rows are not kept any more
 */
export async function endRun(
  session: Session,
  holder: string,
  uuid: string,
  end: RunEnd,
  {personBytes}: Pick<ScheduleLimits, 'personBytes'>,
): Promise<string[]> {
  await takeTurn(session);
  const [row] = await session.all<RunRow>(
    "SELECT * FROM editor_schedule_run WHERE uuid = ? AND holder = ? AND state = 'running'",
    [uuid, holder],
  );
  if (row === undefined) return end.is === 'done' ? [end.statement] : [];
  await settle(session, runOf(row), end, await nowOf(session));
  return end.is === 'done' ? await dropResults(session, row, personBytes) : [];
}

/** Ids of all statements whose rows are kept though nobody may look at them. */
export async function keptStatements(session: Session): Promise<ReadonlySet<string>> {
  const rows = await session.all<{statement: string}>(
    'SELECT statement FROM editor_schedule_run WHERE kept_bytes IS NOT NULL',
  );
  return new Set(rows.map(({statement}) => statement));
}

async function settle(session: Session, run: Run, end: RunEnd, now: number): Promise<void> {
  const [row] = await session.all<ScheduleRow>('SELECT * FROM editor_schedule WHERE uuid = ?', [
    run.schedule,
  ]);
  if (row === undefined) return;
  const schedule = scheduleOf(row);
  const isAgain =
    end.is === 'failed' && run.attempt <= schedule.retries && schedule.pausedWhy === undefined;
  const pauseMs = Math.min(
    schedule.retryPauseSeconds * 1000 * 2 ** (run.attempt - 1),
    longestPauseMs,
  );
  const statement = end.is === 'refused' ? null : (end.statement ?? null);
  await session.run(
    `UPDATE editor_schedule_run SET state = ?, not_before = ?, ended_at = ?, holder = NULL, statement = ?,
     outcome = ?, message = ?, kept_bytes = ? WHERE uuid = ?`,
    [
      isAgain ? 'waiting' : end.is === 'done' ? 'done' : 'failed',
      isAgain ? now + pauseMs : 0,
      isAgain ? null : now,
      statement,
      JSON.stringify(end.is === 'done' ? end.outcome : {}),
      end.is === 'done' ? null : end.why,
      end.is === 'done' ? end.bytes : null,
      run.uuid,
    ],
  );
  if (end.is === 'refused') await pause(session, schedule.uuid, end.why);
  if (schedule.check !== undefined && !isAgain) {
    const verdict = end.is === 'done' ? (end.outcome.verdict ?? 'error') : 'error';
    await noteVerdict(session, schedule, verdict, now);
  }
  if (!isAgain) await deliverLater(session, schedule, {...run, endedAt: now}, end, now);
  await session.run(
    `DELETE FROM editor_schedule_run WHERE schedule = ? AND state NOT IN ('waiting', 'running') AND kept_bytes IS NULL
     AND uuid NOT IN (SELECT uuid FROM editor_schedule_run WHERE schedule = ? ORDER BY due_at DESC LIMIT ${maxRuns})`,
    [schedule.uuid, schedule.uuid],
  );
}

/** Those beyond the number that the schedule keeps, and beyond the room of its owner. */
async function dropResults(
  session: Session,
  {schedule, owner}: RunRow,
  personBytes: number,
): Promise<string[]> {
  const [keeper] = await session.all<Pick<ScheduleRow, 'settings'>>(
    'SELECT settings FROM editor_schedule WHERE uuid = ?',
    [schedule],
  );
  const {keep} = JSON.parse(keeper?.settings ?? '{"keep":0}') as {keep: number};
  const kept = await session.all<{
    uuid: string;
    schedule: string;
    statement: string;
    bytes: number;
  }>(
    `SELECT uuid, schedule, statement, kept_bytes AS bytes FROM editor_schedule_run
     WHERE owner = ? AND kept_bytes IS NOT NULL ORDER BY ended_at DESC, uuid`,
    [owner],
  );
  let [count, bytes] = [0, 0];
  const dropped = kept.filter(one => {
    if (one.schedule === schedule && ++count > keep) return true;
    bytes += Number(one.bytes);
    return bytes > personBytes;
  });
  if (dropped.length > 0)
    await session.run(
      `UPDATE editor_schedule_run SET kept_bytes = NULL WHERE ${session.dialect.inList('uuid', 'text')}`,
      [dropped.map(({uuid}) => uuid)],
    );
  return dropped.map(({statement}) => statement);
}

/** Runs whose process is gone: whether the server did what was asked is not known. */
async function endLost(session: Session, now: number, isLost: IsLost): Promise<void> {
  const lost = await session.all<RunRow & {busy_until: number}>(
    `SELECT * FROM editor_schedule_run WHERE state = 'running' AND ${isUnattended(String(now))} LIMIT ${maxDue}`,
  );
  for (const row of lost) {
    if (!isLost(row.uuid, Number(row.busy_until))) continue;
    const why = 'The editor that ran it ended before the run did.';
    await settle(session, runOf(row), {is: 'failed', why, statement: undefined}, now);
  }
}

/**
 * The clock was set back, and times that were far ahead are not any more. What ran already is known
 * by its time and does not run again.
 */
async function countAgain(session: Session, now: number): Promise<void> {
  const rows = await session.all<Pick<ScheduleRow, 'uuid' | 'cron' | 'time_zone'>>(
    `SELECT uuid, cron, time_zone FROM editor_schedule WHERE paused_why IS NULL AND next_at > 0${session.dialect.forUpdate}`,
  );
  await setNext(session, rows, now);
}

async function setNext(
  session: Session,
  rows: readonly Pick<ScheduleRow, 'uuid' | 'cron' | 'time_zone'>[],
  now: number,
): Promise<void> {
  if (rows.length === 0) return;
  const {dialect} = session;
  const next = rows.map(({uuid, cron, time_zone}) => [uuid, nextTime(cron, time_zone, now)]);
  await session.run(
    `UPDATE editor_schedule SET next_at = (SELECT t.next_at FROM ${dialect.tupleRows({uuid: 'text', next_at: 'number'})} t
       WHERE t.uuid = editor_schedule.uuid) WHERE ${dialect.inList('uuid', 'text')}`,
    [JSON.stringify(next), rows.map(({uuid}) => uuid)],
  );
}

async function queueDue(session: Session, now: number): Promise<void> {
  const {dialect} = session;
  const due = await session.all<ScheduleRow>(
    `SELECT * FROM editor_schedule WHERE paused_why IS NULL AND next_at > 0 AND next_at <= ?
     ORDER BY next_at LIMIT ${maxDue}${dialect.forUpdate}`,
    [now],
  );
  if (due.length === 0) return;
  const ids = due.map(({uuid}) => uuid);
  const open = await session.all<{schedule: string}>(
    `SELECT schedule FROM editor_schedule_run WHERE state IN ('waiting', 'running') AND ${dialect.inList('schedule', 'text')}`,
    [ids],
  );
  const busy = new Set(open.map(({schedule}) => schedule));
  // Of those that were left out the last one is enough: they would push out what ran.
  if (busy.size > 0)
    await session.run(
      `DELETE FROM editor_schedule_run WHERE state = 'skipped' AND ${dialect.inList('schedule', 'text')}`,
      [[...busy]],
    );
  const message = 'The run before was still in progress.';
  const runs = due.map(({uuid: schedule, owner, next_at}) =>
    newRun({
      schedule,
      owner,
      cause: 'schedule',
      dueAt: Number(next_at),
      ...(busy.has(schedule) && {state: 'skipped' as const, message}),
    }),
  );
  // Where a clock was set back a time may come twice, and is run once.
  await session.insert(runTable, runs, {key: 'any'});
  await setNext(session, due, now);
}

async function claim(
  session: Session,
  holder: string,
  room: number,
  perPerson: number,
  now: number,
): Promise<Taken[]> {
  const {dialect} = session;
  const waiting = await session.all<{uuid: string; owner: string}>(
    "SELECT uuid, owner FROM editor_schedule_run WHERE state = 'waiting' AND not_before <= ? ORDER BY due_at, uuid",
    [now],
  );
  if (waiting.length === 0 || room <= 0) return [];
  const busy = await session.all<{owner: string; n: number}>(
    "SELECT owner, COUNT(*) AS n FROM editor_schedule_run WHERE state = 'running' GROUP BY owner",
  );
  const running = new Map(busy.map(({owner, n}) => [owner, Number(n)]));
  const chosen: string[] = [];
  for (const {uuid, owner} of waiting) {
    const count = running.get(owner) ?? 0;
    if (chosen.length >= room) break;
    if (count >= perPerson) continue;
    running.set(owner, count + 1);
    chosen.push(uuid);
  }
  if (chosen.length === 0) return [];
  await session.run(
    `UPDATE editor_schedule_run SET state = 'running', attempt = attempt + 1, holder = ?, busy_until = ?,
     started_at = ?, message = NULL WHERE ${dialect.inList('uuid', 'text')}`,
    [holder, now + leaseMs, now, chosen],
  );
  const rows = await session.all<RunRow>(
    `SELECT * FROM editor_schedule_run WHERE ${dialect.inList('uuid', 'text')}`,
    [chosen],
  );
  const schedules = await session.all<ScheduleRow>(
    `SELECT * FROM editor_schedule WHERE ${dialect.inList('uuid', 'text')}`,
    [rows.map(({schedule}) => schedule)],
  );
  const byId = new Map(schedules.map(row => [row.uuid, scheduleOf(row)]));
  return rows.flatMap(row => {
    const schedule = byId.get(row.schedule);
    return schedule === undefined ? [] : [{run: runOf(row), schedule}];
  });
}
