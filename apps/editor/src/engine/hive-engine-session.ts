import {afterSpace} from '@gazetteer/sql';
import type {HiveClient, SessionHandle as ThriftSession} from '@gazetteer/thrift';
import {ServerError, ThriftError, TransportError} from '@gazetteer/thrift';
import {fromStatementHandle} from './hive-engine-handles.ts';
import {HiveMetadata} from './hive-engine-metadata.ts';
import {HiveStatement} from './hive-engine-statement.ts';
import {giveUp, translated} from './hive-engine-wait.ts';
import type {Column} from './column.ts';
import {SqlError, type RunningStatement, type SessionHandle} from './sql-engine.ts';
import type {FoundTable, SqlSession, StatementHandle} from './sql-engine.ts';

/** GetInfo's number for the product's name: the cheapest question that names the session. */
const serverName = 13;

/** A session on a server of Hive's kind and the one connection that carries it. */
export class HiveSession implements SqlSession {
  readonly handle: SessionHandle;
  readonly properties: ReadonlyMap<string, string>;
  readonly startsIn: string | undefined;
  readonly #client: HiveClient;
  readonly #session: ThriftSession;
  readonly #metadata: HiveMetadata;
  readonly #reconnect: (() => Promise<HiveClient>) | undefined;
  readonly #another: (() => Promise<HiveClient>) | undefined;

  constructor(
    client: HiveClient,
    session: ThriftSession,
    told: {
      readonly handle: SessionHandle;
      readonly properties: ReadonlyMap<string, string>;
      readonly isSpark: boolean;
      readonly startsIn?: string | undefined;
      /** Where sessions outlive their connection: another one, to close the session by. */
      readonly reconnect: (() => Promise<HiveClient>) | undefined;
      /** Where a statement can be named over another connection, too: that connection. */
      readonly another: (() => Promise<HiveClient>) | undefined;
    },
  ) {
    this.#reconnect = told.reconnect;
    this.#another = told.another;
    this.handle = told.handle;
    this.properties = told.properties;
    this.startsIn = told.startsIn;
    this.#client = client;
    this.#session = session;
    this.#metadata = new HiveMetadata(client, session, told.isSpark);
  }

  get isOpen(): boolean {
    return this.#client.connection.isOpen;
  }

  async submit(sql: string, signal?: AbortSignal): Promise<RunningStatement> {
    signal?.throwIfAborted();
    const accepted = translated(this.#client.execute(this.#session, bareCommand(sql)));
    const statement = accepted.then(
      operation => new HiveStatement(this.#client, operation, this.#urgently),
    );
    try {
      return await giveUp(statement, signal);
    } catch (error) {
      // It was sent, and nobody else would ever close it. Where that fails, the server has closed
      // it by itself.
      if (signal?.aborted === true)
        void statement.then(late => late.close()).catch(() => undefined);
      throw error;
    }
  }

  resume(handle: StatementHandle): RunningStatement {
    return new HiveStatement(this.#client, fromStatementHandle(handle), this.#urgently);
  }

  async databases(signal?: AbortSignal): Promise<readonly string[]> {
    return await translated(this.#metadata.databases(signal));
  }

  async tables(
    database: string,
    signal?: AbortSignal,
  ): Promise<readonly {name: string; type: string; comment: string}[]> {
    return await translated(this.#metadata.tables(database, signal));
  }

  async findTables(part: string, signal?: AbortSignal): Promise<readonly FoundTable[] | undefined> {
    return await translated(this.#metadata.findTables(part, signal));
  }

  async tableColumns(
    database: string,
    table: string,
    signal?: AbortSignal,
  ): Promise<readonly Column[]> {
    return await translated(this.#metadata.columns(database, table, signal));
  }

  async functions(signal?: AbortSignal): Promise<readonly string[]> {
    return await translated(this.#metadata.functions(signal));
  }

  /**
   * A server lets the question for a statement's state wait up to five seconds for news, and
   * whatever comes over the same connection waits with it. Where no other one is to be had, the
   * call waits its turn.
   */
  readonly #urgently = async (call: (client: HiveClient) => Promise<void>): Promise<void> => {
    if (this.#another === undefined || !this.#client.connection.isBusy)
      return await call(this.#client);
    let other: HiveClient | undefined;
    try {
      other = await this.#another();
      await call(other);
    } catch {
      // Behind a balancer it may be another server that does not know the statement: the session's
      // own connection tells what is wrong.
      await call(this.#client);
    } finally {
      other?.connection.close();
    }
  };

  async isAlive(signal?: AbortSignal): Promise<boolean> {
    if (!this.isOpen) return false;
    try {
      await this.#client.info(this.#session, serverName, {signal});
      return true;
    } catch (error) {
      if (error instanceof TransportError) return false;
      // Any other word of the server about a session means that it does not know it.
      if (error instanceof ServerError) return false;
      if (error instanceof ThriftError) return true;
      throw error;
    }
  }

  async close(): Promise<void> {
    const client = this.isOpen ? this.#client : await this.#reconnect?.();
    // A session that ends with its connection.
    if (client === undefined) return;
    try {
      await translated(client.closeSession(this.#session));
    } catch (error) {
      // What the server has forgotten is closed.
      if (!(error instanceof SqlError) || error.kind !== 'session-expired') throw error;
    } finally {
      client.connection.close();
    }
  }

  async detach(): Promise<void> {
    this.#client.connection.close();
  }
}

const command = /^(?:set|reset|dfs|add|list|delete|reload|compile)\b/i;

/**
 * Hive takes SET, ADD JAR and the like for what they are at the very beginning of a text alone, and
 * would read them as SQL behind a comment.
 */
export function bareCommand(sql: string): string {
  const behind = sql.slice(afterSpace(sql, 0));
  return command.test(behind) ? behind : sql;
}
