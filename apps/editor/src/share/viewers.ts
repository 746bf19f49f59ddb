import type {Database, Session, Table} from '@gazetteer/db';
import {AppError} from '@gazetteer/model';
import type {Log} from '@gazetteer/server';
import type {Onlooker} from '../config/sharing.ts';
import {outsideOfRequests} from '../net/request-origin.ts';
import type {FindSubject} from './comments.ts';

const viewerTable = {
  name: 'editor_viewer',
  columns: {subject: 'text', viewer: 'text', viewed_at: 'number'},
} as const satisfies Table;

const hourMs = 3_600_000;
const maxListed = 1000;
/** Of so many it is known here that they were noted; of others the database finds out. */
const maxKnown = 10_000;
const maxWaiting = 1000;

/** Somebody who looked at something that others share, and when that was noted last. */
export type Viewer = {readonly name: string; readonly viewedAt: number};

/**
 * Notes who opened what others share, once an hour for each, beside the request that reads it: that
 * waits for nothing, and answers where this fails. What is older than the time that it is kept for
 * is deleted.
 */
export class Views {
  /** 0 where nothing is noted. */
  readonly keptMs: number;
  /** How often somebody is noted for the same: before the last note is deleted. */
  readonly #everyMs: number;
  readonly #db: Database;
  readonly #log: Log;
  readonly #known = new Map<string, number>();
  /** By what and who. */
  #waiting = new Map<string, readonly [subject: string, viewer: string, at: number]>();
  #work: Promise<void> | undefined;
  readonly #timer: NodeJS.Timeout;

  constructor({db, log, keptMs}: {readonly db: Database; readonly log: Log; keptMs: number}) {
    this.keptMs = keptMs;
    this.#everyMs = Math.min(hourMs, Math.floor(keptMs / 2));
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.age(), hourMs).unref();
  }

  /** Somebody who is not its owner has opened it. */
  noted(subject: string, viewer: string): void {
    const now = Date.now();
    const key = `${subject} ${viewer}`;
    if (this.keptMs === 0 || now - (this.#known.get(key) ?? 0) < this.#everyMs) return;
    if (this.#waiting.size >= maxWaiting) return;
    if (this.#known.size >= maxKnown) this.#known.clear();
    this.#known.set(key, now);
    this.#waiting.set(key, [subject, viewer, now]);
    this.#work ??= outsideOfRequests(() => this.#write());
  }

  /** Deletes what is too old, all where nothing is noted, and what is left of what is gone. */
  async age(): Promise<void> {
    try {
      await this.#db.write(async session => {
        await session.run('DELETE FROM editor_viewer WHERE viewed_at <= ?', [
          Date.now() - this.keptMs,
        ]);
        await dropOrphans(session);
      });
    } catch (error) {
      this.#log.warn({error}, 'old notes of who looked at what are deleted an hour later');
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#work;
  }

  async #write(): Promise<void> {
    while (this.#waiting.size > 0) {
      // In one order, so that two processes do not wait for each other.
      const batch = [...this.#waiting].sort(([a], [b]) => (a < b ? -1 : 1));
      const rows = batch.map(([, row]) => row);
      this.#waiting = new Map();
      try {
        await this.#db.write(session =>
          session.insert(viewerTable, rows, {
            key: ['subject', 'viewer'],
            set: ['viewed_at'],
            where: `excluded.viewed_at >= editor_viewer.viewed_at + ${this.#everyMs}`,
          }),
        );
      } catch (error) {
        // Who looks again is noted then.
        for (const [key] of batch) this.#known.delete(key);
        this.#log.warn({error}, 'who looked at what was not noted');
      }
    }
    this.#work = undefined;
  }
}

/**
 * Who looked at something of the actor's, the last first.
 * @throws AppError 403 for everybody else who may read it
 */
export async function listViewers(
  db: Database,
  find: FindSubject,
  actor: Onlooker,
  subject: string,
  keptMs: number,
): Promise<Viewer[]> {
  return await db.read(async session => {
    const {owner} = await find(session, actor, subject, 'read');
    if (owner !== actor.userName)
      throw new AppError('NOT_ALLOWED', [`Only ${owner}, who owns it, sees who opened it.`]);
    const rows = await session.all<{viewer: string; viewed_at: number}>(
      `SELECT viewer, viewed_at FROM editor_viewer WHERE subject = ? AND viewed_at > ?
       ORDER BY viewed_at DESC, viewer LIMIT ${maxListed}`,
      [subject, Date.now() - keptMs],
    );
    return rows.map(({viewer, viewed_at}) => ({name: viewer, viewedAt: Number(viewed_at)}));
  });
}

/** What is kept about documents and shared results, and the column of their ids. */
const traces = [
  ['editor_document_comment', 'document'],
  [viewerTable.name, 'subject'],
] as const;

/**
 * Of what an editor of an earlier version deleted, which knew less of it, and of what was deleted
 * while a note about it was on its way.
 */
async function dropOrphans(session: Session): Promise<void> {
  for (const [table, column] of traces)
    await session.run(
      `DELETE FROM ${table}
       WHERE NOT EXISTS (SELECT 1 FROM editor_document d WHERE d.uuid = ${table}.${column})
       AND NOT EXISTS (SELECT 1 FROM editor_result_share s WHERE s.uuid = ${table}.${column})`,
    );
}

/** What was written about these, and who looked at them: both are gone with them. */
export async function dropTraces(session: Session, subjects: readonly string[]): Promise<void> {
  for (const [table, column] of traces)
    await session.run(`DELETE FROM ${table} WHERE ${session.dialect.inList(column, 'text')}`, [
      subjects,
    ]);
}
