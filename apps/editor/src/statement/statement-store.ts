import type {Database, Param, Session} from '@gazetteer/db';
import type {SessionHandle, StatementHandle} from '../engine/sql-engine.ts';
import {dropShares} from '../share/shares.ts';
import {migrations, scriptTable, statementTable, unfinished} from '../store/schema.ts';
import {checkHistoryQuota} from '../store/text-quota.ts';
import {likePatterns} from './search-words.ts';
import type {NewStatement, Statement, StatementState} from './statement.ts';

export type Outcome = {
  readonly state: StatementState;
  readonly hasResultSet: boolean;
  readonly message?: string;
};

/**
 * A look into what somebody ran; every word of `text` occurs in a statement, in any case. Times are
 * epoch milliseconds.
 */
export type HistoryQuery = {
  readonly userName: string;
  readonly engine: string | undefined;
  readonly text: string;
  readonly state?: StatementState | undefined;
  /** When it was submitted. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /**
   * Those before the one with this number, so that a page stays where it was while more statements
   * run.
   */
  readonly before?: number | undefined;
  /** Characters of the longest one that is wanted. */
  readonly maxLength?: number | undefined;
  readonly limit: number;
  readonly offset: number;
};

/** Statements in the editor's own table. Asking for another user's is asking for nothing. */
export class StatementStore {
  readonly #db: Database;
  readonly #owner: string | undefined;

  /**
   * @param owner this node, where nodes share rows of results: what it writes of a statement counts
   * as long as no other node has taken that over
   */
  constructor(db: Database, owner?: string) {
    this.#db = db;
    this.#owner = owner;
  }

  static async open(db: Database): Promise<StatementStore> {
    await db.migrate(migrations);
    return new StatementStore(db);
  }

  /** Written before it is sent: what the server may be running is never unknown here. */
  async add(statement: NewStatement): Promise<Statement> {
    return await this.#db.write(
      async db => await insert(db, statement, await keepScript(db, statement), this.#owner),
    );
  }

  /**
   * As `add`, unless that statement of the text was added behind the one with the number `after`
   * already: two browsers that follow the same text run it once. `isNew` tells which of the two it
   * was.
   */
  async addOnce(
    statement: NewStatement,
    after: number,
  ): Promise<{statement: Statement; isNew: boolean}> {
    return await this.#db.write(async db => {
      // Holds the row of the text, so that two at the same time come one behind the other.
      const script = await keepScript(db, statement);
      const [there] = await db.all<Row>(
        'SELECT * FROM editor_statement WHERE script = ? AND place = ? AND id > ? ORDER BY id LIMIT 1',
        [script ?? '', statement.place, after],
      );
      if (there !== undefined) return {statement: statementOf(there), isNew: false};
      return {statement: await insert(db, statement, script, this.#owner), isNew: true};
    });
  }

