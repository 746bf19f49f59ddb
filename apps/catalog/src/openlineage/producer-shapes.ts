import {
  anything,
  described,
  flag,
  integer,
  list,
  mapOf,
  named,
  nullable,
  object,
  oneOf,
  text,
} from '@gazetteer/kernel/shape';

// Members are those of Marquez' API, so that its clients read them.

/** As the clients know how runs end. */
export const runStates = ['RUNNING', 'COMPLETED', 'ABORTED', 'FAILED'] as const;
export const nodeTypes = ['DATASET', 'JOB'] as const;
export const eventTypes = ['RUNNING', 'COMPLETE', 'ABORT', 'FAIL'] as const;

/** Jobs and data sets have no guids here: their names are what producers know them by. */
const id = object({namespace: text('Of its producer'), name: text('Of its producer')}, [
  'namespace',
  'name',
]);
const facets = mapOf(anything, 'What its producer told, as it told it');
const times = {
  createdAt: text('When it was told of first, as ISO 8601 has it'),
  updatedAt: text('When it was told of last'),
};
const total = integer('How many there are on all pages');

export const namespace = named('LineageNamespace', 'A namespace of jobs and data sets', () =>
  object(
    {
      name: text('Such as `etl` or `postgres://db.example:5432`'),
      ...times,
      ownerName: text('`anonymous`: events name no owner'),
      description: nullable(text('None')),
      isHidden: flag('False'),
    },
    ['name', 'createdAt', 'updatedAt', 'ownerName', 'description', 'isHidden'],
  ),
);
export const namespaces = described(
  object({namespaces: list(namespace, 'By name')}, ['namespaces']),
  'Namespaces of what the caller may read',
);

export const run = named('LineageJobRun', 'A run of a job', () =>
  object(
    {
      id: text('Of its producer'),
      ...times,
      nominalStartTime: nullable(text('When it was to start')),
      nominalEndTime: nullable(text('Until when it was to run')),
      state: oneOf(runStates, 'A failure outdoes what else was told'),
      startedAt: text('Time of its first event'),
      endedAt: nullable(text('Time of its last event; none while it runs')),
      durationMs: nullable(integer('From start to end')),
      args: mapOf(anything, 'None'),
      jobVersion: described(id, 'Its job'),
      inputVersions: list(id, 'What it read'),
      outputVersions: list(id, 'What it wrote'),
      facets,
    },
    [
      'id',
      'createdAt',
      'updatedAt',
      'nominalStartTime',
      'nominalEndTime',
      'state',
      'startedAt',
      'endedAt',
      'durationMs',
      'args',
      'jobVersion',
      'inputVersions',
      'outputVersions',
      'facets',
    ],
  ),
);
export const runs = described(
  object({runs: list(run, 'Newest first'), totalCount: total}, ['runs', 'totalCount']),
  'Runs of a job',
);

export const job = named('LineageJob', 'A job of a producer', () =>
  object(
    {
      id: described(id, 'By which it is known'),
      type: oneOf(['BATCH', 'STREAM'], 'How it works'),
      name: text('Of its producer'),
      simpleName: text('The same, without the job that it is a part of'),
      parentJobName: nullable(text('Job that it is a part of')),
      ...times,
      namespace: text('Of its producer'),
      inputs: list(id, 'What its last complete run read'),
      outputs: list(id, 'What its last complete run wrote'),
      location: nullable(text('Address of its source code')),
      description: nullable(text('What its producer says of it')),
      latestRun: described(nullable(run), 'None of a job that is told of without runs'),
      facets,
      tags: list(text(), 'None'),
    },
    [
      'id',
      'type',
      'name',
      'simpleName',
      'parentJobName',
      'createdAt',
      'updatedAt',
      'namespace',
      'inputs',
      'outputs',
      'location',
      'description',
      'latestRun',
      'facets',
      'tags',
    ],
  ),
);
export const jobs = described(
  object({jobs: list(job, 'By name'), totalCount: total}, ['jobs', 'totalCount']),
  'Jobs of a namespace',
);

/** A column of a data set. */
const field = object(
  {
    name: text('Its name'),
    type: text('Its type'),
    tags: list(text(), 'None'),
    description: nullable(text('What its producer says of it')),
  },
  ['name', 'type', 'tags', 'description'],
);

