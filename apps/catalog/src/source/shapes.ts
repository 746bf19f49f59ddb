import {
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
  anything,
} from '@gazetteer/kernel/shape';

/** Names are for people: of many only the first are told. */
const namedAssets = object(
  {
    count: integer('How many'),
    names: list(text(), 'Qualified names of the first 100'),
  },
  ['count', 'names'],
);

export const sourceRun = named('SourceRun', 'A reading of a source', () =>
  object(
    {
      guid: text('Of the run'),
      source: text('Which source'),
      status: oneOf(['PENDING', 'IN_PROGRESS', 'COMPLETE', 'FAILED', 'CANCELLED'], 'How it is'),
      isRehearsal: flag('Whether it only tells what would change'),
      trigger: oneOf(['PERSON', 'SCHEDULE'], 'What began it'),
      requestedBy: text('Who started it; of a schedule, who saved the source'),
      createdTime: time(),
      startTime: time(),
      endTime: time(),
      errorMessage: text('Why it failed'),
      assets: integer('Assets that were read so far'),
      created: described(namedAssets, 'Assets that came'),
      changed: described(namedAssets, 'Assets that changed, or columns of them'),
      deleted: described(namedAssets, 'Assets that the source has no more'),
      problems: list(text(), 'What could not be read; nothing was deleted then'),
    },
    [
      'guid',
      'source',
      'status',
      'isRehearsal',
      'trigger',
      'requestedBy',
      'createdTime',
      'assets',
      'created',
      'changed',
      'deleted',
      'problems',
    ],
  ),
);
export const sourceRuns = object({runs: list(sourceRun, 'The newest first')}, ['runs']);

const texts = {
  name: text('Letters, digits, ".", "_" and "-"; custom property `source` of what it brings'),
  type: text('One of GET /v2/sources/types'),
  schedule: text('Cron expression in the time zone of the server; empty: only when asked'),
  maxDeletes: integer(
    'Percent of what the source had brought that one run may delete, or five; 20 unless given',
  ),
};

export const source = named('Source', 'A source that the catalog reads', () =>
  object(
    {
      ...texts,
      config: mapOf(anything, 'Keys and their values, texts or lists of texts; without secrets'),
      secrets: list(text(), 'Secret keys that are set'),
      nextRunTime: time('When it is read next'),
      createdBy: text('Who added it'),
      createdTime: time(),
      updatedBy: text('Who saved it last; it is read in their name'),
      updatedTime: time(),
      lastRun: described(sourceRun, 'The newest run; absent before the first'),
    },
    [
      ...(Object.keys(texts) as (keyof typeof texts)[]),
      'config',
      'secrets',
      'createdBy',
      'createdTime',
      'updatedBy',
      'updatedTime',
    ],
  ),
);
export const sources = object({sources: list(source, 'By name')}, ['sources']);

export const sourceInput = named('SourceInput', 'What a source is given', () =>
  object(
    {
      ...texts,
      config: mapOf(
        anything,
        'Values by key; `${NAME}` is an environment variable of the server. null is none',
      ),
    },
    ['name', 'type', 'config'],
  ),
);

export const sourceTypes = object(
  {
    types: list(
      named('SourceType', 'A kind of source', () =>
        object(
          {
            type: text('Its name'),
            doc: text('What is read'),
            keys: list(
              named('SourceKey', 'What a kind of source is asked', () =>
                object(
                  {
                    name: text('Of the key'),
                    kind: oneOf(
                      ['text', 'secret', 'list', 'integer', 'flag', 'choice'],
                      'Of value',
                    ),
                    doc: text('What it means'),
                    default: text('What it is when it is not given; empty for nothing'),
                    choices: list(text(), 'Of a choice'),
                  },
                  ['name', 'kind', 'doc', 'default'],
                ),
              ),
              'In the order of a form',
            ),
          },
          ['type', 'doc', 'keys'],
        ),
      ),
      'By name',
    ),
  },
  ['types'],
);

export const sourceEngines = object(
  {
    engines: list(
      object(
        {
          engine: text('Its name in the configuration of the editor: key `engine` of a source'),
          name: text('Its name in pages'),
          sources: list(text(), 'Sources that read it, by name'),
        },
        ['engine', 'name', 'sources'],
      ),
      'In the order of the editor',
    ),
  },
  ['engines'],
);

export const testResult = named('SourceTest', 'What a source answered', () =>
  object({message: text('What answered')}, ['message']),
);
