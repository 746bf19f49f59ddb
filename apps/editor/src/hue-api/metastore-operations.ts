import {also, form} from '@gazetteer/kernel';
import {text, word} from '@gazetteer/kernel/loose-fields';
import {
  anything,
  described,
  flag,
  integer,
  list,
  mapOf,
  nullable,
  text as textShape,
} from '@gazetteer/kernel/shape';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {describe} from '../editor-api/describe.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {listPartitions} from '../editor-api/partitions.ts';
import {description} from '../editor-api/table-shapes.ts';
import type {Editor} from '../editor.ts';
import {hiveText} from '../engine/table-statements.ts';
import {type Json, status} from '../http/envelope.ts';
import {answer, textList, whole} from '../http/shapes.ts';
import {type Caller, type Door, query, stream} from '../operation.ts';

// What Hue's table browser asks, in its shapes.

const engine = {source_type: word('The engine')};
const toDescribe = {...engine, connector: {}, snippet: {}};

const databasesAnswer = answer({databases: textList('Their names')});

const databases = query('POST /databases', {
  summary: 'The databases of an engine',
  description: 'By name.',
  body: form(engine),
  answer: databasesAnswer,
  run: async (e, {source_type}, c) => await databasesOf(e, c, source_type),
});

async function databasesOf(
  e: Editor,
  {actor: {userName}, signal}: Caller,
  source: string,
): Promise<object> {
  const found = findEngine(e, source);
  const gone = signal();
  const names = await e.pool.use(found, {name: userName}, session => session.databases(gone), {
    signal: gone,
  });
  return {status: status.ok, databases: names};
}

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

const metadataAnswer = answer({data: described(mapOf(anything), 'What is known of it')});

const databaseMetadata = query('POST /databases/{database}/metadata', {
  summary: 'All that is known of a database',
  description: 'Where it lies, whose it is and its properties.',
  body: form(engine),
  answer: metadataAnswer,
  run: async (e, {database, source_type}, c) => await metadataOf(e, c, [database], source_type),
});

const tableMetadata = query('POST /table/{database}/{table}/metadata', {
  summary: 'All that is known of a table, in one member',
  description: 'As `describe` of the editor.',
  body: form(engine),
  answer: metadataAnswer,
  run: async (e, {database, table: name, source_type}, c) =>
    await metadataOf(e, c, [database, name], source_type),
});

async function metadataOf(
  e: Editor,
  c: Caller,
  names: string[],
  source_type: string,
): Promise<object> {
  const {status: _, ...data} = await describedAt(e, c, names, source_type);
  return {status: status.ok, data};
}

async function describedAt(
  e: Editor,
  c: Caller,
  names: string[],
  source_type: string,
): Promise<Json> {
  return await describe.run(e, {...toDescribe, names, source_type}, c);
}

const partitionsAnswer = answer({
  partition_keys_json: textList('Columns that the table is divided by'),
  partition_values_json: list(
    whole({
      columns: list(nullable(textShape()), 'The values'),
      partitionSpec: textShape('As statements name it'),
      readUrl: textShape('Its rows'),
      browseUrl: textShape('The files of the cluster'),
      notebookUrl: textShape('Its rows in the editor'),
    }),
    'The partitions',
  ),
  is_cut: flag('Whether there are more than are listed'),
});

const tablePartitions = query('POST /table/{database}/{table}/partitions', {
  summary: 'The partitions of a table',
  description: '`list_partitions_limit` says how many are listed.',
  body: form(engine),
  answer: partitionsAnswer,
  run: async (e, {database, table: name, source_type}, c) =>
    await partitionsOf(e, c, database, name, source_type),
});