export const dataset = named('LineageDataset', 'A data set of a producer', () =>
  object(
    {
      id: described(id, 'By which it is known'),
      type: oneOf(['DB_TABLE', 'STREAM'], 'A topic is a stream'),
      name: text('Of its producer'),
      physicalName: text('The same'),
      ...times,
      namespace: text('Of its producer'),
      sourceName: text('Its namespace'),
      fields: list(field, 'Its columns'),
      tags: list(text(), 'Names of its classifications in the catalog'),
      description: nullable(text('What the catalog has of it')),
      facets,
      deleted: flag('False: what is gone is not there'),
    },
    [
      'id',
      'type',
      'name',
      'physicalName',
      'createdAt',
      'updatedAt',
      'namespace',
      'sourceName',
      'fields',
      'tags',
      'description',
      'facets',
      'deleted',
    ],
  ),
);
export const datasets = described(
  object({datasets: list(dataset, 'By name'), totalCount: total}, ['datasets', 'totalCount']),
  'Data sets of a namespace',
);

const edge = object({origin: text('Id of a node'), destination: text('Id of a node')}, [
  'origin',
  'destination',
]);
export const graph = described(
  object(
    {
      graph: list(
        object(
          {
            id: text('`dataset:` or `job:`, namespace, `:` and name'),
            type: oneOf(nodeTypes, 'What it is'),
            data: described({either: [dataset, job]}, 'The data set or the job'),
            inEdges: list(edge, 'Where data comes from'),
            outEdges: list(edge, 'Where data goes to'),
          },
          ['id', 'type', 'data', 'inEdges', 'outEdges'],
        ),
        'By id',
      ),
    },
    ['graph'],
  ),
  'Where data comes from and goes to',
);

const column = {
  namespace: text('Of its data set'),
  dataset: text('Name of its data set'),
  datasetVersion: nullable(text('None')),
  field: text('Its name'),
  fieldType: text('Its type; empty where it is not known'),
  transformationDescription: nullable(text('None')),
  transformationType: nullable(text('How it is made, as its producer or its query says')),
};
const fieldMembers = Object.keys(column) as (keyof typeof column)[];
export const columnGraph = described(
  object(
    {
      graph: list(
        object(
          {
            id: text('`datasetField:`, namespace, `:`, name of the data set, `:` and column'),
            type: oneOf(['DATASET_FIELD'], 'A column'),
            data: described(
              object(
                {
                  ...column,
                  inputFields: list(object(column, fieldMembers), 'Columns that it is made of'),
                },
                [...fieldMembers, 'inputFields'],
              ),
              'The column',
            ),
            inEdges: list(edge, 'From itself to what it is made of'),
            outEdges: list(edge, 'From itself to what is made of it'),
          },
          ['id', 'type', 'data', 'inEdges', 'outEdges'],
        ),
        'By id',
      ),
    },
    ['graph'],
  ),
  'Where columns come from and go to',
);

export const source = named('LineageSource', 'Where data sets of producers are', () =>
  object(
    {
      type: text('Kind of system, such as `POSTGRES`'),
      name: text('Namespace of its data sets'),
      ...times,
      connectionUrl: text('The same, as an address'),
      description: nullable(text('None')),
    },
    ['type', 'name', 'createdAt', 'updatedAt', 'connectionUrl', 'description'],
  ),
);
export const sources = described(
  object({sources: list(source, 'By name')}, ['sources']),
  'Where data sets are that the caller may read',
);

export const tags = described(
  object(
    {
      tags: list(
        object(
          {
            name: text('Of a classification'),
            description: nullable(text('What it says')),
          },
          ['name', 'description'],
        ),
        'By name',
      ),
    },
    ['tags'],
  ),
  'Classifications that the caller may read',
);

export const found = described(
  object(
    {
      totalCount: integer('How many are in the answer'),
      results: list(
        object(
          {
            type: oneOf(nodeTypes, 'What it is'),
            name: text('Of its producer'),
            updatedAt: text('When it was told of last'),
            namespace: text('Of its producer'),
            nodeId: text('As lineage is asked for'),
          },
          ['type', 'name', 'updatedAt', 'namespace', 'nodeId'],
        ),
        'In the order asked for',
      ),
    },
    ['totalCount', 'results'],
  ),
  'Jobs and data sets by their names',
);

const used = object({namespace: text('Of its producer'), name: text('Of its producer'), facets}, [
  'namespace',
  'name',
  'facets',
]);
export const events = described(
  object(
    {
      events: list(
        object(
          {
            eventType: oneOf(eventTypes, 'How far it came'),
            eventTime: text('Time of its last event'),
            producer: text('Who told of it, where that is known'),
            schemaURL: text('Of the specification'),
            run: described(
              object({runId: text('Of its producer'), facets}, ['runId', 'facets']),
              'Which run',
            ),
            job: described(used, 'Its job'),
            inputs: list(used, 'What it read'),
            outputs: list(used, 'What it wrote'),
          },
          ['eventType', 'eventTime', 'producer', 'schemaURL', 'run', 'job', 'inputs', 'outputs'],
        ),
        'One for each run',
      ),
      totalCount: total,
    },
    ['events', 'totalCount'],
  ),
  'What is known of runs, as events',
);
