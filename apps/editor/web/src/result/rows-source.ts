import type {ResultRows as Answer, Row} from '../api/wire.ts';
import {get, postUntilReady} from '../api/request.ts';

/** Where rows come from: by their place in the result, or in what a question to it makes of it. */
export type RowsSource = (from: number, count: number, signal?: AbortSignal) => Promise<Answer>;

/** What the whole result is asked again, without the SQL server: see docs/editor-api.md. */
export type Question = {
  readonly search: string;
  readonly sort: readonly {readonly column: number; readonly descending: boolean}[];
  readonly filter: readonly {readonly column: number; readonly operator: string; readonly value?: unknown}[];
};

export const noQuestion: Question = {search: '', sort: [], filter: []};

export function isAsking({search, sort, filter}: Question): boolean {
  return search.trim() !== '' || sort.length > 0 || filter.length > 0;
}

export function rowsOf(uuid: string): RowsSource {
  return (from, count, signal) => get<Answer>(`/api/v1/results/${uuid}/rows?from=${from}&count=${count}`, signal);
}

/** The answer is there when all rows of the result are. */
export function rowsOfQuestion(uuid: string, question: Question): RowsSource {
  return async (from, count, signal) => {
    const {rows, total} = await postUntilReady<{rows: readonly Row[]; total: number}>(
      `/api/v1/results/${uuid}/query`,
      {...question, from, count},
      signal,
    );
    return {from, rows, rowCount: total, isComplete: true};
  };
}
