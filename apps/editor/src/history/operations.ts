import {choice, id, optional, text, wholeNumber} from '@gazetteer/kernel/fields';
import {described, flag, integer, list, named, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {state, stateNames, statementTime, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import type {Statement} from '../statement/statement.ts';
import {clearHistory, forgetStatement} from './clear-history.ts';

const latest = 8_640_000_000_000_000;
const byId = {uuid: id};
const engine = optional(text('Only on this engine'));
const members = {
  id: integer('Its number: later ones have higher ones'),
  uuid: textShape('Its id'),
  engine: textShape('Where it was run'),
  database: textShape('The database that names were looked up in'),
  statement: textShape('Its text'),
  state: described(state, 'How far it is'),
  hasResultSet: flag('Whether it has rows'),
  message: textShape('Why it failed'),
  submittedAt: statementTime('When it was run'),
  finishedAt: statementTime('When it had ended'),
};
const absent = ['message', 'finishedAt'];

const search = query('GET /history', {
  summary: 'What the caller ran, newest first',
  description:
    'All conditions have to fit. To go on, ask with the `id` of the last one as `before`.',
  query: {
    text: text('Words that all have to occur', {max: 1000, default: ''}),
    engine,
    state: optional(choice('Only in this state', stateNames)),
    from: optional(
      wholeNumber('Run at this time or later, in milliseconds since 1970', {max: latest}),
    ),
    until: optional(wholeNumber('Run before this time', {max: latest})),
    before: optional(wholeNumber('Only those with lower numbers')),
    maxLength: optional(wholeNumber('Only statements of at most so many characters')),
    limit: wholeNumber('How many at most', {max: 1000, default: 50}),
  },
  answer: whole({
    statements: list(
      named('HistoryEntry', 'A statement that somebody ran', () => whole(members, absent)),
      'The statements',
    ),
    count: integer('How many fit'),
  }),
  run: async (e, {limit, ...wanted}, {actor: {userName}}) => {
    const {found, count} = await e.statements.history({
      userName,
      ...wanted,
      limit: Math.max(1, limit),
      offset: 0,
    });
    return {statements: found.map(shown), count};
  },
});

const read = query('GET /history/{uuid}', {
  summary: 'A statement that the caller ran',
  description: 'With the whole text that it is one of.',
  segments: byId,
  answer: named('StatementInText', 'A statement and the text that it is one of', () =>
    whole(
      {...members, body: textShape('The whole text'), place: integer('Its place there, from 0')},
      absent,
    ),
  ),
  errors: ['NOT_FOUND'],
  run: async (e, {uuid}, {actor: {userName}}) => {
    const statement = await e.statements.byUuid(userName, uuid);
    if (statement === undefined)
      throw new AppError('NOT_FOUND', ['There is no such statement of yours.']);
    return {
      ...shown(statement),
      body: await e.statements.bodyOf(statement),
      place: statement.place,
    };
  },
});

const forget = change('DELETE /history/{uuid}', {
  summary: 'Forget a statement and its rows',
  description: 'Not while it runs.',
  segments: byId,
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: async (e, {uuid}, {actor: {userName}}) => await forgetStatement(e, userName, uuid),
});

const clear = change('DELETE /history', {
  summary: 'Forget what the caller ran',
  description: 'What a server still works on stays.',
  query: {engine},
  answer: whole({cleared: integer('How many were forgotten')}),
  run: async (e, {engine: only}, {actor: {userName}}) => ({
    cleared: await clearHistory(e, userName, only),
  }),
});

/** What somebody ran, with its whole text; the calls of the reference are in editor-api. */
export const historyOperations = {
  searchHistory: search,
  readHistory: read,
  forgetStatement: forget,
  clearHistory: clear,
};

function shown({
  id: number,
  uuid,
  engine: where,
  database,
  sql,
  state: reached,
  message,
  submittedAt,
  finishedAt,
  hasResultSet,
}: Statement): object {
  return {
    id: number,
    uuid,
    engine: where,
    database,
    statement: sql,
    state: reached,
    hasResultSet,
    message,
    submittedAt,
    finishedAt,
  };
}
