// The process with the engine in it. It ends when its parent does. A crash here, or all memory used
// up, costs the statements that run here and nothing else.
import {mkdirSync, renameSync, rmSync} from 'node:fs';
import {dirname} from 'node:path';
import {sqlText} from '@gazetteer/model/sql';
import type {DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {checkText, checkType, mayGrow} from './allowed-statement.ts';
import {PackedPage} from '../packed-page.ts';
import {SqlError} from '../sql-engine.ts';
import type {DuckDbCalls, DuckDbStorage, Request, Response} from './duckdb-calls.ts';
import type {DuckDbLimits} from '../../config/embedded-engine.ts';
import {DuckDbStatement} from './duckdb-statement.ts';
import {ResultTables} from './result-tables.ts';
import {sampleDataSql} from './sample-data.ts';

type Session = {
  readonly connection: DuckDBConnection;
  readonly timeoutMs: number;
  /** Names of databases that are not this person's. */
  readonly shared: readonly string[];
  current?: DuckDbStatement;
};

const sessions = new Map<number, Session>();
const statements = new Map<number, DuckDbStatement>();
/** Nobody waits for this process: what has not ended then never will. */
const endTimeoutMs = 10_000;
let lastNumber = 0;
let opening: Promise<DuckDBInstance> | undefined;
let results: Promise<ResultTables> | undefined;

const calls: DuckDbCalls = {
  makeSample,
  checkpoint,
  writeWorkbook: async (from, to, maxBytes) => {
    const {writeWorkbookCsv} = await import('./workbook-csv.ts');
    await writeWorkbookCsv(from, to, maxBytes);
  },
  openSession: async (place, limits) => {
    opening ??= openDatabase(place, limits);
    const connection = await (await opening).connect();
    await connection.run(`SET search_path = 'main,sample'`);
    const number = ++lastNumber;
    sessions.set(number, {
      connection,
      timeoutMs: limits.timeoutMs,
      shared: Object.keys(place.shared),
    });
    return number;
  },
  closeSession: async number => {
    const session = sessions.get(number);
    if (session === undefined) return;
    sessions.delete(number);
    await endSession(session);
  },
  submit: async (number, sql, full) => {
    const session = sessions.get(number);
    if (session === undefined) throw new SqlError('session-expired', 'The session was closed');
    await session.current?.end(
      new SqlError('statement-expired', 'Another statement of this session took its place'),
    );
    const statement = await prepare(session, sql, full);
    session.current = statement;
    statements.set(++lastNumber, statement);
    return lastNumber;
  },
  stopGrowing: async why => {
    for (const statement of statements.values()) if (statement.mayGrow) statement.stop(why);
  },
  progress: async number => statementOf(number).progress,
  newLogLines: async number => statementOf(number).newLogLines(),
  columns: async number => statementOf(number).columns,
  nextPage: async (number, maxRows) =>
    PackedPage.of(await statementOf(number).nextPage(maxRows)).bytes,
  cancel: async number => statementOf(number).cancel(),
  close: async number => {
    const statement = statements.get(number);
    statements.delete(number);
    await statement?.end(new SqlError('statement-expired', 'The statement was closed'));
  },
  loadResult: async (name, source, limits) => {
    results ??= loadPackage().then(duckdb => ResultTables.open(duckdb, source.temporary, limits));
    await (await results).load(name, source);
  },
  askResult: async (name, question) => {
    if (results === undefined) throw new SqlError('session-expired', 'The process was restarted');
    const {page, ...answer} = await (await results).ask(name, question);
    return {...answer, packed: PackedPage.of(page).bytes};
  },
  dropResult: async name => await (await results)?.drop(name),
};

/** To close a connection that works would wait for its work. */
async function endSession({connection, current}: Session): Promise<void> {
  await current?.end(new SqlError('session-expired', 'The session was closed'));
  connection.closeSync();
}

function statementOf(number: number): DuckDbStatement {
  const statement = statements.get(number);
  if (statement === undefined) throw new SqlError('statement-expired', 'The statement was closed');
  return statement;
}

async function prepare(
  session: Session,
  sql: string,
  full: string | undefined,
): Promise<DuckDbStatement> {
  const {connection, timeoutMs, shared} = session;
  try {
    checkText(sql, shared);
    const extracted = await connection.extractStatements(sql);
    if (extracted.count !== 1)
      throw new Error(`One statement at a time; there are ${extracted.count}`);
    const prepared = await extracted.prepare(0);
    checkType(prepared.statementType, sql, full);
    return new DuckDbStatement(connection, prepared, {
      timeoutMs,
      mayGrow: mayGrow(prepared.statementType, sql),
    });
  } catch (error) {
    throw new SqlError('refused', (error as Error).message, {cause: error});
  }
}

/**
 * Statements reach the files of one folder and nothing else of this machine: no other file, no
 * network, no extension.
 */
async function openDatabase(place: DuckDbStorage, limits: DuckDbLimits): Promise<DuckDBInstance> {
  const {DuckDBInstance} = await loadPackage();
  for (const folder of [dirname(place.database), place.files, place.temporary]) {
    mkdirSync(folder, {recursive: true, mode: 0o700});
  }
  // Names of files in statements are relative to it.
  process.chdir(place.files);
  const instance = await DuckDBInstance.create(place.database, {
    memory_limit: limits.memoryLimit,
    threads: String(limits.threads),
    temp_directory: place.temporary,
    max_temp_directory_size: limits.maxTempSize,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  });
  const connection = await instance.connect();
  for (const [name, file] of Object.entries(place.shared)) {
    await connection.run(`ATTACH ${sqlText(file)} AS ${name} (READ_ONLY)`);
  }
  await connection.run(`SET allowed_directories = [${sqlText(`${place.files}/`)}]`);
  await connection.run('SET enable_external_access = false');
  await connection.run('SET lock_configuration = true');
  connection.closeSync();
  return instance;
}

async function makeSample(file: string): Promise<void> {
  const {DuckDBInstance} = await loadPackage();
  mkdirSync(dirname(file), {recursive: true, mode: 0o700});
  const unfinished = `${file}.new`;
  for (const left of [unfinished, `${unfinished}.wal`]) rmSync(left, {force: true});
  const instance = await DuckDBInstance.create(unfinished);
  const connection = await instance.connect();
  await connection.run(sampleDataSql);
  connection.closeSync();
  instance.closeSync();
  renameSync(unfinished, file);
}

async function checkpoint(file: string): Promise<number> {
  const {DuckDBInstance} = await loadPackage();
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  const found = await connection.runAndReadAll('SELECT count(*)::INTEGER FROM duckdb_tables()');
  connection.closeSync();
  instance.closeSync();
  return Number(found.getRows()[0]?.[0]);
}

async function loadPackage(): Promise<typeof import('@duckdb/node-api')> {
  return await import('@duckdb/node-api');
}

async function answer({id, name, args}: Request): Promise<Response> {
  try {
    const call = calls[name] as (...args: readonly unknown[]) => Promise<unknown>;
    return {id, value: await call(...args)};
  } catch (error) {
    const kind = error instanceof SqlError ? error.kind : 'refused';
    return {id, error: {kind, message: (error as Error).message}};
  }
}

process.on('message', (request: Request) => {
  void answer(request).then(response => process.send?.(response));
});
process.on('disconnect', () => {
  setTimeout(() => process.exit(1), endTimeoutMs).unref();
  // Closed, the database is one file again, without a log to be read at the next start.
  void Promise.allSettled([...sessions.values()].map(endSession))
    .then(async () => (await opening)?.closeSync())
    .finally(() => process.exit(0));
});
