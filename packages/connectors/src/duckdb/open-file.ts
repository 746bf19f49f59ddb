import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';

export type Row = Readonly<Record<string, unknown>>;

/** What a connector asks of the embedded engine: rows of a statement, as plain values. */
export type Ask = (sql: string) => Promise<readonly Row[]>;

/** The embedded engine in this process, on one thread. */
export type OpenDuckDb = {readonly ask: Ask; readonly version: string; close(): void};

/**
 * @param file a database, which is only read; none for one in memory
 * @throws Error that says what to do about it
 */
export async function openDuckDb(file?: string): Promise<OpenDuckDb> {
  const {DuckDBInstance: instances, version} = await load();
  const settings = {
    threads: '1',
    memory_limit: '512MB',
    autoinstall_known_extensions: 'false',
    ...(file === undefined ? {} : {access_mode: 'READ_ONLY'}),
  };
  let instance: DuckDBInstance;
  try {
    instance = await instances.create(file ?? ':memory:', settings);
  } catch (error) {
    throw new Error(`${file}: ${remedy((error as Error).message, version())}`, {cause: error});
  }
  const connection = await instance.connect();
  return {
    ask: async sql => await rowsOf(connection, sql),
    version: version(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

async function load(): Promise<typeof import('@duckdb/node-api')> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    throw new Error(
      'the embedded engine is not installed: its package @duckdb/node-api is optional and was left out. `npm ci --include=optional` brings it.',
      {cause: error},
    );
  }
}

async function rowsOf(connection: DuckDBConnection, sql: string): Promise<readonly Row[]> {
  const reader = await connection.runAndReadAll(sql);
  return reader.getRowObjectsJS() as Row[];
}

function remedy(message: string, version: string): string {
  if (/conflicting lock|being used by another process/i.test(message))
    return 'another process has it open for writing. Read it when that has ended, or read a copy.';
  if (/does not exist|cannot open file/i.test(message))
    return `there is no such file, or it may not be read. Check path. (${message})`;
  if (/storage version|newer version|serialized/i.test(message))
    return `it was written by a newer DuckDB than ${version}, which reads it here. (${message})`;
  if (/not a valid DuckDB database/i.test(message)) return 'it is no DuckDB database. Check path.';
  return message;
}
