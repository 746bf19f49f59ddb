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
import {answer, column, state, textList, whole} from '../http/shapes.ts';

const position = named('Position', 'A place in a text, counted from 0', () =>
  whole({row: integer('Line'), column: integer('Character of the line')}),
);

export const handle = named(
  'StatementHandle',
  'What later calls about a statement may send back',
  () =>
    whole(
      {
        secret: text('Always empty'),
        guid: text('Name of the statement at its server'),
        operation_type: text('Always EXECUTE_STATEMENT'),
        has_result_set: flag('Whether it has rows'),
        modified_row_count: nullable(integer('Not told')),
        log_context: nullable(text('Not told')),
        session_guid: text("The server's name of the session that it runs in"),
        session_id: nullable(integer('The session of `create_session` that it was sent with')),
        session_type: text('The engine'),
        statement: text('The statement that runs'),
        statement_id: integer('Its place in the text, from 0'),
        statements_count: integer('How many statements the text has'),
        has_more_statements: flag('Whether there is one behind it'),
        start: described(position, 'Where it begins in the text'),
        end: described(position, 'Where it ends'),
        previous_statement_hash: text('Tells whether the statement is still as it was'),
      },
      [
        'has_result_set',
        'modified_row_count',
        'log_context',
        'session_guid',
        'session_id',
        'session_type',
      ],
    ),
);

export const executed = named('Executed', 'A statement that was sent', () =>
  answer({
    handle: described(handle, 'The statement'),
    history_id: integer('Its number in the history'),
    history_uuid: text('Its id, which later calls send as `operationId`'),
  }),
);

export const checked = named('Checked', 'How far a statement is', () =>
  answer({
    query_status: described(
      whole(
        {
          status: described(state, 'Its state'),
          has_result_set: flag('Whether it has rows'),
          is_cancelling: flag('The server was asked to cancel it'),
        },
        ['is_cancelling'],
      ),
      'What is known of the statement',
    ),
  }),
);

export const fetched = named('Fetched', 'Rows of a result', () =>
  answer({
    result: described(
      whole({
        has_more: flag('Whether there are rows behind these'),
        type: text('Always table'),
        meta: list(column, 'The columns'),
        data: list(list(anything), 'The rows'),
        isEscaped: flag('Whether texts are HTML'),
      }),
      'The rows and their columns',
    ),
  }),
);

export const resultMeta = answer({
  result: described(whole({meta: list(column, 'The columns')}), 'What is known of it'),
});

export const resultSize = answer({
  result: described(
    whole({
      rows: nullable(integer('How many there are, where that is known')),
      size: nullable(integer('Bytes, where the server tells')),
      message: nullable(text('Why the number is not known')),
    }),
    'What is known of its size',
  ),
});

export const job = named('StatementJob', "A job that a server's log tells of", () =>
  whole(
    {
      name: text('Its id'),
      url: text('Its page, empty where there is none'),
      started: flag('Always true'),
      finished: flag('Whether it has ended'),
      percentJob: integer('How much of it is done, of 100'),
    },
    ['percentJob'],
  ),
);

export const logs = named('Logs', 'What a server says about a statement', () =>
  answer({
    logs: text('Lines of its log'),
    progress: integer('How much of the statement is done, of 100'),
    jobs: list(job, 'Jobs that it has begun'),
    first_line: integer(
      'The number of the first line here, later than `from` where those between are not kept',
    ),
    line_count: integer('How many lines there were so far: the next `from`'),
    has_more: flag(
      'Whether to ask again: the statement runs, its engine still writes, or `size` left lines out',
    ),
    isFullLogs: flag('Always false'),
  }),
);

const property = whole({
  key: text('files, functions or settings'),
  nice_name: text('As pages show it'),
  type: text('Kind of field'),
  help_text: text('What it is for'),
  multiple: flag('Always true'),
  defaultValue: list(anything, 'Always empty'),
  options: list(anything, 'Always empty'),
  value: described(anything, 'What was asked for'),
});

export const openedSession = named('OpenedSession', 'A session that was opened', () =>
  answer({
    session: described(
      whole({
        type: text('The engine'),
        id: integer('Its number, for `close_session` and `execute`'),
        session_id: text("The server's name of it"),
        properties: list(property, 'What can be set for it, with the values that were asked for'),
        configuration: mapOf(text(), 'Settings that the server told'),
        reuse_session: flag('Always false'),
      }),
      'The session',
    ),
  }),
);

export const closedSession = answer({
  session: described(
    whole({
      status: integer('0, or -1 where there was none'),
      message: text('What became of it'),
      session: described(
        whole({
          id: nullable(integer('Its number')),
          application: text('The engine'),
          status: integer('0, or -1 where there was none'),
        }),
        'Which one it was',
      ),
    }),
    'What became of it',
  ),
});

export const notebook = answer({
  notebook: described(
    whole({
      name: text('Empty'),
      uuid: text('Made just now'),
      description: text('Empty'),
      type: text('notebook, or `query-` and the engine'),
      isSaved: flag('Always false'),
      isManaged: flag('Always false'),
      skipHistorify: flag('Always false'),
      sessions: list(anything, 'Empty'),
      snippets: list(anything, 'Empty'),
      directoryUuid: nullable(text('As it was given')),
    }),
    'The empty notebook',
  ),
});

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
        rows: list(list(anything), 'The rows; texts are HTML'),
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

