import {randomBytes, randomUUID} from 'node:crypto';
import type {Database, Session} from '@gazetteer/db';
import {AppError} from '@gazetteer/model';
import type {Onlooker} from '../config/sharing.ts';
import {find} from '../document/access.ts';
import {dropCheck} from './check-rows.ts';
import type {ScheduleLimits} from './desk.ts';
import {
  type Listed,
  type Run,
  runOf,
  type RunRow,
  runTable,
  type Schedule,
  scheduleOf,
  type ScheduleRow,
  type ScheduleSettings,
  scheduleTable,
} from './schedule.ts';
import {checkTiming, nextTime} from './timing.ts';

/** What a person says of a schedule. */
export type Wanted = {
  readonly name: string;
  readonly cron: string;
  readonly timeZone: string;
  readonly settings: ScheduleSettings;
};

/** Runs that are remembered of each schedule. */
export const maxRuns = 100;
const byPerson = 'You paused it.';

/** Time is the database's: clocks of machines differ. */
export async function nowOf(session: Session): Promise<number> {
  const [row] = await session.all<{now: number}>(`SELECT ${session.dialect.now} AS now`);
  return Number(row?.now);
}

/** One's own by name, each with its last run. */
export async function listSchedules(db: Database, userName: string): Promise<Listed[]> {
  return await db.read(async session => {
    const rows = await session.all<ScheduleRow>(
      'SELECT * FROM editor_schedule WHERE owner = ? ORDER BY name, uuid',
      [userName],
    );
    const last = await session.all<RunRow>(
      `SELECT * FROM editor_schedule_run r WHERE r.schedule IN (SELECT uuid FROM editor_schedule WHERE owner = ?) AND r.uuid = (SELECT l.uuid FROM editor_schedule_run l
         WHERE l.schedule = r.schedule ORDER BY l.due_at DESC, l.uuid LIMIT 1)`,
      [userName],
    );
    const lastOf = new Map(last.map(row => [row.schedule, runOf(row)]));
    return rows.map(row => ({...scheduleOf(row), lastRun: lastOf.get(row.uuid)}));
  });
}

/** @throws AppError 404 for one of somebody else, too */
export async function findSchedule(
  session: Session,
  userName: string,
  uuid: string,
  lock = '',
): Promise<Schedule> {
  const [row] = await session.all<ScheduleRow>(
    `SELECT * FROM editor_schedule WHERE uuid = ? AND owner = ?${lock}`,
    [uuid, userName],
  );
  if (row === undefined) throw new AppError('NOT_FOUND', ['You have no such schedule.']);
  return scheduleOf(row);
}

/** @throws AppError 404 without the query, 409 with as many schedules as a person may have */
export async function createSchedule(
  db: Database,
  actor: Onlooker,
  document: string,
  wanted: Wanted,
  limits: ScheduleLimits,
): Promise<Schedule> {
  return await db.write(async session => {
    await find(session, actor, document, 'read');
    return await addSchedule(session, actor.userName, document, wanted, limits);
  });
}

/** @throws AppError 409 with as many schedules as a person may have */
export async function addSchedule(
  session: Session,
  owner: string,
  document: string,
  {name, cron, timeZone, settings}: Wanted,
  {perPerson, minIntervalMs}: ScheduleLimits,
): Promise<Schedule> {
  const now = await nowOf(session);
  const nextAt = firstTime({cron, timeZone, settings}, minIntervalMs, now);
  // Held by whoever takes what is due: two at the same time come one behind the other.
  await takeTurn(session);
  const [counted] = await session.all<{n: number}>(
    'SELECT COUNT(*) AS n FROM editor_schedule WHERE owner = ?',
    [owner],
  );
  if (Number(counted?.n) >= perPerson)
    throw new AppError('CONFLICT', [
      `You have ${perPerson} schedules and checks, which is the limit here. Delete one first.`,
    ]);
  const uuid = randomUUID();
  const secret = randomBytes(32).toString('base64url');
  const json = JSON.stringify(settings);
  await session.insert(scheduleTable, [
    [uuid, owner, document, name, cron, timeZone, json, secret, null, nextAt, now, now],
  ]);
  return await findSchedule(session, owner, uuid);
}

/**
 * Only a check may be without times; 0 where there is none. @throws AppError 400 for what are no
 * times
 */
function firstTime(
  {cron, timeZone, settings}: Omit<Wanted, 'name'>,
  minIntervalMs: number,
  now: number,
): number {
  if (cron === '' && settings.check !== undefined) return 0;
  checkTiming(cron, timeZone, minIntervalMs, now);
  return nextTime(cron, timeZone, now);
}

/** Its times count from now; one that is paused stays so. */
export async function saveSchedule(
  session: Session,
  userName: string,
  uuid: string,
  {name, cron, timeZone, settings}: Wanted,
  {minIntervalMs}: ScheduleLimits,
): Promise<Schedule> {
  await findSchedule(session, userName, uuid, session.dialect.forUpdate);
  const now = await nowOf(session);
  const nextAt = firstTime({cron, timeZone, settings}, minIntervalMs, now);
  await session.run(
    'UPDATE editor_schedule SET name = ?, cron = ?, time_zone = ?, settings = ?, next_at = ?, changed_at = ? WHERE uuid = ?',
    [name, cron, timeZone, JSON.stringify(settings), nextAt, now, uuid],
  );
  return await findSchedule(session, userName, uuid);
}

/** A run in progress goes on; one that waits to be tried again does not. */
export async function pauseSchedule(
  db: Database,
  userName: string,
  uuid: string,
): Promise<Schedule> {
  return await db.write(async session => {
    await takeTurn(session);
    await findSchedule(session, userName, uuid);
    await pause(session, uuid, byPerson);
    return await findSchedule(session, userName, uuid);
  });
}

