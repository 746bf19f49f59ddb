import {runResults} from '@gazetteer/model';
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
  time,
} from '@gazetteer/kernel/shape';

/** One wrong event does not refuse those beside it. */
const failedEvent = object(
  {
    index: integer('Its place in the list'),
    reason: text('What is wrong'),
    retriable: flag('Whether it may be sent again as it is'),
  },
  ['index', 'reason', 'retriable'],
);

export const batchResult = named('LineageBatchResult', 'What became of a list of events', () =>
  object(
    {
      status: oneOf(['success', 'partial_success'], 'Whether all were taken'),
      summary: described(
        object(
          {
            received: integer('Events in the list'),
            successful: integer('Those that were taken'),
            failed: integer('Those that are wrong'),
            retriable: integer('Those of them that may be sent again as they are'),
            non_retriable: integer('Those that may not'),
          },
          ['received', 'successful', 'failed', 'retriable', 'non_retriable'],
        ),
        'How many of which',
      ),
      failed_events: list(failedEvent, 'Those that are wrong'),
    },
    ['status', 'summary', 'failed_events'],
  ),
);

/** By the name that its producer gives it, whether or not there is an asset of it. */
const dataset = object(
  {
    namespace: text('Of its producer'),
    name: text('Of its producer'),
    facets: mapOf(anything, 'What the producer told of this use'),
  },
  ['namespace', 'name', 'facets'],
);

const lineageRun = named('LineageRun', 'A run of a process', () =>
  object(
    {
      runId: text('Of its producer'),
      state: oneOf(runResults, 'A failure outdoes what else was told'),
      startTime: time('Of the first event'),
      endTime: time('Of the last event'),
      jobNamespace: text('Namespace of its job'),
      jobName: text('Name of its job'),
      parentJob: text('Job that it was a part of'),
      parentRunId: text('Run that it was a part of'),
      error: text('Why it failed, its first 4,096 characters'),
      inputs: list(dataset, 'What it read'),
      outputs: list(dataset, 'What it wrote'),
      facets: mapOf(anything, 'What else its producer told of the run'),
      jobFacets: mapOf(anything, 'What its producer told of the job'),
    },
    [
      'runId',
      'state',
      'startTime',
      'endTime',
      'jobNamespace',
      'jobName',
      'inputs',
      'outputs',
      'facets',
      'jobFacets',
    ],
  ),
);

export const lineageRuns = described(
  object(
    {
      runs: list(lineageRun, 'Newest first'),
      datasets: list(dataset, 'What these runs read and wrote, with what was told of it last'),
    },
    ['runs', 'datasets'],
  ),
  'Runs of a process',
);

/** What tables and columns may both carry. */
const marks = {
  classifications: list(text(), 'Names of its classifications, also of those that came to it'),
  terms: list(text(), 'Names of its terms'),
};

const datasetAsset = named('DatasetAsset', 'An asset, for whoever is about to use it', () =>
  object(
    {
      guid: text('Its GUID'),
      typeName: text('Its type'),
      name: text('Its name'),
      qualifiedName: text('Its qualified name'),
      description: text('What people or sources say of it'),
      owners: list(text(), 'Who is responsible for it'),
      ...marks,
      certification: text('Certified, Draft, Deprecated or another one'),
      announcement: text('What its users have to know now'),
      checks: described(
        object(
          {
            state: text('Passing, Failing or Error'),
            passed: integer('Checks that passed'),
            failed: integer('Checks that failed'),
            errors: integer('Checks that could not be run'),
          },
          ['state', 'passed', 'failed', 'errors'],
        ),
        'How the checks of what is in it ended last, where it has any',
      ),
      deprecation: described(
        object(
          {
            reason: text('Why; empty where nobody said'),
            successor: described(
              object({guid: text('Its GUID, where it is known'), name: text('Its name')}, ['name']),
              'What to use in its place',
            ),
          },
          ['reason'],
        ),
        'Where it is not to be used any more',
      ),
      columns: list(
        object({name: text('Its name'), description: text('What it means'), ...marks}, [
          'name',
          'classifications',
          'terms',
        ]),
        'Those that there is something to say of, where they were asked for',
      ),
    },
    ['guid', 'typeName', 'name', 'qualifiedName', 'owners', 'classifications', 'terms'],
  ),
);

export const foundDatasets = described(
  object(
    {
      datasets: list(
        object(
          {
            namespace: text('As asked for'),
            name: text('As asked for'),
            typeName: text('Type of the asset that it is, or would be'),
            qualifiedName: text('Qualified name of the asset that it is, or would be'),
            asset: described(datasetAsset, 'Absent where there is none'),
          },
          ['namespace', 'name', 'typeName', 'qualifiedName'],
        ),
        'In the order asked for',
      ),
    },
    ['datasets'],
  ),
  'Which assets data sets are',
);

export const editorPlaces = described(
  object(
    {
      url: text('Address of the editor, where browsers can reach it'),
      places: list(
        object(
          {
            engine: text('As the editor calls the engine'),
            engineName: text('As people read it'),
            database: text('Where the table is'),
            table: text('Its name'),
          },
          ['engine', 'engineName', 'database', 'table'],
        ),
        'Engines of the caller that have the table',
      ),
    },
    ['places'],
  ),
  'Where an asset can be queried',
);

export const tableSample = described(
  object(
    {
      isThere: flag('Whether an engine of the caller has the table'),
      columns: list(
        object({name: text('Its name'), type: text('Its type')}, ['name', 'type']),
        'Its columns',
      ),
      rows: list(
        list(nullable(text('A value, as HTML'))),
        'Rows in the order of the columns, 100 at most',
      ),
    },
    ['isThere', 'columns', 'rows'],
  ),
  'Some rows of a table',
);

const tableFigures = {
  written: time('When it was written last'),
  rows: text('How many rows its statistics have, a whole number'),
  bytes: text('How many bytes its statistics have, a whole number'),
};

export const tableFreshness = described(
  object(
    {
      isThere: flag('Whether an engine of the caller has the table'),
      ...tableFigures,
      partitions: integer('How many partitions there are'),
      newest: described(
        object({name: text('Its keys and values, such as `dt=2026-11-26`'), ...tableFigures}, [
          'name',
        ]),
        'The newest partition; absent where no key is a time',
      ),
    },
    ['isThere'],
  ),
  'When a table was written last, and how large it is',
);

export const tableProfile = described(
  object(
    {
      isThere: flag('Whether an engine of the caller has the table'),
      rows: text('How many rows there are, a whole number'),
      columns: list(
        object(
          {
            name: text('Its name'),
            figures: mapOf(text(), '`filled`, `distinct`, `min`, `max` and `avg`, as far as known'),
          },
          ['name', 'figures'],
        ),
        'Figures of its columns',
      ),
      isCut: flag('Whether there are more columns'),
    },
    ['isThere', 'columns', 'isCut'],
  ),
  'Figures of the columns of a table',
);
