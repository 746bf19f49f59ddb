import {randomBytes} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import type {Editor} from '../editor.ts';
import {runScript} from '../editor-api/run-script.ts';
import {queryOnce} from '../engine/query-once.ts';
import {type EngineStorage, type SqlEngine, SqlError} from '../engine/sql-engine.ts';
import type {ImportScript, StagedImport} from '../engine/staged-import.ts';
import type {FileSystem} from '../files/file-system.ts';
import type {Lease} from '../session/lease.ts';
import {readPreparation} from '../statement/preparation.ts';
import {type FileLoad, Unfinished} from './file-loads.ts';
import {limits} from './guess.ts';
import {type ImportColumn, type ImportFile, type ImportTarget, rowsSql} from './import-sql.ts';
import {type Staging, stagedColumns} from './staged-columns.ts';
import {
  removeFile,
  removeStale,
  stage,
  stagingFile,
  stagingFolder,
  unstage,
} from './staging-folders.ts';

/** How long what is to be removed is waited for. */
const cleanUpMs = 10_000;
/** How long a session is waited for where as many are in use as the person may have. */
const sessionMs = 60_000;

/** A file of the embedded engine that is to become a table of another engine. */
export type LoadRequest = {
  readonly userName: string;
  /** The engine that reads the file, and where that keeps it. */
  readonly reader: SqlEngine;
  readonly storage: EngineStorage;
  readonly file: ImportFile;
  readonly columns: readonly ImportColumn[];
  readonly target: ImportTarget & {readonly format: string};
  /** The engine that gets the table, how it makes it, and the files that it reads. */
  readonly engine: SqlEngine;
  readonly importer: StagedImport;
  readonly files: FileSystem;
};

type Plan = {
  readonly id: string;
  /** In the cluster. */
  readonly folder: string;
  readonly columns: readonly Staging[];
  readonly script: ImportScript;
};

/** What would be done with a file, by what the embedded engine tells of its columns. */
export async function planLoad(
  e: Editor,
  request: LoadRequest,
  signal: AbortSignal,
): Promise<Plan> {
  const {userName, reader, files, file, importer, target} = request;
  const id = randomBytes(8).toString('hex');
  const rows = rowsSql(file, request.columns, target.skipsBadRows);
  const described = await e.pool.use(
    reader,
    {name: userName},
    async session => (await queryOnce(session, `DESCRIBE ${rows}`, limits, signal)).rows,
    {signal},
  );
  const columns = stagedColumns(described.map(([name, type]) => [String(name), String(type)]));
  const folder = await stagingFolder(files, userName, id);
  const address = `${files.address ?? ''}${folder}`;
  return {id, folder, columns, script: importer.script({...target, id, folder: address, columns})};
}

/**
 * Makes a table of a file by way of the cluster's files. Nothing is left then but the table, also
 * where it fails or is canceled.
 */
export async function loadFile(
  e: Editor,
  request: LoadRequest,
  plan: Plan,
  load: FileLoad,
  signal: AbortSignal,
): Promise<void> {
  const {userName, storage, files} = request;
  const [local, {folder}] = [stagingFile(plan.id), plan];
  e.loads.staged.add(plan.id);
  await removeStale(storage, files, userName, e.loads.staged, signal).catch((error: unknown) => {
    e.log.warn({module: 'import', error, userName}, 'Old staging folders were not removed');
  });
  try {
    load.rows = await writeRows(e, request, plan, local, signal);
    load.phase = 'sending';
    const file = await storage.fileOf(userName, local);
    if (file === undefined) throw new Error(`The file ${local} was deleted during the import.`);
    const tell = (sent: number, total: number) => {
      load.sentBytes = sent;
      load.totalBytes = total;
    };
    await stage(files, userName, {file, folder}, tell, signal);
    await removeFile(storage, userName, local);
    load.phase = 'running';
    await runStatements(e, request, plan, load, signal);
  } finally {
    e.loads.staged.delete(plan.id);
    await removeFile(storage, userName, local);
    await unstage(files, userName, folder).catch((error: unknown) => {
      e.log.warn({module: 'import', error, userName, folder}, 'A staging folder was not removed');
      load.leftOver = [load.leftOver, folder].filter(one => one !== undefined).join(', ');
    });
  }
}

