import {
  described,
  flag,
  integer,
  list,
  named,
  object,
  oneOf,
  text,
  time,
} from '@gazetteer/kernel/shape';
import {entityHeader} from '../entity/shapes.ts';

const column = named('BrokenColumn', 'A column that was removed or retyped', () =>
  object(
    {
      name: text('Its name'),
      change: oneOf(['REMOVED', 'RETYPED'], 'What was done to it'),
      from: text('Its data type before; absent where it was removed'),
      to: text('Its data type since; absent where it was removed'),
    },
    ['name', 'change'],
  ),
);

const affected = named('AffectedAsset', 'An asset that a change may break', () =>
  object(
    {
      entity: described(entityHeader, 'The asset'),
      hops: integer('How far it is from the table, from data set to data set'),
      columns: list(text(), 'Changed columns that it is known to be made from'),
    },
    ['entity', 'hops', 'columns'],
  ),
);

const followedBreak = named('FollowedBreakingChange', 'What may break assets of the caller', () =>
  object(
    {
      time: time('When'),
      user: text('Who did it'),
      isNew: flag('Whether it happened after `seenTime`'),
      kind: oneOf(['TABLE_DROPPED', 'COLUMNS_CHANGED'], 'What was done'),
      entity: described(entityHeader, 'The table'),
      columns: list(column, 'What was done to its columns; empty where it was dropped'),
      affected: list(affected, 'What of the caller’s it affects, the nearest first, 50 at most'),
      affectedCount: integer('How much of the caller’s it affects'),
      isPartial: flag('Whether there is more downstream than was followed'),
    },
    [
      'time',
      'user',
      'isNew',
      'kind',
      'entity',
      'columns',
      'affected',
      'affectedCount',
      'isPartial',
    ],
  ),
);

export const followedBreaks = named(
  'FollowedBreakingChanges',
  'What may break what a user owns or follows',
  () =>
    object(
      {
        changes: list(followedBreak, 'The newest first'),
        isMore: flag('Whether there are more than the answer has, or than it looked at'),
      },
      ['changes', 'isMore'],
    ),
);
