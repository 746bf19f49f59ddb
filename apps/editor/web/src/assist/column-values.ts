import {queryOptions} from '@tanstack/react-query';
import {ask} from '../api/request.ts';
import type {Sample} from '../api/wire.ts';
import {plainText} from '@gazetteer/ui';

/**
 * A column with more values has many. One more is asked for than is listed: a list of exactly so
 * many is whole.
 */
const fewValues = 50;

/** Values of a column, all of them where they are few. It reads the column. */
export const valuesQuery = (engine: string, database: string, table: string, column: string) =>
  queryOptions({
    queryKey: ['values', engine, database, table, column],
    queryFn: async ({signal}) => {
      const {rows} = (await ask(
        'POST /api/editor/sample/{names}',
        {
          path: {names: [database, table, column]},
          body: {snippet: {type: engine}, operation: 'distinct'},
        },
        {signal},
      )) as Sample;
      // Engines of Hive's family write a missing value as the word.
      const values = rows.map(([cell]) => cell).filter(cell => cell !== null && cell !== 'NULL');
      return {values: values.map(plainText).sort(), isAll: rows.length <= fewValues};
    },
    staleTime: 60_000,
  });
