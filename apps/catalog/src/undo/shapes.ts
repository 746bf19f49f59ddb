import {
  anything,
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

/** Written with the change, so that a list of changes reads none of them. */
const counts = object(
  {
    created: integer('Entities'),
    changed: integer('Entities whose own values changed'),
    deleted: integer('Entities, which can be restored'),
    purged: integer('Entities deleted permanently, which do not come back'),
    relationships: integer('Made, changed or ended'),
    classifications: integer('Added, changed or removed'),
  },
  ['created', 'changed', 'deleted', 'purged', 'relationships', 'classifications'],
);

const members = {
  changeId: text('Of the change'),
  userName: text('Who made it'),
  time: time('When it began'),
  endTime: time('When its last transaction was made'),
  kind: oneOf(['REQUEST', 'BULK_CHANGE', 'SOURCE_RUN'], 'What made it'),
  operation: text('The operation that made it'),
  source: text('Of SOURCE_RUN: the name of the source'),
  transactions: integer('Number of transactions'),
  counts: described(counts, 'What changed, each transaction counted by itself'),
  canUndo: flag('Whether it can be undone as a whole or in part'),
  reason: text('Why it cannot'),
  undoneBy: text('The change that undid it'),
};
const needed = [
  'changeId',
  'userName',
  'time',
  'endTime',
  'kind',
  'operation',
  'transactions',
  'counts',
  'canUndo',
] as const;

const change = named('UndoableChange', 'A change that was made, and whether it can be undone', () =>
  object(members, [...needed]),
);

export const changes = named('UndoableChanges', 'Changes, the newest first', () =>
  object(
    {
      changes: list(change, 'Those that match'),
      next: text('`behind` of the next page; absent on the last'),
    },
    ['changes'],
  ),
);

export const changeDetails = named('UndoableChangeDetails', 'A change and what it did', () =>
  object(
    {
      ...members,
      entities: list(
        object(
          {
            entity: described(entityHeader, 'As it is now'),
            how: oneOf(
              ['CREATED', 'CHANGED', 'DELETED', 'RESTORED'],
              'What became of it; CHANGED also where it was related or classified anew',
            ),
            fields: list(
              object(
                {name: text('What changed'), before: described(anything, 'Single values only')},
                ['name'],
              ),
              'Values of its own that changed',
            ),
            classifications: list(text(), 'Added, changed or removed'),
            relationships: list(text(), 'Types of those made, changed or ended'),
          },
          ['entity', 'how', 'fields', 'classifications', 'relationships'],
        ),
        'Those that the caller may read, the last change first',
      ),
      next: integer('`after` of the next page; absent on the last'),
    },
    [...needed, 'entities'],
  ),
);