  /** The server has accepted it. False when another node has taken it over by then, and ended it. */
  async accepted(id: number, session: SessionHandle, handle: StatementHandle): Promise<boolean> {
    const [own, params] = this.#own;
    const isOpen = this.#owner === undefined ? '' : ' AND finished_at IS NULL';
    const count = await this.#run(
      `UPDATE editor_statement SET state = 'starting', has_result_set = ?, guid = ?, session = ?, handle = ? WHERE id = ?${own}${isOpen}`,
      [
        Number(handle.hasResultSet),
        handle.guid,
        JSON.stringify(session),
        JSON.stringify(handle),
        id,
        ...params,
      ],
    );
    return count > 0 || this.#owner === undefined;
  }

  /**
   * The first end that is told stays: a statement may be closed while its own end is on the way.
   * @param also what is written down with it
   */
  async finished(
    id: number,
    {state, hasResultSet, message}: Outcome,
    also?: (db: Session) => Promise<void>,
  ): Promise<void> {
    const [own, params] = this.#own;
    await this.#db.write(async db => {
      const isFirst = await db.run(
        `UPDATE editor_statement SET state = ?, has_result_set = ?, message = ?, finished_at = ? WHERE id = ? AND finished_at IS NULL${own}`,
        [state, Number(hasResultSet), message ?? null, Date.now(), id, ...params],
      );
      if (isFirst > 0) await also?.(db);
    });
  }

  async byId(id: number): Promise<Statement | undefined> {
    return await this.#one('id = ?', [id]);
  }

  async byUuid(userName: string, uuid: string): Promise<Statement | undefined> {
    return await this.#one('uuid = ? AND user_name = ?', [uuid, userName]);
  }

  async byGuid(userName: string, guid: string): Promise<Statement | undefined> {
    return await this.#one('guid = ? AND user_name = ? ORDER BY id DESC LIMIT 1', [guid, userName]);
  }

  /** The whole text that it is a statement of. */
  async bodyOf({script, sql}: Pick<Statement, 'script' | 'sql'>): Promise<string> {
    if (script === undefined) return sql;
    const rows = await this.#db.read(db =>
      db.all<{body: string}>('SELECT body FROM editor_script WHERE id = ?', [script]),
    );
    return rows[0]?.body ?? sql;
  }

  /** The server has nothing of it any more, so nothing is kept to find it there. */
  async released(id: number): Promise<void> {
    const [own, params] = this.#own;
    await this.#run(
      `UPDATE editor_statement SET session = NULL, handle = NULL WHERE id = ?${own}`,
      [id, ...params],
    );
  }

  /**
   * Statements that a server may still be running or holding rows of.
   * @param free what those of others must fulfil, where nodes share rows of results
   */
  async unfinished(free?: {
    readonly sql: string;
    readonly params: readonly Param[];
  }): Promise<Statement[]> {
    if (free === undefined) return await this.#all(`${unfinished} ORDER BY id`, []);
    const [own, params] = [`(owner = ? OR ${free.sql})`, [this.#owner ?? null, ...free.params]];
    return await this.#all(`${unfinished} AND ${own} ORDER BY id`, params);
  }

  /** Newest first, and how many there are in all. */
  async history(query: HistoryQuery): Promise<{count: number; found: Statement[]}> {
    const {limit, offset} = query;
    const [condition, params] = conditionOf(query);
    return await this.#db.read(async db => {
      const [counted] = await db.all<{n: number}>(
        `SELECT COUNT(*) AS n FROM editor_statement WHERE ${condition}`,
        params,
      );
      const rows = await db.all<Row>(
        `SELECT * FROM editor_statement WHERE ${condition} ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`,
        params,
      );
      return {count: Number(counted?.n ?? 0), found: rows.map(statementOf)};
    });
  }

  /** Forgets one that is over. */
  async forget({id, userName}: Pick<Statement, 'id' | 'userName'>): Promise<void> {
    await this.#db.write(async db => {
      await lockScripts(db, userName);
      await db.run('DELETE FROM editor_statement WHERE id = ?', [id]);
      await dropKept(db);
      await dropOrphans(db, userName);
    });
  }

  /**
   * Forgets what is over and of which the server has nothing any more. Returns how many it were.
   */
  async clear(userName: string, engine: string | undefined): Promise<number> {
    const [condition, params] = engine === undefined ? ['', []] : [' AND engine = ?', [engine]];
    return await this.#db.write(async db => {
      await lockScripts(db, userName);
      const count = await db.run(
        `DELETE FROM editor_statement WHERE user_name = ? AND finished_at IS NOT NULL AND session IS NULL${condition}`,
        [userName, ...params],
      );
      await dropKept(db);
      await dropOrphans(db, userName);
      return count;
    });
  }

  async close(): Promise<void> {
    await this.#db.close();
  }

  /** Ends a condition. */
  get #own(): [string, Param[]] {
    return this.#owner === undefined ? ['', []] : [' AND owner = ?', [this.#owner]];
  }

  async #run(sql: string, params: readonly Param[]): Promise<number> {
    return await this.#db.write(db => db.run(sql, params));
  }

  async #one(condition: string, params: readonly Param[]): Promise<Statement | undefined> {
    return (await this.#all(condition, params))[0];
  }

  async #all(condition: string, params: readonly Param[]): Promise<Statement[]> {
    const rows = await this.#db.read(db =>
      db.all<Row>(`SELECT * FROM editor_statement WHERE ${condition}`, params),
    );
    return rows.map(statementOf);
  }
}

function conditionOf({userName, text, ...query}: HistoryQuery): [string, Param[]] {
  const conditions = [
    'user_name = ?',
    ...likePatterns(text).map(() => String.raw`search_text LIKE ? ESCAPE '\'`),
  ];
  const params: Param[] = [userName, ...likePatterns(text)];
  const optional: [string, Param | undefined][] = [
    ['engine = ?', query.engine],
    ['state = ?', query.state],
    ['submitted_at >= ?', query.from],
    ['submitted_at < ?', query.until],
    ['id < ?', query.before],
    ['length(sql_text) <= ?', query.maxLength],
  ];
  for (const [condition, param] of optional) {
    if (param === undefined) continue;
    conditions.push(condition);
    params.push(param);
  }
  return [conditions.join(' AND '), params];
}

/** Counting is for texts that can fill a disk: of short ones nobody runs that many. */
const shortText = 4096;

