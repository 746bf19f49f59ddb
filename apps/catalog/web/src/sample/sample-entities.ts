import type {Schemas} from '@gazetteer/client';
import {origin} from './origin.ts';
import {type Load, loads, tables} from './warehouse.ts';

type Entity = Schemas['EntityInput'];

const cluster = 'sample';
const dayMs = 86_400_000;

/**
 * All entities of the sample, with temporary guids that stand for what they are called:
 * `-raw.orders`.
 */
export function sampleEntities(now: number): readonly Entity[] {
  return [
    ...Object.entries(tables).flatMap(([database, members]) =>
      databaseEntities(database, members, now),
    ),
    ...sources(),
    ...loads.flatMap(load => loadEntities(load, now)),
  ];
}

/** The qualified name under which a sample entity is stored: `raw.orders@sample`. */
export function qualifiedName(path: string): string {
  return `${path}@${cluster}`;
}

const ref = (path: string, typeName: string) => ({guid: `-${path}`, typeName});

/** A guid with a minus in front stands for an entity of the same request. */
function make(
  typeName: string,
  path: string,
  attributes: Readonly<Record<string, unknown>>,
  relationshipAttributes: Readonly<Record<string, unknown>> = {},
): Entity {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return {
    typeName,
    guid: `-${path}`,
    // By which they are found again.
    labels: [origin],
    attributes: {qualifiedName: qualifiedName(path), name, ...attributes},
    relationshipAttributes,
  };
}

function databaseEntities(
  database: string,
  members: (typeof tables)[string],
  now: number,
): Entity[] {
  const about =
    {
      raw: 'As delivered',
      staging: 'Cleaned',
      warehouse: 'Facts and dimensions',
      marts: 'For reports',
    }[database] ?? '';
  return [
    make('hive_db', database, {clusterName: cluster, owner: 'platform', description: about}),
    ...Object.entries(members).flatMap(([name, table], n) =>
      tableEntities(`${database}.${name}`, table, ref(database, 'hive_db'), now - (n + 20) * dayMs),
    ),
  ];
}

function tableEntities(
  path: string,
  {about, owner, columns}: (typeof tables)[string][string],
  db: object,
  createTime: number,
): Entity[] {
  const table = make(
    'hive_table',
    path,
    {
      description: about,
      owner,
      // Some days apart, so that sorting by age shows something.
      createTime,
      tableType: 'MANAGED_TABLE',
      temporary: false,
      retention: 0,
      parameters: {format: 'parquet'},
    },
    {db},
  );
  const parts = columnsOf(columns).map(({name, type, comment}, position) =>
    make(
      'hive_column',
      `${path}.${name}`,
      {type, position, owner, ...(comment === '' ? {} : {comment, description: comment})},
      {table: ref(path, 'hive_table')},
    ),
  );
  return [table, ...parts];
}

export function columnsOf(
  text: string,
): readonly {readonly name: string; readonly type: string; readonly comment: string}[] {
  return text.split('\n').map(line => {
    const [name = '', type = '', ...comment] = line.split(' ');
    return {name, type, comment: comment.join(' ')};
  });
}

/** Where the raw tables come from. */
function sources(): Entity[] {
  const topic = make('kafka_topic', 'web_events', {
    topic: 'web_events',
    uri: 'kafka://broker:9092/web_events',
    owner: 'shop',
    description: 'Clicks and views of the web shop.',
    partitionCount: 12,
  });
  const path = make('hdfs_path', 'landing', {
    path: '/landing/shop',
    clusterName: cluster,
    owner: 'shop',
    description: 'Exports of the shop’s database, hourly.',
  });
  const ingest = (name: string, input: object, to: readonly string[]) =>
    make(
      'spark_process',
      `jobs.${name}`,
      {
        currUser: 'ingest',
        queryText: `spark-submit ${name}.py`,
        description: 'Copies new files and messages.',
        executionId: 1,
      },
      {
        inputs: [input],
        outputs: to.map(one => ref(one, 'hive_table')),
      },
    );
  return [
    topic,
    path,
    ingest('ingest_shop', ref('landing', 'hdfs_path'), [
      'raw.orders',
      'raw.order_items',
      'raw.customers',
      'raw.products',
    ]),
    ingest('ingest_events', ref('web_events', 'kafka_topic'), ['raw.web_events']),
  ];
}

function loadEntities(load: Load, now: number): Entity[] {
  const path = `jobs.${load.name}`;
  const queryText = `INSERT OVERWRITE TABLE ${load.to}\nSELECT …\nFROM ${load.from.join(' JOIN ')}`;
  const process = make(
    'hive_process',
    path,
    {
      userName: 'etl',
      operationType: 'QUERY',
      queryText,
      queryPlan: '',
      queryId: load.name,
      startTime: now - 3_600_000,
      endTime: now - 3_500_000,
      recentQueries: [queryText],
      clusterName: cluster,
    },
    {inputs: load.from.map(one => ref(one, 'hive_table')), outputs: [ref(load.to, 'hive_table')]},
  );
  const lineages = columnLineage(load).map(({column, from}) =>
    make(
      'hive_column_lineage',
      `${path}.${column}`,
      {
        // As the type of Apache Atlas spells it.
        depenendencyType: from.length === 1 ? 'SIMPLE' : 'EXPRESSION',
        name: `${load.name}:${column}`,
      },
      {
        query: ref(path, 'hive_process'),
        inputs: from.map(one => ref(one, 'hive_column')),
        outputs: [ref(`${load.to}.${column}`, 'hive_column')],
      },
    ),
  );
  return [process, ...lineages];
}

/**
 * Which columns each column of the target is made of: those that are told, and those that are
 * called the same.
 */
export function columnLineage({
  from,
  to,
  columns = [],
}: Load): readonly {readonly column: string; readonly from: readonly string[]}[] {
  const told = new Map(
    columns
      .map(line => line.split(' = ') as [string, string])
      .map(([column, list]) => [column, list.split(', ')]),
  );
  return namesIn(to).flatMap(column => {
    const sources =
      told.get(column) ??
      from.filter(table => namesIn(table).includes(column)).map(table => `${table}.${column}`);
    return sources.length === 0 ? [] : [{column, from: sources}];
  });
}

function namesIn(path: string): readonly string[] {
  const [database = '', table = ''] = path.split('.');
  return columnsOf(tables[database]?.[table]?.columns ?? '').map(column => column.name);
}
