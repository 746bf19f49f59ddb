// What calls about statements answer: their handles, their state, their rows and their logs, and
// the sessions and the history that they stand in.
import {
  anything,
  described,
  flag,
  integer,
  list,
  mapOf,
  named,
  nullable,
  text,
} from '@gazetteer/kernel/shape';
import {cell} from '../result/shapes.ts';
import {answer, column, state, whole} from '../http/shapes.ts';

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
        data: list(list(cell), 'The rows'),
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
