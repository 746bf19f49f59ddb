import {also, form} from '@gazetteer/kernel';
import {flag, object, text, word, words} from '@gazetteer/kernel/loose-fields';
import {anything, described, mapOf, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {executeText} from '../editor-api/execute.ts';
import {describeTable} from '../editor-api/describe-table.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {executed} from '../editor-api/statement-shapes.ts';
import type {Editor} from '../editor.ts';
import type {SqlEngine} from '../engine/sql-engine.ts';
import {isView} from '../engine/table-description.ts';
import {status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {type Caller, change} from '../operation.ts';
import {partitionOf} from './partition-spec.ts';
import {needed, runToEnd, tableStatements} from './run-statements.ts';

// What Hue's table browser changes: statements in the words of the engine, which the caller could
// have written, and which stand in their history.

const engine = {source_type: word('The engine')};
const done = answer({data: described(mapOf(anything), 'As it is now')});

const dropTables = change('POST /tables/drop/{database}', {
  summary: 'Drop tables or views',
  description: 'One after the other; the first that cannot be dropped ends it.',
  body: form({...engine, table_selection: words('Their names')}),
  answer: executed,
  run: async (e, {database, source_type, table_selection}, c) => {
    const found = findEngine(e, source_type);
    const {dropTable} = tableStatements(found);
    const names = some(table_selection, 'table_selection');
    const all: string[] = [];
    // One session after the other: a person may have few.
    for (const name of names)
      all.push(dropTable(database, name, await kindOf(e, c, found, database, name)));
    return await runToEnd(e, c.actor.userName, found, all, c.signal());
  },
});

const dropDatabases = change('POST /databases/drop', {
  summary: 'Drop databases',
  description: 'With all that is in them.',
  body: form({...engine, database_selection: words('Their names')}),
  answer: executed,
  run: async (e, {source_type, database_selection}, c) => {
    const found = findEngine(e, source_type);
    const {dropDatabase} = tableStatements(found);
    const all = some(database_selection, 'database_selection').map(dropDatabase);
    return await runToEnd(e, c.actor.userName, found, all, c.signal());
  },
});

const alterDatabase = change('POST /databases/{database}/alter', {
  summary: 'Set properties of a database',
  description: 'By name; others stay.',
  body: form({...engine, properties: object('Texts by name')}),
  answer: done,
  run: async (e, {database, source_type, properties}, c) => {
    const found = findEngine(e, source_type);
    const {setProperties} = tableStatements(found);
    const set = needed(found, setProperties, 'have properties of databases');
    if (Object.keys(properties).length === 0)
      throw new AppError('BAD_REQUEST', ['properties has none']);
    const texts = Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [name, String(value)]),
    );
    await runToEnd(e, c.actor.userName, found, [set(database, texts)], c.signal());
    return {status: status.ok, data: texts};
  },
});

const alterTable = change('POST /table/{database}/{table}/alter', {
  summary: 'Rename a table, or say what it is for',
  description: '`new_table_name`, `comment`, or both. A comment may be empty.',
  body: form({
    ...engine,
    new_table_name: text('Its new name'),
    comment: text('What it is for', '\0'),
  }),
  answer: done,
  run: async (e, {database, table, source_type, new_table_name: given, comment}, c) => {
    const found = findEngine(e, source_type);
    const {renameTable, commentOn} = tableStatements(found);
    const to = given.trim();
    const kind = await kindOf(e, c, found, database, table);
    const all = [
      ...(comment === '\0' ? [] : [commentOn(database, table, comment, kind)]),
      ...(to === '' || to === table ? [] : [renameTable(database, table, to, kind)]),
    ];
    if (all.length === 0)
      throw new AppError('BAD_REQUEST', ['There is neither new_table_name nor comment']);
    await runToEnd(e, c.actor.userName, found, all, c.signal());
    return {status: status.ok, data: {name: to || table, ...(comment !== '\0' && {comment})}};
  },
});

const alterColumn = change('POST /table/{database}/{table}/alter_column', {
  summary: 'Rename a column, change its type, or say what it is for',
  description: 'What is left out stays.',
  body: form({
    ...engine,
    column: text('Its name'),
    new_column_name: text('Its new name'),
    new_column_type: text('Its new type'),
    comment: text('What it is for', '\0'),
  }),
  answer: done,
  run: async (e, {database, table, source_type, ...given}, c) => {
    const found = findEngine(e, source_type);
    const {changeColumn} = tableStatements(found);
    const described = await describeTable(e, c.actor.userName, found, database, table);
    const before = described.columns.find(({name}) => name === given.column);
    if (before === undefined)
      throw new AppError('NOT_FOUND', [`${table} has no column ${given.column}`]);
    const type = given.new_column_type.trim() || before.type;
    const after = {
      name: before.name,
      newName: given.new_column_name.trim() || before.name,
      type,
      isRetyped: type !== before.type,
      comment: given.comment === '\0' ? undefined : given.comment,
    };
    await runToEnd(e, c.actor.userName, found, changeColumn(database, table, after), c.signal());
    const {newName: name, comment = before.comment} = after;
    return {status: status.ok, data: {name, type, comment}};
  },
});

