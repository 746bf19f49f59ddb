import type {Session, Table} from '@gazetteer/db';
import type {Schedule, Verdict} from './schedule.ts';

/** Which table a check is of, and how it ended last. */
export const checkTable = {
  name: 'editor_check',
  columns: {
    schedule: 'text',
    namespace: 'text',
    name: 'text',
    verdict: 'text',
    checked_at: 'number',
  },
} as const satisfies Table;

export type CheckRow = {
  readonly verdict: Verdict | null;
  readonly checked_at: number | null;
};

type Own = Pick<Schedule, 'uuid'>;

/** In the transaction that its run ends with. */
export async function noteVerdict(
  session: Session,
  schedule: Own,
  verdict: Verdict,
  now: number,
): Promise<void> {
  await session.run('UPDATE editor_check SET verdict = ?, checked_at = ? WHERE schedule = ?', [
    verdict,
    now,
    schedule.uuid,
  ]);
  await reportLater(session, schedule);
}

/** In the transaction that its schedule goes with. */
export async function dropCheck(session: Session, schedule: Own): Promise<void> {
  await reportLater(session, schedule);
  await session.run('DELETE FROM editor_check WHERE schedule = ?', [schedule.uuid]);
}

/** The catalog is to be told of the table, in nobody's name: of what is true by then. */
export async function reportLater(session: Session, {uuid}: Own): Promise<void> {
  await session.run(
    `INSERT INTO editor_check_report (namespace, name, noted_at, not_before, attempts)
     SELECT namespace, name, ${session.dialect.now}, 0, 0 FROM editor_check WHERE schedule = ?
     ON CONFLICT (namespace, name) DO UPDATE SET noted_at = excluded.noted_at, not_before = 0,
       attempts = 0`,
    [uuid],
  );
}
