// What calls about tables answer: names, columns, samples and partitions, and why a connection to
// their server could not be made.
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
import {cell} from '../result/shapes.ts';
import {answer, column, textList, whole} from '../http/shapes.ts';
import {handle} from './statement-shapes.ts';

const table = named('TableName', 'A table or view', () =>
  whole({
    name: text('Its name'),
    type: text('TABLE or VIEW'),
    comment: text('What people wrote about it'),
  }),
);

const key = whole({name: text('Name of the column'), type: text('Its type')});

export const finding = named(
  'Finding',
  'What was looked at when a connection could not be made',
  () =>
    whole(
      {
        check: oneOf(['principal', 'ticket', 'clock', 'dns'], 'What was looked at'),
        isFine: flag('Absent where it could not be found out'),
        text: text('What was found'),
      },
      ['isFine'],
    ),
);

export const diagnosis = named('Diagnosis', 'Why a connection could not be made', () =>
  whole(
    {
      contacted: text('Host and port, or the address, of the server'),
      principal: text('The service that Kerberos was asked for'),
      failure: text('What failed'),
      findings: list(finding, 'What was looked at'),
      advice: textList('What to try, the likeliest first'),
    },
    ['principal'],
  ),
);

/** By what the path and `operation` ask for. */
export const names = named(
  'Names',
  'What there is at a place; which members there are depends on what was asked for',
  () =>
    object(
      {
        status: integer('Always 0; what failed has `code` 500'),
        databases: textList('Of the engine'),
        tables_meta: list(table, 'Of the database'),
        total: integer('How many tables there are with that filter'),
        columns: textList('Names of the columns of the table'),
        extended_columns: list(column, 'The columns, those of partitions among them'),
        partition_keys: list(key, 'Columns that the table is divided by'),
        primary_keys: list(anything, 'Always empty'),
        foreign_keys: list(anything, 'Always empty'),
        is_view: flag('Whether it is a view'),
        hdfs_link: text('Where its files are, empty where that is not told'),
        comment: text('What people wrote about it'),
        support_updates: flag('Whether rows can be changed'),
        name: text('Of the column, or of the part of it'),
        type: text('Its type'),
        fields: list(anything, 'Parts of a struct, as trees of types'),
        item: described(anything, 'Type of the elements of a list'),
        key: described(anything, 'Type of the keys of a map'),
        value: described(anything, 'Type of the values of a map'),
        functions: list(whole({name: text('Its name')}), 'Of the engine'),
        function: described(
          whole({
            name: text('Its name'),
            signature: text('How it is called'),
            description: text('What it does'),
          }),
          'The function that was asked for',
        ),
        code: integer('500 where it failed'),
        message: text('Why it failed'),
        error: text('The same'),
        diagnosis: described(diagnosis, 'Why a connection could not be made'),
        sql_state: text('Of the server, where it failed'),
        error_code: integer('Of the server, where it failed'),
      },
      ['status'],
    ),
);

export const description = named(
  'Description',
  'What is known of a table, a database or a column',
  () =>
    answer(
      {
        name: text('Of the table'),
        partition_keys: list(column, 'Columns that the table is divided by'),
        primary_keys: list(anything, 'Always empty'),
        cols: list(column, 'The other columns'),
        path_location: text('Where its files are'),
        hdfs_link: text('The same, without the file system'),
        comment: text('What people wrote about it'),
        is_view: flag('Whether it is a view'),
        properties: list(
          whole({
            col_name: text('Name'),
            data_type: text('Value'),
            comment: nullable(text('Always null')),
          }),
          'What the server tells of it',
        ),
        details: described(
          whole({
            properties: mapOf(text(), 'What the server tells of it, by name'),
            stats: mapOf(text(), 'Its table properties, by name'),
          }),
          'The same, by name',
        ),
        stats: list(
          mapOf(text()),
          'Its table properties; of a column its figures, an object with one member for each',
        ),
        db_name: text('Of the database'),
        location: text('Where its files are'),
        owner_name: text('Whose it is'),
        owner_type: text('User or role'),
        parameters: text('Its properties'),
        message: text('Always empty'),
      },
      [
        'name',
        'partition_keys',
        'primary_keys',
        'cols',
        'path_location',
        'hdfs_link',
        'comment',
        'is_view',
        'properties',
        'details',
        'stats',
        'db_name',
        'location',
        'owner_name',
        'owner_type',
        'parameters',
        'message',
      ],
    ),
);

export const sample = named(
  'Sample',
  'Some rows of a table; with `async` the statement that reads them',
  () =>
    answer(
      {
        headers: textList('Names of the columns'),
        full_headers: list(column, 'The columns'),
        rows: list(list(cell), 'The rows; texts are HTML'),
        result: described(
          whole({
            handle: described(handle, 'The statement that reads them'),
            history_uuid: text('Its id'),
          }),
          'How to read further rows',
        ),
      },
      ['headers', 'full_headers', 'rows', 'result'],
    ),
);

export const partitions = named('Partitions', 'The partitions of a table', () =>
  answer({
    partition_keys: list(whole({name: text('Its name')}), 'Columns that the table is divided by'),
    partitions: list(list(nullable(text())), 'The values of each; null where a key has none'),
    is_cut: flag('Whether there are more than are listed'),
  }),
);
