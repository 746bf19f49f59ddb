import {queryOptions} from '@tanstack/react-query';
import {askUntilReady} from '../api/request.ts';
import type {Cell} from '../api/wire.ts';
import type {Question} from './rows-source.ts';

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
