import type {TablePath} from '@gazetteer/sql';
import type {CatalogLink, TableName} from '../catalog/catalog-link.ts';
import {ask} from '../engine/query-once.ts';
import {schemaOf} from '../engine/duckdb/duckdb-dialect.ts';
import {SqlError, type SqlEngine, type SqlSession} from '../engine/sql-engine.ts';
import type {Editor} from '../editor.ts';
import {datasetKeyOf, type KnownDataset} from './lineage-event.ts';

/** More are hardly in a statement; each is a question to its engine. */
const maxTables = 100;

export type NamedTable = KnownDataset & TableName;

/**
 * What the names of a statement mean to its engine, by their paths: what is not there, as a
 * temporary table of a session that has ended, is left out.
 * @throws {SqlError} when the engine cannot be asked
 */
export async function namedTables(
  e: Pick<Editor, 'pool'> & {readonly catalog: CatalogLink},
  {engine, userName, database}: {engine: SqlEngine; userName: string; database: string},
  paths: readonly TablePath[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, NamedTable>> {
  const work = async (session: SqlSession) => {
    const found = new Map<string, NamedTable>();
    for (const path of paths.slice(0, maxTables)) {
      for (const name of candidates(path, database, engine)) {
        const columns = await columnsOf(session, engine, name, signal);
        if (columns === undefined) continue;
        const dataset = e.catalog.datasetOf(engine.id, userName, name);
        found.set(datasetKeyOf(path), {...dataset, ...name, columns});
        break;
      }
    }
    return found;
  };
  return await e.pool.use(engine, {name: userName}, work, {signal, isBackground: true});
}

/** Where a name is looked for, in the order of the engine. */
function candidates(path: TablePath, database: string, {storage}: SqlEngine): TableName[] {
  const isEmbedded = storage !== undefined;
  const current = isEmbedded ? schemaOf(database) : database;
  const [first = '', second = '', third] = path;
  if (path.length === 1) {
    const places = isEmbedded ? [...new Set([current, 'main', 'sample'])] : [current];
    return places.map(place => ({database: place, table: first}));
  }
  if (path.length === 2) return [{database: first, table: second}];
  if (path.length > 3 || third === undefined) return [];
  if (isEmbedded)
    return [{database: first.toLowerCase() === 'warehouse' ? second : first, table: third}];
  // Catalogs of others are tables of other engines.
  return /^(?:spark_catalog|hive)$/i.test(first) ? [{database: second, table: third}] : [];
}

async function columnsOf(
  session: SqlSession,
  engine: SqlEngine,
  {database, table}: TableName,
  signal: AbortSignal,
): Promise<KnownDataset['columns'] | undefined> {
  try {
    const described = await ask(session, engine.sql.describeTable(database, table), signal);
    const columns = [...described.columns, ...described.partitionKeys];
    return columns.length === 0 ? undefined : columns;
  } catch (error) {
    // There is no such table, or it is not for this person.
    if (error instanceof SqlError && error.kind === 'refused') return undefined;
    throw error;
  }
}
