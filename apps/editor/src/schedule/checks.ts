import type {Database} from '@gazetteer/db';
import {AppError} from '@gazetteer/model';
import type {DatasetName} from '../catalog/catalog-link.ts';
import {type CheckRow, checkTable, reportLater} from './check-rows.ts';
import type {ScheduleLimits} from './desk.ts';
import {
  type Check,
  type Run,
  runOf,
  type RunRow,
  type Schedule,
  scheduleOf,
  type ScheduleRow,
  type Verdict,
} from './schedule.ts';
import {addSchedule, findSchedule, saveSchedule, takeTurn, type Wanted} from './schedules.ts';

/** A schedule that runs a check. */
export type CheckSchedule = Schedule & {readonly check: Check};
export type ListedCheck = CheckSchedule & {
  /** Undefined before it has run. */
  readonly verdict: Verdict | undefined;
  readonly checkedAt: number | undefined;
  readonly lastRun: Run | undefined;
};

type WantedCheck = Wanted & {readonly check: Check};

/** @throws AppError 409 with as many schedules as a person may have */
export async function createCheck(
  db: Database,
  userName: string,
  dataset: DatasetName,
  wanted: WantedCheck,
  limits: ScheduleLimits,
): Promise<Schedule> {
  return await db.write(async session => {
    const made = await addSchedule(session, userName, '', wanted, limits);
    const {namespace, name} = folded(dataset);
    await session.insert(checkTable, [[made.uuid, namespace, name, null, null]]);
    return made;
  });
}

/** What was found before is nothing of what is expected now. */
export async function saveCheck(
  db: Database,
  userName: string,
  uuid: string,
  dataset: DatasetName,
  wanted: WantedCheck,
  limits: ScheduleLimits,
): Promise<Schedule> {
  return await db.write(async session => {
    await takeTurn(session);
    const found = await findSchedule(session, userName, uuid);
    if (found.check === undefined) throw new AppError('NOT_FOUND', ['You have no such check.']);
    const saved = await saveSchedule(session, userName, uuid, wanted, limits);
    const isSame = JSON.stringify(found.check) === JSON.stringify(wanted.check);
    if (isSame) return saved;
    // What it finds is not held against what is expected now, and its process ends it.
    await session.run(
      `UPDATE editor_schedule_run SET state = 'canceled', ended_at = ${session.dialect.now}, message = ?
       WHERE schedule = ? AND state = 'running'`,
      ['The check was changed during the run.', uuid],
    );
    await reportLater(session, saved);
    const {namespace, name} = folded(dataset);
    await session.run(
      'UPDATE editor_check SET namespace = ?, name = ?, verdict = NULL, checked_at = NULL WHERE schedule = ?',
      [namespace, name, uuid],
    );
    await reportLater(session, saved);
    return saved;
  });
}

/** All users' checks of a table, by name. */
export async function listChecks(db: Database, dataset: DatasetName): Promise<ListedCheck[]> {
  const {namespace, name} = folded(dataset);
  return await listed(db, 'c.namespace = ? AND c.name = ?', [namespace, name]);
}

/** One's own, of all tables, by name. */
export async function listOwnChecks(db: Database, userName: string): Promise<ListedCheck[]> {
  return await listed(db, 's.owner = ?', [userName]);
}

async function listed(
  db: Database,
  condition: string,
  values: readonly string[],
): Promise<ListedCheck[]> {
  return await db.read(async session => {
    const rows = await session.all<ScheduleRow & CheckRow & {schedule_name: string}>(
      `SELECT s.*, s.name AS schedule_name, c.verdict, c.checked_at FROM editor_check c
       JOIN editor_schedule s ON s.uuid = c.schedule WHERE ${condition} ORDER BY s.name, s.uuid LIMIT ${maxListed}`,
      values,
    );
    const last = await session.all<RunRow>(
      `SELECT * FROM editor_schedule_run r WHERE r.uuid IN (
         SELECT (SELECT l.uuid FROM editor_schedule_run l WHERE l.schedule = s.uuid ORDER BY l.due_at DESC, l.uuid LIMIT 1)
         FROM editor_check c JOIN editor_schedule s ON s.uuid = c.schedule WHERE ${condition})`,
      values,
    );
    const lastOf = new Map(last.map(row => [row.schedule, runOf(row)]));
    return rows.flatMap(row => {
      const schedule = scheduleOf(row);
      if (schedule.check === undefined) return [];
      return [
        {
          ...schedule,
          check: schedule.check,
          verdict: row.verdict ?? undefined,
          checkedAt: row.checked_at === null ? undefined : Number(row.checked_at),
          lastRun: lastOf.get(row.uuid),
        },
      ];
    });
  });
}

/** Of one table, or of one person. */
const maxListed = 500;

/** Engines read names in small and large letters as the same. */
function folded({namespace, name}: DatasetName): DatasetName {
  return {namespace, name: name.toLowerCase()};
}
