import {described, flag, integer, list, named, object, text, time} from '@gazetteer/kernel/shape';
import {entityHeader} from '../entity/shapes.ts';
import {datasetName} from '../openlineage/datasets-body.ts';

const usedDataset = object(
  {
    namespace: text('As in OpenLineage events'),
    name: text('As in OpenLineage events'),
    columns: list(text(), 'Those that the statement names; none for `*`'),
  },
  ['namespace', 'name'],
);

const usedStatement = named('UsedStatement', 'A statement that has succeeded', () =>
  object(
    {
      id: text('Unique: a statement that is sent again is not counted again'),
      user: text('Who ran it'),
      engine: text('Where it was run'),
      endTime: time('When it ended, in milliseconds since 1970'),
      duration: integer('How long it took, in milliseconds'),
      sql: text('Its text'),
      shape: text(
        'What it has in common with the same statement with other values; its text where it is left out',
      ),
      inputs: list(usedDataset, 'What it read'),
      outputs: list(usedDataset, 'What it wrote'),
      joins: list(
        object(
          {
            left: described(datasetName, 'One of both'),
            right: described(datasetName, 'The other one'),
            columns: list(
              object({left: text('Of the first'), right: text('Of the second')}, ['left', 'right']),
              'Columns of the condition',
            ),
          },
          ['left', 'right', 'columns'],
        ),
        'What it joined',
      ),
    },
    ['id', 'user', 'engine', 'endTime', 'duration', 'sql'],
  ),
);

export const usedStatements = object({statements: list(usedStatement, '100 at most')}, [
  'statements',
]);

/** Of a day, and of all days together. */
const counts = {
  queries: integer('Statements of people that read it'),
  writes: integer('Statements of people that wrote it'),
  people: integer('How many people that were'),
  jobRuns: integer('Runs of jobs that read it'),
};

/** Of a person or a job. */
const actor = {
  queries: integer('Statements or runs that read it'),
  writes: integer('Those that wrote it'),
  totalTime: integer('How long all took together, in milliseconds'),
  longestTime: integer('How long the longest took, in milliseconds'),
  lastUse: time('Of the newest, in milliseconds since 1970'),
};
const actorMembers = Object.keys(actor);

const uses = {
  uses: integer('In how many statements'),
  lastUse: time('Of the newest, in milliseconds since 1970'),
};

export const entityUsage = named('EntityUsage', 'Who uses an entity, when, and what of it', () =>
  object(
    {
      ...counts,
      lastQuery: time('Of the newest statement or run that read it; absent when there is none'),
      lastWrite: time('Of the newest that wrote it; absent when there is none'),
      days: list(
        object({date: text('`2026-01-31`, UTC'), ...counts}, ['date', ...Object.keys(counts)]),
        'Days on which it was used, in order',
      ),
      users: list(
        object({user: text('Name of the user'), ...actor}, ['user', ...actorMembers]),
        'The 100 who use it most; absent without the permission `admin-usage`',
      ),
      jobs: list(
        object({job: text('Namespace and name of the job'), ...actor}, ['job', ...actorMembers]),
        'Of the 100 that use it most those whose process is readable; all with the permission `admin-usage`',
      ),
      columns: list(
        object({name: text('Of the column'), ...uses}, ['name', 'uses', 'lastUse']),
        'The 100 that statements name most',
      ),
      joins: list(
        object(
          {
            entity: described(entityHeader, 'What it is joined with'),
            columns: list(
              object({own: text('Of this entity'), other: text('Of the other one')}, [
                'own',
                'other',
              ]),
              'Columns of the condition',
            ),
            ...uses,
          },
          ['entity', 'columns', 'uses', 'lastUse'],
        ),
        'The 100 that are most frequent',
      ),
      statements: list(
        object(
          {
            sql: text('Text of the newest, its first 4,000 characters'),
            isCut: flag('Whether its text is longer'),
            engine: text('Where the newest was run'),
            user: text('Who ran it; absent without the permission `admin-usage`'),
            duration: integer('How long it took, in milliseconds'),
            ...uses,
          },
          ['sql', 'isCut', 'engine', 'duration', 'uses', 'lastUse'],
        ),
        'The most frequent 100, alike but for their values; those whose other tables the caller can’t read are left out',
      ),
    },
    [...Object.keys(counts), 'days', 'jobs', 'columns', 'joins', 'statements'],
  ),
);

export const mostUsed = described(
  object(
    {
      assets: list(
        object(
          {
            guid: text('Its GUID'),
            typeName: text('Its type'),
            name: text('Its name'),
            qualifiedName: text('Its qualified name'),
            queries: integer('Statements and runs that read it'),
            people: integer('How many people that were'),
          },
          ['guid', 'typeName', 'name', 'qualifiedName', 'queries', 'people'],
        ),
        'From the most used on',
      ),
    },
    ['assets'],
  ),
  'What is used most',
);