/** @returns how many there are */
async function writeRows(
  e: Editor,
  {userName, reader, file, columns, target}: LoadRequest,
  plan: Plan,
  local: string,
  signal: AbortSignal,
): Promise<number> {
  const list = plan.columns.map(({expression, staged}) => `${expression} AS ${staged}`);
  const rows = rowsSql(file, columns, target.skipsBadRows);
  const sql = `COPY (SELECT ${list.join(', ')} FROM (${rows})) TO '${local}' (FORMAT parquet)`;
  return await e.pool.use(
    reader,
    {name: userName},
    async session => {
      await queryOnce(session, sql, limits, signal);
      const count = `SELECT count(*) FROM read_parquet('${local}')`;
      return Number((await queryOnce(session, count, limits, signal)).rows[0]?.[0]);
    },
    {signal},
  );
}

/** In one session, which is left as it was. */
async function runStatements(
  e: Editor,
  request: LoadRequest,
  {script}: Plan,
  load: FileLoad,
  signal: AbortSignal,
): Promise<void> {
  const {userName, engine} = request;
  const waitOptions = {maxMs: sessionMs, onPosition: () => undefined, signal};
  const held = await e.pool.lease(engine, {name: userName}, {signal, waitOptions});
  const cleanUp = async (sql: string): Promise<boolean> => {
    try {
      const until = AbortSignal.timeout(cleanUpMs);
      await held.run(async session => await queryOnce(session, sql, limits, until));
      return true;
    } catch (error) {
      e.log.warn({module: 'import', error, userName, sql}, 'An import was not cleaned up');
      return false;
    }
  };
  try {
    const {statements, fresh} = script;
    const run = scriptRunner(e, request, held, load);
    if (fresh === undefined) await run(statements, signal);
    else
      await replace(run, {statements, fresh}, request.target.table, signal, async () => {
        if (!(await cleanUp(fresh.drop))) load.leftOver = fresh.table;
      });
  } finally {
    if (script.cleanUp !== undefined) await cleanUp(script.cleanUp);
    await held.release();
  }
}

/** @param tell hears the place of each statement before it is sent */
type Run = (
  texts: readonly string[],
  until: AbortSignal,
  tell?: (place: number) => void,
) => Promise<void>;

function scriptRunner(
  e: Editor,
  {userName, engine, target: {database}}: LoadRequest,
  held: Lease,
  load: FileLoad,
): Run {
  const order = {engine, database, previousFields: {}, preparation: readPreparation()};
  return async (texts, until, tell) => {
    const text = texts.map(one => `${one};\n`).join('');
    const whole = {...order, text, held, isExactSession: true};
    await runScript(e, userName, whole, until, (uuid, place) => {
      load.statement = uuid;
      tell?.(place);
    });
  };
}

/** Nobody cancels it any more once the old table may be gone. */
async function replace(
  run: Run,
  {statements, fresh}: Required<Pick<ImportScript, 'statements' | 'fresh'>>,
  table: string,
  signal: AbortSignal,
  dropFresh: () => Promise<void>,
): Promise<void> {
  const behind = fresh.madeAt + 1;
  let place = -1;
  const tell = (at: number) => {
    place = at;
  };
  try {
    await run(statements.slice(0, behind), signal, tell);
    signal.throwIfAborted();
  } catch (error) {
    if (place < fresh.madeAt) throw error;
    await dropFresh();
    if (!isUnknown(error)) throw error;
    const left = `The table ${fresh.table} may be left over; ${table} is as it was.`;
    throw new Unfinished(`${(error as Error).message} ${left}`, {cause: error});
  }
  place = -1;
  try {
    await run(statements.slice(behind), AbortSignal.timeout(limits.timeoutMs), tell);
  } catch (error) {
    if (place < 0 || (place === 0 && isUnsent(error))) {
      await dropFresh();
      throw error;
    }
    const left = `The rows are in the table ${fresh.table}.`;
    throw new Unfinished(`${(error as Error).message} ${left}`, {cause: error});
  }
}

/** Whether the statement may have been run, or run still. */
function isUnknown(error: unknown): boolean {
  if (error instanceof SqlError) return error.kind !== 'refused';
  return error instanceof Error && error.cause instanceof SqlError;
}

/** Whether the server certainly has not run the statement. */
function isUnsent(error: unknown): boolean {
  if (error instanceof SqlError) return error.kind === 'refused';
  return error instanceof AppError && error.fields['query_status'] !== undefined;
}
