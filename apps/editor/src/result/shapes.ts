import {
  either,
  flag,
  integer,
  list,
  named,
  nullable,
  number,
  oneOf,
  text,
} from '@gazetteer/kernel/shape';
import {whole} from '../http/shapes.ts';

export const fetchedSoFar = {
  rowCount: integer('Rows that were fetched so far'),
  isComplete: flag('Whether these are all'),
};
/** What is nested comes as a text of JSON, whatever the engine. */
export const cell = named(
  'Cell',
  'A value of a result: decimals as texts, 64-bit integers with all digits',
  () => nullable(either(text(), number(), flag())),
);
export const cells = list(list(cell), 'Cells of each row');

export const kindMembers = {
  kind: oneOf(
    ['boolean', 'int32', 'int64', 'float', 'date', 'binary', 'text', 'timestamp', 'decimal'],
    'What its values are',
  ),
  isUtc: flag('Of timestamps: moments, else the reading of a clock'),
  precision: integer('Of decimals: how many digits'),
  scale: integer('Of decimals: how many of them behind the point'),
};
export const kindsAbsent = ['isUtc', 'precision', 'scale'];
export const resultColumn = named('ResultColumn', 'A column of a result', () =>
  whole(
    {
      name: text('Its name'),
      type: text('Its type'),
      comment: text('What people wrote about it'),
      ...kindMembers,
    },
    kindsAbsent,
  ),
);

export const resultFacts = named('ResultFacts', 'What is known of a result', () =>
  whole(
    {
      uuid: text('As it was asked for'),
      columns: list(resultColumn, 'The columns'),
      ...fetchedSoFar,
      mayDownload: flag('Whether downloads are switched on'),
      maxDownloadRows: integer('Rows of a download at most; absent where it has all'),
      isShared: flag('Whether others look at it'),
    },
    ['maxDownloadRows'],
  ),
);
export const resultRows = named('ResultRows', 'Rows of a result', () =>
  whole({from: integer('Place of the first'), rows: cells, ...fetchedSoFar}),
);