async function insert(
  db: Session,
  statement: NewStatement,
  script: string | undefined,
  owner: string | undefined,
): Promise<Statement> {
  const submittedAt = Date.now();
  const id = await nextStatementId(db);
  const {body: _, ...fields} = statement;
  const {uuid, userName, engine, database, place, count, sql} = fields;
  const of = [script ?? null, place, count, sql, sql.toLowerCase()];
  const row = [id, uuid, userName, engine, database, ...of, 'sending', 0, null, submittedAt];
  await db.insert(statementTable, [[...row, null, null, null, null, owner ?? null, null]]);
  if (statement.body.length > shortText) await checkHistoryQuota(db, userName);
  return {
    ...fields,
    script,
    id,
    submittedAt,
    state: 'sending',
    hasResultSet: false,
    message: undefined,
    finishedAt: undefined,
    session: undefined,
    handle: undefined,
    owner,
  };
}

/**
 * Once for all statements of a text. The row is held, so that nobody who clears the history takes
 * it away meanwhile.
 */
async function keepScript(
  db: Session,
  {body, sql, script, uuid, userName}: NewStatement,
): Promise<string | undefined> {
  if (body === sql) return undefined;
  if (script !== undefined) {
    const sql = `SELECT id FROM editor_script WHERE id = ?${db.dialect.forUpdate}`;
    if ((await db.all(sql, [script])).length > 0) return script;
  }
  await db.insert(scriptTable, [[uuid, userName, body]]);
  return uuid;
}

/**
 * Before statements are taken away: those that are being added are waited for, and are seen by what
 * comes next.
 */
async function lockScripts(db: Session, userName: string): Promise<void> {
  if (db.dialect.forUpdate === '') return;
  await db.all(
    `SELECT id FROM editor_script WHERE user_name = ? ORDER BY id${db.dialect.forUpdate}`,
    [userName],
  );
}

/** Rows are not kept for a schedule whose statement is gone. */
async function dropKept(db: Session): Promise<void> {
  await db.run(
    `UPDATE editor_schedule_run SET kept_bytes = NULL WHERE kept_bytes IS NOT NULL AND NOT EXISTS
       (SELECT 1 FROM editor_statement s WHERE s.uuid = editor_schedule_run.statement)`,
  );
}

/** Texts of which no statement is left, and shares of results whose statement is gone. */
async function dropOrphans(db: Session, userName: string): Promise<void> {
  await db.run(
    `DELETE FROM editor_script WHERE user_name = ?
     AND NOT EXISTS (SELECT 1 FROM editor_statement s WHERE s.script = editor_script.id)`,
    [userName],
  );
  const orphans = await db.all<{uuid: string}>(
    `SELECT uuid FROM editor_result_share WHERE owner = ?
     AND NOT EXISTS (SELECT 1 FROM editor_statement s WHERE s.uuid = editor_result_share.statement)`,
    [userName],
  );
  await dropShares(
    db,
    orphans.map(({uuid}) => uuid),
  );
}

/**
 * Two that write at the same time on PostgreSQL get the same number; the key refuses one, which
 * then runs again.
 */
export async function nextStatementId(db: Session): Promise<number> {
  const [row] = await db.all<{id: number}>(
    'SELECT COALESCE(MAX(id), 0) + 1 AS id FROM editor_statement',
  );
  return Number(row?.id ?? 1);
}

type Row = {
  readonly id: number;
  readonly uuid: string;
  readonly user_name: string;
  readonly engine: string;
  readonly database_name: string;
  readonly script: string | null;
  readonly place: number;
  readonly statement_count: number;
  readonly sql_text: string;
  readonly state: StatementState;
  readonly has_result_set: number;
  readonly message: string | null;
  readonly submitted_at: number;
  readonly finished_at: number | null;
  readonly session: string | null;
  readonly handle: string | null;
  readonly owner: string | null;
};

function statementOf(row: Row): Statement {
  return {
    id: Number(row.id),
    uuid: row.uuid,
    userName: row.user_name,
    engine: row.engine,
    database: row.database_name,
    script: row.script ?? undefined,
    place: row.place,
    count: row.statement_count,
    sql: row.sql_text,
    state: row.state,
    hasResultSet: row.has_result_set === 1,
    message: row.message ?? undefined,
    submittedAt: row.submitted_at,
    finishedAt: row.finished_at ?? undefined,
    session: row.session === null ? undefined : (JSON.parse(row.session) as SessionHandle),
    handle: row.handle === null ? undefined : (JSON.parse(row.handle) as StatementHandle),
    owner: row.owner ?? undefined,
  };
}