export const history = answer({
  count: integer('How many there are'),
  message: text('Always the same'),
  history: list(
    whole({
      name: text('Always empty'),
      id: integer('Its number'),
      uuid: text('Its id'),
      type: text('`query-` and the engine'),
      data: described(
        whole({
          statement: text('The statement; its first 1,001 characters'),
          lastExecuted: integer('When it was run, in milliseconds since 1970'),
          status: described(state, 'Its state'),
          parentSavedQueryUuid: text('Always empty'),
        }),
        'What was run',
      ),
      absoluteUrl: text('Its page'),
    }),
    'What was run, newest first',
  ),
});

const engine = named('Engine', 'A SQL server that statements can be run on', () =>
  whole({
    name: text('As pages show it'),
    type: text('Its name in calls'),
    id: text('The same'),
    displayName: text('As pages show it'),
    buttonName: text('Always Query'),
    tooltip: text('What pages say of it'),
    page: text('Where statements are written for it'),
    is_sql: flag('Always true'),
    is_batchable: flag('Always false'),
    dialect: text('Its SQL'),
    dialect_properties: mapOf(anything, 'Always empty'),
    features: described(
      whole(
        {
          cancel: flag('Whether a statement can be canceled'),
          logs: flag('Whether it has a log'),
          resume: flag('Whether statements outlive this server'),
          bindsNames: oneOf(
            ['started', 'ended'],
            'Until when a statement may look names up, where that is later than its acceptance',
          ),
          holdsRows: flag('Whether rows that were not fetched take up the session'),
          preparations: flag('Whether sessions take settings, files and functions'),
          tableStatements: textList('What can be done with tables: `renameTable`, `analyze`, …'),
        },
        ['bindsNames', 'holdsRows', 'preparations'],
      ),
      'What the engine can do',
    ),
  }),
);

/** What clients of Hue look for beside the engines. */
const configForHue = {
  main_button_action: described(anything, 'The engine that is offered first'),
  button_actions: list(anything, 'The editor, with its engines'),
  cluster_type: text('Always direct'),
  has_computes: flag('Always false'),
  clusters: list(mapOf(anything), 'Always one'),
  hue_config: described(
    whole({
      enable_sharing: flag('Whether documents and results can be shared'),
      enable_link_sharing: flag('Whether an address is enough'),
      is_admin: flag('Whether the caller is an administrator'),
      is_yarn_enabled: flag('Whether there are jobs of a cluster'),
      enable_download: flag('Whether results can be downloaded'),
    }),
    'What the server allows',
  ),
  hue_version: text('Version of the editor'),
  storage_browser: described(
    whole({
      enable_chunked_file_upload: flag('Whether a file may come in parts'),
      enable_file_download_button: flag('Whether files can be downloaded'),
      file_upload_chunk_size: integer('Bytes of a part'),
      max_file_editor_size: integer('Bytes of a file that can be saved from a page'),
    }),
    'What can be done with files',
  ),
  importer: described(
    whole({is_enabled: flag('Whether there are the calls of an importer')}),
    'What can be imported',
  ),
  documents: described(whole({types: textList('Kinds of documents')}), 'What can be saved'),
};

const browser = whole({
  type: text('tables, hdfs, s3 or yarn'),
  displayName: text('As pages show it'),
  page: text('Its address'),
  buttonName: text('Always Browse'),
  tooltip: text('As pages show it'),
});

/** Beside the editor. */
const appsForHue = {
  catalogs: list(
    whole({
      name: text('As pages show it'),
      displayName: text('The same'),
      type: text('Name of the engine'),
      id: text('The same'),
      dialect: text('Its dialect'),
      is_sql: flag('Always true'),
      is_catalog: flag('Always true'),
    }),
    'Engines whose tables can be looked at',
  ),
  browser: described(
    whole({
      name: text('Always browser'),
      displayName: text('Always Browsers'),
      buttonName: text('Always Browse'),
      interpreters: list(browser, 'What can be looked at'),
      interpreter_names: textList('Its types'),
    }),
    'What can be looked at',
  ),
  home: described(mapOf(anything), 'The page of documents'),
  dashboard: nullable(mapOf(anything, 'None')),
  scheduler: nullable(mapOf(anything, 'None')),
  sdkapps: nullable(mapOf(anything, 'None')),
};

export const config = named('Config', 'What the editor has to offer', () =>
  answer({
    app_config: described(
      whole({
        editor: described(
          whole(
            {
              name: text('Always editor'),
              displayName: text('Always Editor'),
              buttonName: text('Always Query'),
              interpreter_names: textList('Their types'),
              page: text('Its address'),
              interpreters: list(engine, 'The engines that the caller may use'),
              default_sql_interpreter: text('The one that is offered first'),
              default_limit: integer('Rows that pages ask for'),
              download_formats: list(
                whole(
                  {
                    format: text('Its name in calls'),
                    label: text('As pages show it'),
                    note: text('What is special about it'),
                  },
                  ['note'],
                ),
                'What results can be downloaded as',
              ),
            },
            ['default_limit'],
          ),
          'Settings of the editor',
        ),
        ...appsForHue,
      }),
      'Settings by application',
    ),
    default_sql_interpreter: text('The engine that is offered first'),
    ...configForHue,
  }),
);
