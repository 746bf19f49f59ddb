import type {Input, ResultRows as Answer} from '../api/wire.ts';
import {ask, askUntilReady} from '../api/request.ts';

/** Where rows come from: by their place in the result, or in what a question to it makes of it. */
export type RowsSource = (from: number, count: number, signal?: AbortSignal) => Promise<Answer>;

type Asked = NonNullable<Input<'POST /api/v1/results/{uuid}/query'>['body']>;
type Condition = NonNullable<Asked['filter']>[number];

/**
 * What the whole result is asked again, without the SQL server. Columns are places in the rows as
 * the server numbers them from 0, whatever the page hides or moves.
 */
export type Question = {
  readonly search: string;
  readonly sort: readonly {readonly column: number; readonly descending: boolean}[];
  readonly filter: readonly (Omit<Condition, 'column'> & {readonly column: number})[];
};

export const noQuestion: Question = {search: '', sort: [], filter: []};

/**
 * Whether anything is asked of a result beyond its rows as they came; only then the server works on
 * it.
 */
export function isAsking({search, sort, filter}: Question): boolean {
  return search.trim() !== '' || sort.length > 0 || filter.length > 0;
}

/**
 * Rows as they came, by their numbers. Answers what is there by now, while the statement still
 * runs: `isComplete` says whether more can come.
 */
export function rowsOf(uuid: string): RowsSource {
  return async (from, count, signal) =>
    await ask('GET /api/v1/results/{uuid}/rows', {path: {uuid}, query: {from, count}}, {signal});
}

/** The answer is there when all rows of the result are. */
export function rowsOfQuestion(uuid: string, question: Question): RowsSource {
  return async (from, count, signal) => {
    const {rows, total} = await askUntilReady(
      'POST /api/v1/results/{uuid}/query',
      {path: {uuid}, body: {...question, from, count}},
      signal,
    );
    return {from, rows, rowCount: total, isComplete: true};
  };
}
