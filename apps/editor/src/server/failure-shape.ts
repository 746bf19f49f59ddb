import {
  described,
  flag,
  integer,
  list,
  named,
  nullable,
  object,
  text,
  type Shape,
} from '@gazetteer/kernel/shape';
import {savedDocument} from '../document/shapes.ts';
import {diagnosis} from '../editor-api/table-shapes.ts';
import {state} from '../http/shapes.ts';
import {tab} from '../tab/operations.ts';

/** All that `answerError` says, whichever way, with what errors add as their `fields`. */
export const failure: Shape = named(
  'Failure',
  'What failed; which members there are depends on what was asked for',
  () =>
    object({
      message: text('What failed, and why'),
      errorCode: text('Such as GAZETTEER-409-00-003, where a name is taken'),
      status: integer('Of an answer of status 200: what failed, as a number other than 0'),
      code: integer('500 where completion failed, 403 where the caller may not do that'),
      error: text('The message, where completion failed'),
      title: text('Error, where a page is to show it as it is'),
      detail: nullable(
        text(
          'In place of the message where no user is logged in or the token of the session is missing',
        ),
      ),
      traceback: list(text(), 'Always empty'),
      is_embeddable: flag('False where a page is to show it as it is'),
      sql_state: text('Of the SQL server'),
      error_code: integer('Of the SQL server'),
      diagnosis: described(diagnosis, 'Why a connection could not be made'),
      help: described(
        object({
          setting: described(
            object({name: text('Its name'), value: text('What would be enough')}, [
              'name',
              'value',
            ]),
            'A setting',
          ),
        }),
        'What would help',
      ),
      query_status: described(
        object(
          {
            status: described(state, 'How far it is'),
            has_result_set: flag('Whether it has rows'),
            is_cancelling: flag('Whether it is being canceled'),
          },
          ['status'],
        ),
        'Of the statement that failed',
      ),
      history_id: integer('Of the statement that failed: its number'),
      history_uuid: text('Of the statement that failed: its id'),
      uuid: text('Id of the document that has the name'),
      document: described(savedDocument, 'Of a document that was saved meanwhile: as it is'),
      tab: described(
        nullable(tab),
        'Of a tab that was saved meanwhile: as it is, null where there is none',
      ),
    }),
);
