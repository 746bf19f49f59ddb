import type {Question} from './rows-source.ts';

type Condition = Question['filter'][number];

/**
 * What conditions are called where somebody chooses one. A record over the operators of the API:
 * one that the server learns does not compile here until it has a name.
 */
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
export function conditionText({operator, value, values}: Condition): string {
  if (operator === 'null' || operator === 'notNull') return operatorNames[operator];
  if (values !== undefined && values.length !== 1)
    return `${operatorNames[operator]} one of ${values.length} values`;
  const one = String(values?.[0] ?? value);
  return operator === 'eq' ? `= ${one}` : `${operatorNames[operator]} ${one}`;
}
