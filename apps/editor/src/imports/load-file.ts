import {randomBytes} from 'node:crypto';
import type {Editor} from '../editor.ts';
import {runScript} from '../editor-api/run-script.ts';
import {queryOnce} from '../engine/query-once.ts';
import {type EngineStorage, type SqlEngine, SqlError} from '../engine/sql-engine.ts';
import type {ImportScript, StagedImport} from '../engine/staged-import.ts';
import type {FileSystem} from '../files/file-system.ts';
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
  await removeStale(storage, files, userName, e.loads.staged).catch((error: unknown) => {
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
      load.leftOver = folder;
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

async function runStatements(
  e: Editor,
  {userName, engine, target: {database}}: LoadRequest,
  {script: {statements, fresh}}: Plan,
  load: FileLoad,
  signal: AbortSignal,
): Promise<void> {
  const run = async (
    texts: readonly string[],
    until: AbortSignal,
    tell: (place: number) => void,
  ) => {
    const order = {engine, database, previousFields: {}, preparation: readPreparation()};
    const text = texts.map(one => `${one};\n`).join('');
    await runScript(e, userName, {...order, text}, until, (uuid, at) => {
      load.statement = uuid;
      tell(at);
    });
  };
  let place = 0;
  try {
    await run(statements, signal, at => {
      place = at;
    });
  } catch (error) {
    if (fresh === undefined || place < fresh.madeAt) throw error;
    // Where nobody knows whether the old table was dropped, the new one may be all that there is.
    const isUnknown = error instanceof SqlError && error.kind !== 'refused';
    if (place > fresh.madeAt || isUnknown)
      throw new Unfinished(
        `${(error as Error).message} The rows are in the table ${fresh.table}.`,
        {cause: error},
      );
    await run([fresh.drop], AbortSignal.timeout(limits.timeoutMs), () => undefined);
    throw error;
  }
}
