/**
 * Operators of a filter by what answers show of them, each with the other spellings that are read;
 * `EQ` is none.
 */
const spellings = {
  '<': ['lt'],
  '>': ['gt'],
  '<=': ['lte'],
  '>=': ['gte'],
  '=': ['eq'],
  '!=': ['neq'],
  in: ['IN'],
  like: ['LIKE'],
  startsWith: ['STARTSWITH', 'begins_with', 'BEGINS_WITH'],
  endsWith: ['ENDSWITH', 'ends_with', 'ENDS_WITH'],
  contains: ['CONTAINS'],
  not_contains: ['NOT_CONTAINS'],
  containsAny: ['CONTAINSANY', 'contains_any', 'CONTAINS_ANY'],
  containsAll: ['CONTAINSALL', 'contains_all', 'CONTAINS_ALL'],
  isNull: ['ISNULL', 'is_null', 'IS_NULL'],
  notNull: ['NOTNULL', 'not_null', 'NOT_NULL'],
  timerange: ['TIMERANGE', 'time_range', 'TIME_RANGE'],
  notEmpty: ['NOTEMPTY', 'not_empty', 'NOT_EMPTY'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Operator = keyof typeof spellings;

export const operators = Object.keys(spellings) as readonly Operator[];

const bySpelling: ReadonlyMap<string, Operator> = new Map(
  operators.flatMap(operator =>
    [operator, ...spellings[operator]].map(spelling => [spelling, operator] as const),
  ),
);

/** Undefined for what is no spelling of an operator. */
export function readOperator(spelling: string): Operator | undefined {
  return bySpelling.get(spelling);
}

export function needsValue(operator: string): boolean {
  return operator !== 'isNull' && operator !== 'notNull' && operator !== 'notEmpty';
}
