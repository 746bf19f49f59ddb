import type {Column} from '../../engine/column.ts';
import {Refusal} from '../../http/refusal.ts';
import type {RestInput} from '../../http/rest-input.ts';

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

export type Order = {readonly column: number; readonly isDescending: boolean};

export const aggregates = ['count', 'countDistinct', 'sum', 'avg', 'min', 'max', 'median'] as const;
export const units = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute'] as const;

export type Grouping = {
  readonly by: readonly {readonly column: number; readonly unit: (typeof units)[number] | undefined}[];
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

/** @throws {Refusal} for a field that makes no sense for these columns, as all of this file */
export function readSelection(body: RestInput, columns: readonly Column[]): Selection {
  const filter = body.has('filter') ? body.items('filter') : [];
  if (filter.length > maxConditions) throw new Refusal(400, `filter has at most ${maxConditions} conditions.`);
  return {
    filter: filter.map(condition => readCondition(condition, columns)),
    search: body.text('search', '', 1000),
  };
}

export function readOrder(body: RestInput, columns: readonly Column[]): Order[] {
  const sort = body.has('sort') ? body.items('sort') : [];
  if (sort.length > maxKeys) throw new Refusal(400, `sort has at most ${maxKeys} columns.`);
  return sort.map(key => ({column: readColumn(key, columns), isDescending: key.flag('descending')}));
}

export function readGrouping(body: RestInput, columns: readonly Column[]): Grouping {
  const by = body.has('by') ? body.items('by') : [];
  const values = body.items('values');
  if (by.length > maxKeys || values.length > 50 || values.length === 0) {
    throw new Refusal(400, `There are 1 to 50 values by at most ${maxKeys} columns.`);
  }
  return {
    by: by.map(key => ({
      column: readColumn(key, columns),
      unit: key.has('unit') ? key.choice('unit', units) : undefined,
    })),
    values: values.map(value => {
      const aggregate = value.choice('aggregate', aggregates);
      const isRows = aggregate === 'count' && !value.has('column');
      return {aggregate, column: isRows ? undefined : readColumn(value, columns)};
    }),
    limit: Math.max(1, body.wholeNumber('limit', 1000, 100_000)),
  };
}

export function readColumn(input: RestInput, columns: readonly Column[]): number {
  if (columns.length === 0) throw new Refusal(400, 'The result has no columns.');
  return input.wholeNumber('column', undefined, columns.length - 1);
}

function readCondition(condition: RestInput, columns: readonly Column[]): Condition {
  const column = readColumn(condition, columns);
  const operator = condition.choice('operator', operators);
  if (operator === 'null' || operator === 'notNull') return {column, operator, values: []};
  const given = condition.has('values') ? condition.list('values') : [condition.all['value']];
  if (given.length > maxValues) throw new Refusal(400, `A condition has at most ${maxValues} values.`);
  const values = given.map(value => {
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      throw new Refusal(400, 'A value to compare with is a text, a number, true or false.');
    }
    return String(value);
  });
  return {column, operator, values};
}
