import {also, form} from '@gazetteer/kernel';
import {text, word} from '@gazetteer/kernel/loose-fields';
import {
  anything,
  described,
  integer,
  list,
  mapOf,
  text as textShape,
} from '@gazetteer/kernel/shape';
import {describe} from '../editor-api/describe.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {listPartitions} from '../editor-api/partitions.ts';
import {description} from '../editor-api/shapes.ts';
import type {Editor} from '../editor.ts';
import {status} from '../http/envelope.ts';
import {answer, textList} from '../http/shapes.ts';
import {type Caller, query, stream} from '../operation.ts';

// What Hue's table browser asks, in its shapes. What changes tables is a statement of the editor.

const engine = {source_type: word('The engine')};
const toDescribe = {...engine, connector: {}, snippet: {}};

const databases = query('POST /databases', {
  summary: 'The databases of an engine',
  description: 'By name.',
  body: form(engine),
  answer: answer({databases: textList('Their names')}),
  run: async (e, {source_type}, {actor: {userName}, signal}) => {
    const found = findEngine(e, source_type);
    const gone = signal();
    const names = await e.pool.use(found, {name: userName}, session => session.databases(gone), {
      signal: gone,
    });
    return {status: status.ok, databases: names};
  },
});

const tablesFields = {...engine, filter: text('A part of their names')};
const tablesAnswer = answer({
  database_meta: described(mapOf(anything), 'What is known of the database'),
  tables: list(mapOf(anything), 'Name, type and comment'),
  table_names: textList('Their names'),
  search_filter: textShape('What was asked for'),
  count: integer('How many'),
});

const tables = query('POST /tables/{database}', {
  summary: 'The tables of a database',
  description: 'With `filter` those that have it in their names.',
  body: form(tablesFields),
  answer: tablesAnswer,
  run: async (e, {database, source_type, filter}, c) =>
    await tablesOf(e, c, database, source_type, filter),
});

async function tablesOf(
  e: Editor,
  {actor: {userName}, signal}: Caller,
  database: string,
  source: string,
  filter: string,
): Promise<object> {
  const found = findEngine(e, source);
  const gone = signal();
  const all = await e.pool.use(found, {name: userName}, session => session.tables(database, gone), {
    signal: gone,
  });
  const wanted = all.filter(({name}) => name.toLowerCase().includes(filter.toLowerCase()));
  return {
    status: status.ok,
    database_meta: {db_name: database},
    tables: wanted,
    table_names: wanted.map(({name}) => name),
    search_filter: filter,
    count: wanted.length,
  };
}

const table = also(
  'POST /table/{database}/{table}',
  describe,
  {
    summary: 'All that is known of a table',
    description: 'As `describe` of the editor.',
    body: form(engine),
    answer: description,
  },
  ({database, table: name, source_type}) => ({...toDescribe, names: [database, name], source_type}),
);

const databaseMetadata = also(
  'POST /databases/{database}/metadata',
  describe,
  {
    summary: 'All that is known of a database',
    description: 'As `describe` of the editor.',
    body: form(engine),
    answer: description,
  },
  ({database, source_type}) => ({...toDescribe, names: [database], source_type}),
);

const tablePartitions = also(
  'POST /table/{database}/{table}/partitions',
  listPartitions,
  {
    summary: 'The partitions of a table',
    description: 'As `partitions` of the editor.',
    body: form(engine),
    answer: listPartitions.address?.answer ?? anything,
  },
  ({database, table: name, source_type}) => ({names: [database, name], snippet: {}, source_type}),
);

/** The calls of Hue's table browser that only read. */
export const metastoreOperations = {
  metastoreDatabases: databases,
  metastoreTables: tables,
  metastoreTable: table,
  metastoreDatabase: databaseMetadata,
  metastorePartitions: tablePartitions,
};

/** The same addresses are bookmarks, which lead to the page, and with `format=json` calls. */
export const metastorePages = [
  stream(
    'GET /tables/{database}',
    {
      summary: 'The tables of a database, or the page of them',
      description: 'With `format=json` as the call; a redirect otherwise.',
      query: {...tablesFields, format: text('`json`')},
      answer: tablesAnswer,
    },
    async ({database, source_type, filter, format}, request, reply, {editorFor, callerOf}) =>
      format === 'json'
        ? await tablesOf(
            editorFor(request),
            callerOf(request, reply),
            database,
            source_type,
            filter,
          )
        : reply.redirect('/app/editor/'),
  ),
];
