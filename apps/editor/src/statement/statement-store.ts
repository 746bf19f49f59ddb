import type {Database, Param, Session} from '@gazetteer/db';
import type {SessionHandle, StatementHandle} from '../engine/sql-engine.ts';
import {migrations, statementTable} from '../store/schema.ts';
import type {NewStatement, Statement, StatementState} from './statement.ts';

export type Outcome = {readonly state: StatementState; readonly hasResultSet: boolean; readonly message?: string};

/** A look into what somebody ran; `text` is part of a statement, in any case. */
export type HistoryQuery = {
  readonly userName: string;
  readonly engine: string | undefined;
  readonly text: string;
  readonly limit: number;
  readonly offset: number;
};

/** Statements in the editor's own table. Asking for another user's is asking for nothing. */
export class StatementStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  static async open(db: Database): Promise<StatementStore> {
    await db.migrate(migrations);
    return new StatementStore(db);
  }

  /** Written before it is sent: what the server may be running is never unknown here. */
  async add(statement: NewStatement): Promise<Statement> {
    const submittedAt = Date.now();
    return await this.#db.write(async db => {
      const id = await nextId(db);
      const {uuid, userName, engine, database, body, place, sql} = statement;
      const row = [id, uuid, userName, engine, database, body, place, sql, 'sending', 0, null, submittedAt];
      await db.insert(statementTable, [[...row, null, null, null, null]]);
      return {
        ...statement,
        id,
        submittedAt,
        state: 'sending',
        hasResultSet: false,
        message: undefined,
        finishedAt: undefined,
        session: undefined,
        handle: undefined,
      };
    });
  }

  /** The server has accepted it. */
  async accepted(id: number, session: SessionHandle, handle: StatementHandle): Promise<void> {
    await this.#run(
      `UPDATE editor_statement SET state = 'starting', has_result_set = ?, guid = ?, session = ?, handle = ? WHERE id = ?`,
      [Number(handle.hasResultSet), handle.guid, JSON.stringify(session), JSON.stringify(handle), id],
    );
  }

  async finished(id: number, {state, hasResultSet, message}: Outcome): Promise<void> {
    await this.#run(
      'UPDATE editor_statement SET state = ?, has_result_set = ?, message = ?, finished_at = ? WHERE id = ?',
      [state, Number(hasResultSet), message ?? null, Date.now(), id],
    );
  }

  async byUuid(userName: string, uuid: string): Promise<Statement | undefined> {
    return await this.#one('uuid = ? AND user_name = ?', [uuid, userName]);
  }

  async byGuid(userName: string, guid: string): Promise<Statement | undefined> {
    return await this.#one('guid = ? AND user_name = ? ORDER BY id DESC LIMIT 1', [guid, userName]);
  }

  /** The server has nothing of it any more, so nothing is kept to find it there. */
  async released(id: number): Promise<void> {
    await this.#run('UPDATE editor_statement SET session = NULL, handle = NULL WHERE id = ?', [id]);
  }

  /** Statements that a server may still be running or holding rows of. */
  async unfinished(): Promise<Statement[]> {
    return await this.#all(`state = 'sending' OR session IS NOT NULL ORDER BY id`, []);
  }

  /** Newest first, and how many there are in all. */
  async history({userName, engine, text, limit, offset}: HistoryQuery): Promise<{count: number; found: Statement[]}> {
    const [engineCondition, engineParams] = engine === undefined ? ['', []] : [' AND engine = ?', [engine]];
    const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
    const condition = `user_name = ?${engineCondition} AND LOWER(sql_text) LIKE ? ESCAPE '\\'`;
    const params = [userName, ...engineParams, pattern];
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

  async close(): Promise<void> {
    await this.#db.close();
  }

  async #run(sql: string, params: readonly Param[]): Promise<void> {
    await this.#db.write(db => db.run(sql, params));
  }

  async #one(condition: string, params: readonly Param[]): Promise<Statement | undefined> {
    return (await this.#all(condition, params))[0];
  }

  async #all(condition: string, params: readonly Param[]): Promise<Statement[]> {
    const rows = await this.#db.read(db => db.all<Row>(`SELECT * FROM editor_statement WHERE ${condition}`, params));
    return rows.map(statementOf);
  }
}

/** Two that write at the same time on PostgreSQL get the same number; the key refuses one, which then runs again. */
async function nextId(db: Session): Promise<number> {
  const [row] = await db.all<{id: number}>('SELECT COALESCE(MAX(id), 0) + 1 AS id FROM editor_statement');
  return Number(row?.id ?? 1);
}

type Row = {
  readonly id: number;
  readonly uuid: string;
  readonly user_name: string;
  readonly engine: string;
  readonly database_name: string;
  readonly body: string;
  readonly place: number;
  readonly sql_text: string;
  readonly state: StatementState;
  readonly has_result_set: number;
  readonly message: string | null;
  readonly submitted_at: number;
  readonly finished_at: number | null;
  readonly session: string | null;
  readonly handle: string | null;
};

function statementOf(row: Row): Statement {
  return {
    id: Number(row.id),
    uuid: row.uuid,
    userName: row.user_name,
    engine: row.engine,
    database: row.database_name,
    body: row.body,
    place: row.place,
    sql: row.sql_text,
    state: row.state,
    hasResultSet: row.has_result_set === 1,
    message: row.message ?? undefined,
    submittedAt: row.submitted_at,
    finishedAt: row.finished_at ?? undefined,
    session: row.session === null ? undefined : (JSON.parse(row.session) as SessionHandle),
    handle: row.handle === null ? undefined : (JSON.parse(row.handle) as StatementHandle),
  };
}
