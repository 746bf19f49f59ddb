import {AppError} from '@gazetteer/model';
import {form} from '@gazetteer/kernel';
import {object, textIn, word} from '@gazetteer/kernel/loose-fields';
import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {isView, type TableDescription} from '../engine/table-description.ts';
import {ask} from '../engine/query-once.ts';
import {commentOf, describeTable, linkOf, linkTo} from './describe-table.ts';
import {type Json, status} from '../http/envelope.ts';
import {query} from '../operation.ts';
import {findEngine} from './find-engine.ts';
import {description} from './table-shapes.ts';

/** All that is known of a database, or of a table. */
export const describe = query('POST /describe/{*names}', {
  summary: 'All that is known of a table, a database, or a column',
  description:
    'The path has the names of a database and a table; for the figures of a column then `stats` and its name.',
  body: form({
    connector: object('Its `type` is the engine'),
    source_type: word('The engine'),
    snippet: object('Its `type` is the engine'),
  }),
  answer: description,
  run: async (e, {names, connector, source_type, snippet}, {actor: {userName}}): Promise<Json> => {
    const engine = findEngine(
      e,
      textIn(connector, 'type') || source_type || textIn(snippet, 'type'),
    );
    const [database = '', table = '', part, column] = names;
    if (database === '') throw new AppError('BAD_REQUEST', ['There is no database to describe']);
    if (table === '') return await describeDatabase(e, userName, engine, database);
    const described = await describeTable(e, userName, engine, database, table);
    if (part === 'stats' && column !== undefined)
      return await columnStats(e, userName, engine, [database, table, column]);
    return tableJson(table, described);
  },
});

function tableJson(name: string, described: TableDescription): Json {
  const properties = Object.fromEntries(described.details);
  const stats = Object.fromEntries(described.parameters);
  return {
    status: status.ok,
    name,
    partition_keys: described.partitionKeys,
    primary_keys: [],
    cols: described.columns,
    path_location: described.details.get('Location') ?? '',
    hdfs_link: linkOf(described),
    comment: commentOf(described),
    is_view: isView(described),
    properties: [...described.details].map(([key, value]) => ({
      col_name: key,
      data_type: value,
      comment: null,
    })),
    details: {properties, stats},
    stats: [...described.parameters].map(([key, value]) => ({
      data_type: key,
      comment: value,
      col_name: '',
    })),
  };
}

async function describeDatabase(
  e: Editor,
  userName: string,
  engine: SqlEngine,
  database: string,
): Promise<Json> {
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
