import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {isView} from '../engine/table-description.ts';
import {ask} from '../statement/query-once.ts';
import {commentOf, describeTable, linkOf, linkTo} from './describe-table.ts';
import {ApiError, type Json, status} from './envelope.ts';
import {type Fields, textIn} from './fields.ts';
import {findEngine} from './find-engine.ts';

/** All that is known of a database, or of a table. */
export async function describe(e: Editor, userName: string, path: readonly string[], fields: Fields): Promise<Json> {
  const connector = fields.object('connector');
  const type = textIn(connector, 'type') || fields.word('source_type') || textIn(fields.object('snippet'), 'type');
  const engine = findEngine(e, type);
  const [database = '', table = '', part, column] = path;
  if (database === '') throw new ApiError(status.failed, 'There is no database to describe');
  if (table === '') return await describeDatabase(e, userName, engine, database);
  const described = await describeTable(e, userName, engine, database, table);
  if (part === 'stats' && column !== undefined)
    return await columnStats(e, userName, engine, [database, table, column]);
  const properties = Object.fromEntries(described.details);
  const stats = Object.fromEntries(described.parameters);
  return {
    status: status.ok,
    name: table,
    partition_keys: described.partitionKeys,
    primary_keys: [],
    cols: described.columns,
    path_location: described.details.get('Location') ?? '',
    hdfs_link: linkOf(described),
    comment: commentOf(described),
    is_view: isView(described),
    properties: [...described.details].map(([name, value]) => ({col_name: name, data_type: value, comment: null})),
    details: {properties, stats},
    stats: [...described.parameters].map(([name, value]) => ({data_type: name, comment: value, col_name: ''})),
  };
}

async function describeDatabase(e: Editor, userName: string, engine: SqlEngine, database: string): Promise<Json> {
  const described = await e.pool.use(engine, {name: userName}, session =>
    ask(session, engine.sql.describeDatabase(database)),
  );
  return {
    status: status.ok,
    db_name: described.name,
    comment: described.comment,
    location: described.location,
    owner_name: described.ownerName,
    owner_type: described.ownerType,
    parameters: described.parameters,
    hdfs_link: linkTo(described.location),
    message: '',
  };
}

async function columnStats(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  [database = '', table = '', column = '']: readonly string[],
): Promise<Json> {
  const stats = await e.pool.use(engine, {name: userName}, session =>
    ask(session, engine.sql.columnStats(database, table, column)),
  );
  return {status: status.ok, stats: stats.map(([name, value]) => ({[name]: value}))};
}
