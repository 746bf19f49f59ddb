import {queryOnce} from '../engine/query-once.ts';
import {type SqlEngine, SqlError} from '../engine/sql-engine.ts';
import type {SessionPool} from '../session/session-pool.ts';

/** Settings that name what tells a catalog of statements on the engine's own side. */
const settings = [
  'hive.exec.post.hooks',
  'spark.sql.queryExecutionListeners',
  'spark.extraListeners',
] as const;
const telling = /HiveHook|OpenLineage|SparkAtlas/i;
const limits = {maxRows: 10, timeoutMs: 60_000};
/** Engines are configured anew now and then. */
const keptMs = 600_000;

/** Finds whether an engine tells of statements by itself, so that nothing is told twice. */
export class HookFinder {
  readonly #known = new Map<string, {readonly isThere: boolean; readonly until: number}>();

  /** @throws {SqlError} when the engine cannot be asked */
  async tells(
    pool: Pick<SessionPool, 'use'>,
    engine: SqlEngine,
    userName: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    // The embedded engine has none.
    if (engine.storage !== undefined) return false;
    const known = this.#known.get(engine.id);
    if (known !== undefined && known.until > Date.now()) return known.isThere;
    const isThere = await pool.use(
      engine,
      {name: userName},
      async session => {
        for (const name of settings) {
          // What a server does not know it refuses to tell.
          const rows = await queryOnce(session, `SET ${name}`, limits, signal).then(
            answer => answer.rows,
            (error: unknown) => {
              if (error instanceof SqlError && error.kind === 'refused') return [];
              throw error;
            },
          );
          if (rows.some(row => telling.test(row.join(' ')))) return true;
        }
        return false;
      },
      {signal, isBackground: true},
    );
    this.#known.set(engine.id, {isThere, until: Date.now() + keptMs});
    return isThere;
  }
}
