import type {Question} from './rows-source.ts';

type Condition = Question['filter'][number];

/** What conditions are called where somebody chooses one. */
export const operatorNames: Readonly<Record<Condition['operator'], string>> = {
  contains: 'contains',
  eq: 'is',
  ne: 'is not',
  starts: 'begins with',
  ends: 'ends with',
  matches: 'matches the pattern',
  lt: 'is less than',
  le: 'is at most',
  gt: 'is more than',
  ge: 'is at least',
  null: 'is NULL',
  notNull: 'is not NULL',
};

/** A condition as people read it, behind the name of its column. */
export function conditionText({operator, value}: Condition): string {
  if (operator === 'null' || operator === 'notNull') return operatorNames[operator];
  return operator === 'eq' ? `= ${String(value)}` : `${operatorNames[operator]} ${String(value)}`;
}
