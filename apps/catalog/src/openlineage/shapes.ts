import {runResults} from '@gazetteer/model';
import {
  anything,
  described,
  flag,
  integer,
  list,
  mapOf,
  named,
  object,
  oneOf,
  text,
  time,
} from '@gazetteer/kernel/shape';

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
    ],
  ),
);

export const lineageRuns = described(
  object({runs: list(lineageRun, 'Newest first')}, ['runs']),
  'Runs of a process',
);
