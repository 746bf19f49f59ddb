import type {ValuesOf} from '@gazetteer/kernel';
import {
  any,
  choice,
  flag,
  items,
  list,
  optional,
  text,
  wholeNumber,
} from '@gazetteer/kernel/fields';
import {AppError} from '@gazetteer/model';
import {aggregates, units} from '../../chart/chart-specification.ts';
import type {Column} from '../../engine/column.ts';

export const operators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'contains',
  'starts',
  'ends',
  'matches',
  'null',
  'notNull',
] as const;

/** What a cell has to be. `column` is the place of a column, from 0. */
export type Condition = {
  readonly column: number;
  readonly operator: (typeof operators)[number];
  /** As a text, whatever the column; one of them has to fit. None for `null` and `notNull`. */
  readonly values: readonly string[];
};

/** Rows that all conditions and the words searched for let through. */
export type Selection = {readonly filter: readonly Condition[]; readonly search: string};

export type SortOrder = {readonly column: number; readonly isDescending: boolean};

export type Grouping = {
  readonly by: readonly {
    readonly column: number;
    /** `auto`: what fits the span of the times. */
    readonly unit: (typeof units)[number] | 'auto' | undefined;
    /** Only so many of its values: those with the greatest first value. */
    readonly most: number | undefined;
  }[];
  readonly values: readonly {
    readonly aggregate: (typeof aggregates)[number];
    /** Absent for the number of rows. */
    readonly column: number | undefined;
  }[];
  readonly limit: number;
};

const maxConditions = 50;
const maxValues = 1000;
const maxKeys = 10;
const maxMost = 1000;

/** Any column: whether the result has it is known when the result is. */
const place = any('Place of a column, from 0');

export const selectionFields = {
  search: text('Words that must all occur in a row, in any cell', {max: 1000, default: ''}),
  filter: optional(
    items('Conditions that must all match', {
      column: place,
      operator: choice(
        'How the cell is compared; texts without regard to case, `matches` by a regular expression',
        operators,
      ),
      value: any('What with'),
      values: optional(list('In place of `value`: one of them must match')),
    }),
  ),
};
export const orderFields = {
  sort: optional(
    items('Columns to sort by', {column: place, descending: flag('The highest first')}),
  ),
};
export const groupFields = {
  by: optional(
    items('What rows of a group have in common', {
      column: place,
      unit: optional(
        choice('Of times: as far as they agree; `auto` by their span', ['auto', ...units]),
      ),
      most: optional(
        wholeNumber(
          'Only so many of its values: those of which the first of `values` is greatest',
          {
            max: maxMost,
          },
        ),
      ),
    }),
  ),
  values: items('What is told of each group', {
    aggregate: choice('What is made of the values', aggregates),
    column: optional(place),
  }),
  limit: wholeNumber('How many groups at most', {max: 100_000, default: 1000}),
};
type Filter = NonNullable<ValuesOf<typeof selectionFields>['filter']>[number];

/** @throws AppError for a field that makes no sense for these columns, as all of this file */
export function readSelection(
  {search, filter = []}: ValuesOf<typeof selectionFields>,
  columns: readonly Column[],
): Selection {
  if (filter.length > maxConditions) {
    throw new AppError('BAD_REQUEST', [`filter has at most ${maxConditions} conditions.`]);
  }
  return {filter: filter.map(condition => readCondition(condition, columns)), search};
}

export function readOrder(
  {sort = []}: ValuesOf<typeof orderFields>,
  columns: readonly Column[],
): SortOrder[] {
  if (sort.length > maxKeys)
    throw new AppError('BAD_REQUEST', [`sort has at most ${maxKeys} columns.`]);
  return sort.map(({column, descending}) => ({
    column: readColumn(column, columns),
    isDescending: descending,
  }));
}

export function readGrouping(
  {by = [], values, limit}: ValuesOf<typeof groupFields>,
  columns: readonly Column[],
): Grouping {
  if (by.length > maxKeys || values.length > 50 || values.length === 0) {
    throw new AppError('BAD_REQUEST', [`There are 1 to 50 values by at most ${maxKeys} columns.`]);
  }
  return {
    by: by.map(({column, unit, most}) => ({column: readColumn(column, columns), unit, most})),
    values: values.map(({aggregate, column}) => {
      const isRows = aggregate === 'count' && column === undefined;
      return {aggregate, column: isRows ? undefined : readColumn(column, columns)};
    }),
    limit: Math.max(1, limit),
  };
}

export function readColumn(column: unknown, columns: readonly Column[]): number {
  if (columns.length === 0) throw new AppError('BAD_REQUEST', ['The result has no columns.']);
  return wholeNumber('Place of a column', {max: columns.length - 1}).read(
    {column} as never,
    'column',
  );
}

function readCondition(
  {column: place, operator, value, values}: Filter,
  columns: readonly Column[],
): Condition {
  const column = readColumn(place, columns);
  if (operator === 'null' || operator === 'notNull') return {column, operator, values: []};
  const given = values ?? [value];
  if (given.length > maxValues)
    throw new AppError('BAD_REQUEST', [`A condition has at most ${maxValues} values.`]);
  const texts = given.map(one => {
    if (typeof one !== 'string' && typeof one !== 'number' && typeof one !== 'boolean') {
      throw new AppError('BAD_REQUEST', [
        'A value to compare with is a text, a number, true or false.',
      ]);
    }
    return String(one);
  });
  return {column, operator, values: texts};
}
