import {AppError} from '@gazetteer/model';
import {sqlName} from '@gazetteer/model/sql';
import {dialectName} from '@gazetteer/sql';

/** How a column lies in a file of Parquet, as statements of an engine call it, and what it becomes. */
export type StagedColumn = {
  readonly staged: string;
  readonly stagedType: string;
  readonly name: string;
  readonly type: string;
};

/** A table that is to be made of a folder with one file of Parquet. */
export type StagedTable = {
  /** The folder, as the engine calls it. */
  readonly folder: string;
  /** Letters and digits that names of tables for the time being end with. */
  readonly id: string;
  readonly columns: readonly StagedColumn[];
  readonly database: string;
  readonly table: string;
  readonly mode: 'create' | 'replace' | 'append';
  readonly format: string;
};

/** Statements that make the table, one after the other in one session. */
export type ImportScript = {
  readonly statements: readonly string[];
  /** Removes what the session alone has, however the statements end. */
  readonly cleanUp?: string;
  /**
   * Where a table is replaced: the one that is made first, which the statement at `madeAt` makes,
   * and `drop` removes. Once the old one may be gone it is all that there is.
   */
  readonly fresh?: {readonly table: string; readonly madeAt: number; readonly drop: string};
};

/** How an engine makes tables of files in the cluster's file system. */
export type StagedImport = {
  /** In which a table can be kept; the first one is offered. */
  readonly formats: readonly string[];
  /** @throws BAD_REQUEST for names that it cannot take */
  readonly script: (table: StagedTable) => ImportScript;
};

type Quoted = (name: string) => string;

/** Of Hive, and of Spark beside it; undefined for dialects that make no tables of such files. */
export function stagedImportOf(dialect: string, quoted: Quoted): StagedImport | undefined {
  switch (dialectName(dialect.toLowerCase())) {
    case 'hplsql':
    case 'procedural':
    case 'hms':
    case 'catalog':
    case 'impala':
      return undefined;
    case 'spark':
      return {formats: ['parquet', 'orc'], script: table => sparkScript(table, quoted)};
    default:
      return {formats: ['orc', 'parquet'], script: table => hiveScript(table, quoted)};
  }
}

/** Hive reads the folder as a table that its session alone has, and forgets with it. */
function hiveScript(table: StagedTable, quoted: Quoted): ImportScript {
  checkNames(table);
  const {database, id, folder, columns, format} = table;
  const source = `${quoted(database)}.${quoted(`gazetteer_import_${id}`)}`;
  const list = columns.map(({staged, stagedType}) => `${staged} ${stagedType}`);
  const made = scriptFrom(table, source, `STORED AS ${format.toUpperCase()}`, quoted);
  return {
    ...(made.fresh && {fresh: {...made.fresh, madeAt: made.fresh.madeAt + 1}}),
    statements: [
      `CREATE TEMPORARY EXTERNAL TABLE ${source} (${list.join(', ')})\nSTORED AS PARQUET LOCATION ${hiveText(folder)}`,
      ...made.statements,
    ],
    cleanUp: `DROP TABLE IF EXISTS ${source}`,
  };
}

/** Spark reads the folder where it is. */
function sparkScript(table: StagedTable, quoted: Quoted): ImportScript {
  checkNames(table);
  const source = `parquet.${sqlName(table.folder, '`')}`;
  return scriptFrom(table, source, `USING ${table.format.toUpperCase()}`, quoted);
}

/** A table is replaced once the new one is whole: neither engine replaces it in one step. */
function scriptFrom(
  {database, table, mode, columns, id}: StagedTable,
  source: string,
  keptAs: string,
  quoted: Quoted,
): ImportScript {
  const at = (name: string) => `${quoted(database)}.${quoted(name)}`;
  const selected = columns.map(
    ({staged, stagedType, name, type}) =>
      `${stagedType === type ? staged : `CAST(${staged} AS ${type})`} AS ${quoted(name)}`,
  );
  const rows = `SELECT ${selected.join(', ')}\nFROM ${source}`;
  const create = (name: string) => `CREATE TABLE ${at(name)} ${keptAs} AS\n${rows}`;
  if (mode === 'create') return {statements: [create(table)]};
  if (mode === 'append') {
    const names = columns.map(({name}) => quoted(name)).join(', ');
    return {statements: [`INSERT INTO TABLE ${at(table)} (${names})\n${rows}`]};
  }
  const fresh = `${table}_import_${id}`;
  return {
    statements: [
      create(fresh),
      `DROP TABLE IF EXISTS ${at(table)}`,
      `ALTER TABLE ${at(fresh)} RENAME TO ${at(table)}`,
    ],
    fresh: {table: fresh, madeAt: 0, drop: `DROP TABLE IF EXISTS ${at(fresh)}`},
  };
}

/** What Hive would fill in, or take apart, even inside of quotes. */
const strange = /[\p{Cc}`.,:;$]/u;

function checkNames({table, columns, format}: StagedTable): void {
  if (!/^\w{1,128}$/.test(table))
    throw new AppError('BAD_REQUEST', [
      `${JSON.stringify(table)} is no name for a table: it has letters of A to Z, digits and _`,
    ]);
  const wrong = columns.find(({name}) => strange.test(name));
  if (wrong !== undefined)
    throw new AppError('BAD_REQUEST', [
      `${JSON.stringify(wrong.name)} is no name for a column: it has no . , : ; $ or backquotes`,
    ]);
  if (!/^[a-z]+$/.test(format)) throw new AppError('BAD_REQUEST', [`There is no format ${format}`]);
}

function hiveText(text: string): string {
  return `'${text.replaceAll(/[\\']/g, sign => `\\${sign}`)}'`;
}