/** In whose transaction the turn has been taken. */
export async function pause(session: Session, uuid: string, why: string): Promise<void> {
  await session.run(
    'UPDATE editor_schedule SET paused_why = ? WHERE uuid = ? AND paused_why IS NULL',
    [why, uuid],
  );
  await session.run(
    `UPDATE editor_schedule_run SET state = 'canceled', ended_at = ${session.dialect.now}, message = ?
     WHERE schedule = ? AND state = 'waiting' AND cause = 'schedule'`,
    [why, uuid],
  );
}

/** What it missed meanwhile is not made up for. */
export async function resumeSchedule(
  db: Database,
  userName: string,
  uuid: string,
): Promise<Schedule> {
  return await db.write(async session => {
    const lock = session.dialect.forUpdate;
    const found = await findSchedule(session, userName, uuid, lock);
    if (found.pausedWhy !== undefined) await resume(session, found);
    return await findSchedule(session, userName, uuid);
  });
}

/** The person knows the query as it is now. */
async function resume(session: Session, schedule: Schedule): Promise<void> {
  const {uuid, document, cron, timeZone} = schedule;
  const {variables, retries, retryPauseSeconds, keep, condition, rules, check} = schedule;
  const [query] = await session.all<{version: number}>(
    'SELECT version FROM editor_document WHERE uuid = ?',
    [document],
  );
  const version = query?.version ?? schedule.version;
  const own = {variables, retries, retryPauseSeconds, keep, condition, rules};
  const settings: ScheduleSettings = {version, ...own, ...(check !== undefined && {check})};
  const nextAt = cron === '' ? 0 : nextTime(cron, timeZone, await nowOf(session));
  await session.run(
    'UPDATE editor_schedule SET paused_why = NULL, settings = ?, next_at = ? WHERE uuid = ?',
    [JSON.stringify(settings), nextAt, uuid],
  );
}

/** With its history. Whatever runs for it finds out and ends. */
export async function deleteSchedule(db: Database, userName: string, uuid: string): Promise<void> {
  await db.write(async session => {
    await takeTurn(session);
    const found = await findSchedule(session, userName, uuid);
    if (found.check !== undefined) await dropCheck(session, found);
    for (const table of ['editor_schedule_run', 'editor_notice', 'editor_delivery'])
      await session.run(`DELETE FROM ${table} WHERE schedule = ?`, [uuid]);
    await session.run('DELETE FROM editor_schedule WHERE uuid = ?', [uuid]);
  });
}

/** The newest first. */
export async function listRuns(db: Database, userName: string, uuid: string): Promise<Run[]> {
  return await db.read(async session => {
    await findSchedule(session, userName, uuid);
    const rows = await session.all<RunRow>(
      `SELECT * FROM editor_schedule_run WHERE schedule = ? ORDER BY due_at DESC, uuid LIMIT ${maxRuns}`,
      [uuid],
    );
    return rows.map(runOf);
  });
}

/** @throws AppError 409 while a run of it waits or is in progress */
export async function runNow(db: Database, userName: string, uuid: string): Promise<Run> {
  return await db.write(async session => {
    await takeTurn(session);
    const {owner} = await findSchedule(session, userName, uuid);
    const open = await session.all(
      "SELECT uuid FROM editor_schedule_run WHERE schedule = ? AND state IN ('waiting', 'running')",
      [uuid],
    );
    if (open.length > 0)
      throw new AppError('CONFLICT', ['A run of this schedule is in progress. Wait or cancel it.']);
    const row = newRun({schedule: uuid, owner, cause: 'person', dueAt: await nowOf(session)});
    await session.insert(runTable, [row]);
    return await findRun(session, uuid, String(row[0]));
  });
}

type NewRun = Pick<Run, 'schedule' | 'owner' | 'cause' | 'dueAt'> & {
  readonly state?: Run['state'];
  readonly message?: string;
};

/** A row of `runTable`. */
export function newRun({
  schedule,
  owner,
  cause,
  dueAt,
  state = 'waiting',
  message,
}: NewRun): (string | number | null)[] {
  const endedAt = state === 'waiting' ? null : dueAt;
  const of = [randomUUID(), schedule, owner, cause, dueAt, state, 0, 0];
  return [...of, null, endedAt, null, 0, null, '{}', message ?? null, null];
}

/** One that has ended stays as it is. Where it runs it ends within seconds. */
export async function cancelRun(
  db: Database,
  userName: string,
  uuid: string,
  run: string,
): Promise<Run> {
  return await db.write(async session => {
    await takeTurn(session);
    await findSchedule(session, userName, uuid);
    await session.run(
      `UPDATE editor_schedule_run SET state = 'canceled', ended_at = ${session.dialect.now}, message = NULL
       WHERE uuid = ? AND schedule = ? AND state IN ('waiting', 'running')`,
      [run, uuid],
    );
    return await findRun(session, uuid, run);
  });
}

async function findRun(session: Session, schedule: string, uuid: string): Promise<Run> {
  const [row] = await session.all<RunRow>(
    'SELECT * FROM editor_schedule_run WHERE uuid = ? AND schedule = ?',
    [uuid, schedule],
  );
  if (row === undefined) throw new AppError('NOT_FOUND', ['The schedule has no such run.']);
  return runOf(row);
}

/**
 * Of all processes that share the database one at a time takes runs, ends them, or changes what
 * they depend on. @returns when runs were last taken
 */
export async function takeTurn(session: Session): Promise<number> {
  const [turn] = await session.all<{seen_at: number}>(
    `SELECT seen_at FROM editor_turn WHERE name = 'schedules'${session.dialect.forUpdate}`,
  );
  return Number(turn?.seen_at);
}
