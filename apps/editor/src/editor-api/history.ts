import {form} from '@gazetteer/kernel';
import {number, text} from '@gazetteer/kernel/loose-fields';
import {integer, text as textShape} from '@gazetteer/kernel/shape';
import {clearHistory} from '../history/clear-history.ts';
import {status} from '../http/envelope.ts';
import {answer} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {history as historyShape} from './statement-shapes.ts';

const maxStatementLength = 1001;

/** What the user ran, newest first. */
export const getHistory = query('GET /get_history', {
  summary: 'What the caller ran, newest first',
  description: '`/api/v1/history` has more of it.',
  query: {
    doc_connector: text('The engine'),
    doc_type: text('The same'),
    doc_text: text('Words that all have to occur in the statement'),
    limit: number('How many at once; 0 stands for 50', 50, 100),
    page: number('Which of the pages, from 1', 1, 100),
  },
  answer: historyShape,
  run: async (e, {doc_connector, doc_type, doc_text, ...given}, {actor: {userName}}) => {
    const type = doc_connector || doc_type;
    const limit = given.limit || 50;
    const page = Math.max(1, given.page);
    const {count, found} = await e.statements.history({
      userName,
      engine: type === '' ? undefined : (e.engines.get(type)?.id ?? type),
      text: doc_text,
      limit,
      offset: (page - 1) * limit,
    });
    const history = found.map(({id, uuid, engine, sql, submittedAt, state}) => ({
      name: '',
      id,
      uuid,
      type: `query-${engine}`,
      data: {
        statement: sql.slice(0, maxStatementLength),
        lastExecuted: submittedAt,
        status: state,
        parentSavedQueryUuid: '',
      },
      absoluteUrl: `/editor?editor=${id}`,
    }));
    return {status: status.ok, count, message: 'History fetched', history};
  },
});

/** Forgets what the user ran on the engine of `doc_type`, or on all of them. */
export const forgetHistory = change('POST /clear_history', {
  summary: 'Forget what the caller ran',
  description: 'What a server still works on stays.',
  body: form({doc_type: text('On this engine alone')}),
  answer: answer({
    updated: integer('How many statements were forgotten'),
    message: textShape('Always the same'),
  }),
  run: async (e, {doc_type}, {actor: {userName}}) => {
    const type = doc_type.replace(/^query-/, '');
    const updated = await clearHistory(
      e,
      userName,
      type === '' ? undefined : (e.engines.get(type)?.id ?? type),
    );
    return {status: status.ok, updated, message: 'History cleared'};
  },
});
