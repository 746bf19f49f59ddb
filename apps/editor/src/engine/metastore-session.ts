import {randomBytes} from 'node:crypto';
import {ServerError, TransportError, type MetastoreClient} from '@gazetteer/thrift';
import {translated} from './hive-engine-wait.ts';
import type {Column} from './column.ts';
import {
  type FoundTable,
  SqlError,
  type RunningStatement,
  type SessionHandle,
  type SqlSession,
} from './sql-engine.ts';

/** Table types of the metastore, in the words of SQL servers. */
const types: Readonly<Record<string, string>> = {
  MANAGED_TABLE: 'TABLE',
  EXTERNAL_TABLE: 'EXTERNAL_TABLE',
  VIRTUAL_VIEW: 'VIEW',
  MATERIALIZED_VIEW: 'MATERIALIZED_VIEW',
};

/** A connection to the metastore. It answers about names; statements are for SQL servers. */
export class MetastoreSession implements SqlSession {
  /** The metastore has none to give; this one tells connections apart in lists and logs. */
  readonly handle: SessionHandle = {
    guid: randomBytes(16).toString('base64'),
    secret: '',
    protocol: 0,
  };
  readonly properties: ReadonlyMap<string, string> = new Map();
  readonly #client: MetastoreClient;

  constructor(client: MetastoreClient) {
    this.#client = client;
  }

  get isOpen(): boolean {
    return this.#client.connection.isOpen;
  }

  async submit(): Promise<RunningStatement> {
    throw unsupported();
  }

  resume(): RunningStatement {
    throw unsupported();
  }

  async databases(signal?: AbortSignal): Promise<readonly string[]> {
    return await translated(this.#client.allDatabases({signal}));
  }

  async tables(
    database: string,
    signal?: AbortSignal,
  ): Promise<readonly {name: string; type: string; comment: string}[]> {
    const metas = await translated(
      this.#client.tableMeta(database.toLowerCase(), '*', [], {signal}),
    );
    return metas.filter(({dbName}) => dbName === database.toLowerCase()).map(tableOf);
  }

  async findTables(part: string, signal?: AbortSignal): Promise<readonly FoundTable[]> {
    // What might be a pattern is left to any characters.
    const pattern = `*${part.toLowerCase().replaceAll(/[^a-z0-9_]/g, '*')}*`;
    const metas = await translated(this.#client.tableMeta('*', pattern, [], {signal}));
    return metas.map(({dbName, ...meta}) => ({database: dbName, ...tableOf(meta)}));
  }

  async tableColumns(
    database: string,
    table: string,
    signal?: AbortSignal,
  ): Promise<readonly Column[]> {
    const fields = await translated(
      this.#client.schema(database.toLowerCase(), table.toLowerCase(), {signal}),
    );
    return fields.map(({name = '', type = '', comment}) => ({
      name,
      type,
      ...(comment === undefined ? {} : {comment}),
    }));
  }

  async functions(signal?: AbortSignal): Promise<readonly string[]> {
    return await translated(this.#client.functions('*', '*', {signal}));
  }

  async isAlive(signal?: AbortSignal): Promise<boolean> {
    if (!this.isOpen) return false;
    try {
      await this.#client.database('default', {signal});
      return true;
    } catch (error) {
      if (error instanceof TransportError) return false;
      // It may have no such database, and says so.
      if (error instanceof ServerError) return true;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#client.connection.close();
  }

  async detach(): Promise<void> {
    await this.close();
  }
}

function tableOf({
  tableName,
  tableType,
  comments,
}: {
  readonly tableName: string;
  readonly tableType: string;
  readonly comments?: string | undefined;
}) {
  return {name: tableName, type: types[tableType] ?? tableType, comment: comments ?? ''};
}

function unsupported(): SqlError {
  return new SqlError('unsupported', 'The metastore runs no statements; choose a SQL server');
}
