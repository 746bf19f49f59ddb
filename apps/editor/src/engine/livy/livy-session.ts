import {sqlName} from '@gazetteer/model/sql';
import type {LivyClient} from '../../livy/livy-client.ts';
import {metadataLimits, queryOnce} from '../query-once.ts';
import type {Column} from '../column.ts';
import {
  type RunningStatement,
  type SessionHandle,
  type SqlSession,
  type StatementHandle,
} from '../sql-engine.ts';
import {sqlMark} from './livy-dialect.ts';
import {livyError} from './livy-error.ts';
import {guidOf, LivyStatement, numbersIn} from './livy-statement.ts';

export type LivySessionOptions = {
  readonly client: LivyClient;
  readonly user: string;
  readonly id: number;
  /** Language of statements that do not say theirs. */
  readonly kind: string;
};

/** A Spark session. It lives on its server, whatever becomes of connections. */
export class LivySession implements SqlSession {
  readonly handle: SessionHandle;
  readonly properties: ReadonlyMap<string, string> = new Map();
  readonly #options: LivySessionOptions;
  #isOpen = true;

  constructor(options: LivySessionOptions) {
    this.#options = options;
    this.handle = {guid: guidOf(options.id, 0), secret: '', protocol: 0};
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async submit(text: string): Promise<RunningStatement> {
    const {client, user, id: session, kind} = this.#options;
    const isSql = text.startsWith(sqlMark);
    const code = isSql ? text.slice(sqlMark.length) : text;
    const {id} = await livyError(client.submit(user, session, code, isSql ? 'sql' : kind));
    return new LivyStatement({client, user, session, id});
  }

  resume({guid}: StatementHandle): RunningStatement {
    const {client, user} = this.#options;
    const {session, statement: id} = numbersIn(guid);
    return new LivyStatement({client, user, session, id});
  }

  async databases(): Promise<readonly string[]> {
    return (await this.#ask('SHOW DATABASES')).map(row => String(row[0]));
  }

  async tables(
    database: string,
  ): Promise<readonly {name: string; type: string; comment: string}[]> {
    const rows = await this.#ask(`SHOW TABLES IN ${sqlName(database, '`')}`);
    return rows.map(([, name, isTemporary]) => ({
      name: String(name),
      type: isTemporary === true ? 'VIEW' : 'TABLE',
      comment: '',
    }));
  }

  async tableColumns(database: string, table: string): Promise<readonly Column[]> {
    const rows = await this.#ask(`DESCRIBE ${sqlName(database, '`')}.${sqlName(table, '`')}`);
    // What follows an empty name or a heading is about partitions.
    const end = rows.findIndex(
      ([name]) => name === null || name === '' || String(name).startsWith('#'),
    );
    return rows.slice(0, end < 0 ? rows.length : end).map(([name, type, comment]) => ({
      name: String(name),
      type: String(type),
      comment: String(comment ?? ''),
    }));
  }

  async functions(): Promise<readonly string[]> {
    return (await this.#ask('SHOW FUNCTIONS')).map(row => String(row[0]));
  }

  async isAlive(): Promise<boolean> {
    const {client, user, id} = this.#options;
    const session = await livyError(client.read(user, 'sessions', id));
    return session !== undefined && !isOver(session.state);
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    const {client, user, id} = this.#options;
    await livyError(client.delete(user, 'sessions', id));
  }

  async detach(): Promise<void> {
    this.#isOpen = false;
  }

  async #ask(sql: string): Promise<readonly (readonly unknown[])[]> {
    return (await queryOnce(this, sqlMark + sql, metadataLimits)).rows;
  }
}

export function isOver(state: string): boolean {
  return ['shutting_down', 'error', 'dead', 'killed', 'success'].includes(state);
}