const dropPartitions = change('POST /table/{database}/{table}/partitions/drop', {
  summary: 'Drop partitions of a table',
  description: "Each as statements name it: `day='2024-01-01',region='eu'`.",
  body: form({...engine, partition_selection: words('The partitions')}),
  answer: executed,
  run: async (e, {database, table, source_type, partition_selection}, c) => {
    const found = findEngine(e, source_type);
    const drop = needed(found, tableStatements(found).dropPartition, 'have partitions');
    const all = some(partition_selection, 'partition_selection').map(one =>
      drop(database, table, partitionOf(one)),
    );
    return await runToEnd(e, c.actor.userName, found, all, c.signal());
  },
});

const loadTable = change('POST /table/{database}/{table}/load', {
  summary: 'Move a file of the cluster into a table',
  description: 'Its rows are added, or with `overwrite` those before them go.',
  body: form({...engine, path: text('The file'), overwrite: flag('Whether the rows before go')}),
  answer: executed,
  run: async (e, {database, table, source_type, path, overwrite}, c) => {
    const found = findEngine(e, source_type);
    const load = needed(found, tableStatements(found).loadData, 'load files of the cluster');
    if (path === '') throw new AppError('BAD_REQUEST', ['There is no path']);
    const sql = load(database, table, path, overwrite);
    return await runToEnd(e, c.actor.userName, found, [sql], c.signal());
  },
});

const refreshTable = change('POST /table/{database}/{table}/refresh', {
  summary: 'Have an engine read anew what it keeps of a table',
  description: 'Such as which files it has. Status 5 where an engine keeps nothing.',
  body: form(engine),
  answer: executed,
  run: async (e, {database, table, source_type}, c) => {
    const found = findEngine(e, source_type);
    const refresh = needed(found, tableStatements(found).refresh, 'keep anything of tables');
    return await runToEnd(e, c.actor.userName, found, [refresh(database, table)], c.signal());
  },
});

/** The calls of Hue's table browser that change something. */
export const metastoreChanges = {
  dropMetastoreTables: dropTables,
  dropMetastoreDatabases: dropDatabases,
  alterMetastoreDatabase: alterDatabase,
  alterMetastoreTable: alterTable,
  alterMetastoreColumn: alterColumn,
  dropMetastorePartitions: dropPartitions,
  loadMetastoreTable: loadTable,
  refreshMetastoreTable: refreshTable,
};

const analyzeBody = form({
  withColumns: flag('Figures of its columns as well, where the engine tells them apart'),
});
const analyzed = answer({
  message: textShape('Empty'),
  history_uuid: textShape('Id of the statement, which may still run'),
});

/** Begins it alone: on a large table it takes as long as a query. */
const analyzeTable = change('POST /{dialect}/analyze/{database}/{table}', {
  summary: 'Have an engine work out the figures of a table',
  description: 'Answers when it has begun; `check_status` of the editor tells the rest.',
  body: analyzeBody,
  answer: analyzed,
  run: async (e, {dialect, database, table, withColumns}, c) => {
    const found = findEngine(e, dialect);
    const analyze = needed(found, tableStatements(found).analyze, 'analyze tables');
    const begun = await executeText(
      e,
      c.actor.userName,
      found,
      'default',
      analyze(database, table, withColumns),
    );
    return {status: status.ok, message: '', history_uuid: String(begun['history_uuid'])};
  },
});

/** Of `/api/v1`. */
export const analysisOfTables = {
  analyzeTable,
  analyzeColumns: also(
    'POST /{dialect}/analyze/{database}/{table}/{columns}',
    analyzeTable,
    {
      summary: 'Have an engine work out the figures of a table and its columns',
      description: 'Whichever columns are named, those of all are worked out.',
      answer: analyzed,
    },
    ({dialect, database, table}) => ({dialect, database, table, withColumns: true}),
  ),
};

async function kindOf(
  e: Editor,
  {actor: {userName}}: Caller,
  found: SqlEngine,
  database: string,
  name: string,
): Promise<'TABLE' | 'VIEW'> {
  return isView(await describeTable(e, userName, found, database, name)) ? 'VIEW' : 'TABLE';
}

function some(given: readonly string[], name: string): readonly string[] {
  if (given.length === 0) throw new AppError('BAD_REQUEST', [`${name} has none`]);
  return given;
}