async function partitionsOf(
  e: Editor,
  c: Caller,
  database: string,
  table: string,
  source_type: string,
): Promise<object> {
  const names = [database, table];
  const found = await listPartitions.run(e, {names, snippet: {}, source_type}, c);
  const keys = found.partition_keys.map(({name}) => name);
  const at = `/metastore/table/${names.map(encodeURIComponent).join('/')}/partitions`;
  return {
    status: status.ok,
    partition_keys_json: keys,
    partition_values_json: found.partitions.map(values => {
      const spec = keys.map((key, i) => `${key}=${hiveText(String(values[i] ?? ''))}`).join(',');
      const place = `${at}/${encodeURIComponent(spec)}`;
      return {
        columns: values,
        partitionSpec: spec,
        readUrl: `${place}/read`,
        browseUrl: `${place}/browse`,
        notebookUrl: `${place}/read`,
      };
    }),
    is_cut: found.is_cut,
  };
}

/** The calls of Hue's table browser that only read. */
export const metastoreOperations = {
  metastoreDatabases: databases,
  metastoreTables: tables,
  metastoreTable: table,
  metastoreDatabase: databaseMetadata,
  metastoreTableMetadata: tableMetadata,
  metastorePartitions: tablePartitions,
};

/** Where tables are looked at. */
function pageOf(engine: string, ...names: readonly string[]): string {
  return ['/app/tables', ...[engine || '-', ...names].map(encodeURIComponent)].join('/');
}

const asked = {...engine, format: text('`json`')};
const asJson = 'With `format=json` as the call; a redirect otherwise.';

/** The same addresses are bookmarks, which lead to the page, and with `format=json` calls. */
export const metastorePages = [
  stream(
    'GET /databases',
    {
      summary: 'The databases of an engine, or the page of them',
      description: asJson,
      query: asked,
      answer: databasesAnswer,
    },
    async ({source_type, format}, request, reply, door) =>
      format === 'json'
        ? await databasesOf(...of(door, request, reply), source_type)
        : reply.redirect(pageOf(source_type)),
  ),
  stream(
    'GET /databases/{database}/metadata',
    {
      summary: 'All that is known of a database',
      description: 'As with POST.',
      query: engine,
      answer: metadataAnswer,
    },
    async ({database, source_type}, request, reply, door) =>
      await metadataOf(...of(door, request, reply), [database], source_type),
  ),
  stream(
    'GET /tables/{database}',
    {
      summary: 'The tables of a database, or the page of them',
      description: asJson,
      query: {...tablesFields, format: text('`json`')},
      answer: tablesAnswer,
    },
    async ({database, source_type, filter, format}, request, reply, door) =>
      format === 'json'
        ? await tablesOf(...of(door, request, reply), database, source_type, filter)
        : reply.redirect(pageOf(source_type, database)),
  ),
  stream(
    'GET /table/{database}/{table}',
    {
      summary: 'All that is known of a table, or its page',
      description: asJson,
      query: asked,
      answer: description,
    },
    async ({database, table: name, source_type, format}, request, reply, door) =>
      format === 'json'
        ? await describedAt(...of(door, request, reply), [database, name], source_type)
        : reply.redirect(pageOf(source_type, database, name)),
  ),
  stream(
    'GET /table/{database}/{table}/metadata',
    {
      summary: 'All that is known of a table, in one member',
      description: 'As with POST.',
      query: engine,
      answer: metadataAnswer,
    },
    async ({database, table: name, source_type}, request, reply, door) =>
      await metadataOf(...of(door, request, reply), [database, name], source_type),
  ),
  stream(
    'GET /table/{database}/{table}/partitions',
    {
      summary: 'The partitions of a table, or its page',
      description: asJson,
      query: asked,
      answer: partitionsAnswer,
    },
    async ({database, table: name, source_type, format}, request, reply, door) =>
      format === 'json'
        ? await partitionsOf(...of(door, request, reply), database, name, source_type)
        : reply.redirect(pageOf(source_type, database, name)),
  ),
];

function of(
  {editorFor, callerOf}: Door,
  request: FastifyRequest,
  reply: FastifyReply,
): [Editor, Caller] {
  return [editorFor(request), callerOf(request, reply)];
}
