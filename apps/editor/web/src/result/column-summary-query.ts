import {queryOptions} from '@tanstack/react-query';
import {askUntilReady} from '../api/request.ts';
import type {Cell} from '../api/wire.ts';
import type {Question} from './rows-source.ts';

/**
 * Cells of the wire may be any JSON; these are those of a summary. `mean`, `deviation` and
 * `quartiles` are of numbers alone, `histogram` of what can be put in order along a line; `top` are
 * the most frequent values, NULL among them.
 */
export type Summary = {
  readonly count: number;
  readonly nulls: number;
  readonly distinct: number;
  readonly min: Cell;
  readonly max: Cell;
  readonly mean?: Cell;
  readonly deviation?: Cell;
  readonly quartiles?: readonly Cell[];
  readonly top: readonly {readonly value: Cell; readonly count: number}[];
  readonly histogram?: {
    readonly low: number;
    readonly high: number;
    readonly counts: readonly number[];
  };
};

/**
 * Never stale: a result does not change. The order of the rows makes no other summary, so it is not
 * part of the key.
 */
export const summaryQuery = (uuid: string, column: number, {search, filter}: Question) =>
  queryOptions({
    queryKey: ['summary', uuid, column, search, filter],
    queryFn: async ({signal}) =>
      (await askUntilReady(
        'POST /api/v1/results/{uuid}/summary',
        {path: {uuid}, body: {column, search, filter}},
        signal,
      )) as Summary,
    staleTime: Infinity,
  });
