import {ApiError} from '@gazetteer/client';
import type {Session} from '@gazetteer/db';
import {itself} from '@gazetteer/server';
import {CatalogAway, orAway} from '../catalog/catalog-link.ts';
import type {Editor} from '../editor.ts';
import {nowOf} from './schedules.ts';

/** A table whose checks the catalog is to be told of. */
type Report = {
  readonly namespace: string;
  readonly name: string;
  readonly noted_at: number;
  readonly attempts: number;
};

/** Of several editors on one database one works on a report, as long as this at most. */
const leaseMs = 60_000;
/** While the catalog is away, or refuses it; twice as long each time, an hour at most. */
const pauseMs = {first: 5000, last: 3_600_000};
/** With these the catalog says that the report is wrong, and will be. */
const final: ReadonlySet<number> = new Set([400, 404]);
/** Of what is refused otherwise, which may be mended there: a month. */
const maxAttempts = 24 * 30;
const askMs = 20_000;

/**
 * Tells the catalog how the checks of tables ended. What is to be told is written down with the end
 * of a run, and looked up when it is told: whatever happened meanwhile is told by one report.
 */
export class CheckReports {
  #running: Promise<void> | undefined;

  /** Begins with what there is to tell, unless that is going on already. */
  look(e: Pick<Editor, 'db' | 'catalog' | 'log'>): void {
    if (!e.catalog.isThere) return;
    this.#running ??= this.#deliver(e)
      .catch((error: unknown) => e.log.warn({error}, 'reports of checks wait'))
      .finally(() => (this.#running = undefined));
  }

  async stop(): Promise<void> {
    await this.#running;
  }

  async #deliver(e: Pick<Editor, 'db' | 'catalog' | 'log'>): Promise<void> {
    if (!(await e.db.read(hasWork))) return;
    for (let report = await e.db.write(claim); report !== undefined;) {
      try {
        await tell(e, report);
        await e.db.write(session => remove(session, report as Report));
      } catch (error) {
        await e.db.write(session => putBack(session, report as Report, error));
        if (error instanceof CatalogAway) throw error;
        e.log.warn({error}, 'checks of a table could not be told');
      }
      report = await e.db.write(claim);
    }
  }
}

async function hasWork(session: Session): Promise<boolean> {
  const rows = await session.all(
    `SELECT 1 AS one FROM editor_check_report WHERE not_before <= ${session.dialect.now} LIMIT 1`,
  );
  return rows.length > 0;
}

async function claim(session: Session): Promise<Report | undefined> {
  const now = await nowOf(session);
  const [row] = await session.all<Report>(
    `SELECT namespace, name, noted_at, attempts FROM editor_check_report WHERE not_before <= ?
     ORDER BY noted_at LIMIT 1${session.dialect.forUpdate}`,
    [now],
  );
  if (row === undefined) return undefined;
  await session.run(
    'UPDATE editor_check_report SET not_before = ? WHERE namespace = ? AND name = ?',
    [now + leaseMs, row.namespace, row.name],
  );
  return row;
}

async function tell(
  {db, catalog}: Pick<Editor, 'db' | 'catalog'>,
  {namespace, name}: Report,
): Promise<void> {
  // In nobody's name: its person need not be allowed to change the asset, and may be gone.
  const client = catalog.clientFor(itself);
  if (client === undefined) throw new CatalogAway('There is no catalog');
  const counts = await db.read(session => countsOf(session, namespace, name));
  const body = [{namespace, name, ...counts}];
  const signal = AbortSignal.timeout(askMs);
  await orAway(client.call('POST /v2/lineage/datasets/checks', {body}, {signal}));
}

async function countsOf(session: Session, namespace: string, name: string) {
  const rows = await session.all<{verdict: string | null; n: number}>(
    'SELECT verdict, COUNT(*) AS n FROM editor_check WHERE namespace = ? AND name = ? GROUP BY verdict',
    [namespace, name],
  );
  const count = (verdict: string) => Number(rows.find(one => one.verdict === verdict)?.n ?? 0);
  return {passed: count('passed'), failed: count('failed'), errors: count('error')};
}

/** Unless there is news since it was claimed. */
async function remove(session: Session, {namespace, name, noted_at}: Report): Promise<void> {
  await session.run(
    'DELETE FROM editor_check_report WHERE namespace = ? AND name = ? AND noted_at = ? AND not_before > 0',
    [namespace, name, Number(noted_at)],
  );
}

async function putBack(session: Session, report: Report, error: unknown): Promise<void> {
  const attempts = Number(report.attempts) + 1;
  const isFinal = error instanceof ApiError && final.has(error.status);
  const isOver = attempts >= maxAttempts && !(error instanceof CatalogAway);
  if (isFinal || isOver) return await remove(session, report);
  const pause = Math.min(pauseMs.first * 2 ** (attempts - 1), pauseMs.last);
  await session.run(
    `UPDATE editor_check_report SET not_before = ${session.dialect.now} + ${pause}, attempts = ?
     WHERE namespace = ? AND name = ? AND noted_at = ?`,
    [attempts, report.namespace, report.name, Number(report.noted_at)],
  );
}
