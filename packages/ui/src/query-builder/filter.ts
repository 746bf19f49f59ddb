import {needsValue, type Operator} from '@gazetteer/model/operator';

/** Conditions of a search as a tree, in the words of the API. */
export type FilterGroup = {readonly condition: 'AND' | 'OR'; readonly criterion: readonly Filter[]};
export type FilterRule = {
  readonly attributeName: string;
  readonly operator: string;
  readonly attributeValue?: string;
};
export type Filter = FilterGroup | FilterRule;

export function isGroup(filter: Filter): filter is FilterGroup {
  return 'criterion' in filter;
}

export type FieldKind = 'text' | 'number' | 'date' | 'boolean' | 'choice';
export type FilterField = {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  /** Values of a choice. */
  readonly options?: readonly string[];
  /** Heading in the list of fields. */
  readonly group?: string;
};

/** Operators by kind of field, the most wanted first; the names are those the API writes. */
export const operatorsOf: Readonly<Record<FieldKind, readonly string[]>> = {
  text: [
    'contains',
    '=',
    '!=',
    'startsWith',
    'endsWith',
    'not_contains',
    'like',
    'in',
    'notNull',
    'isNull',
  ],
  number: ['=', '!=', '<', '<=', '>', '>=', 'notNull', 'isNull'],
  date: ['timerange', '>', '<', '=', '!=', '>=', '<=', 'notNull', 'isNull'],
  boolean: ['=', '!=', 'notNull', 'isNull'],
  choice: ['=', '!=', 'in', 'notNull', 'isNull'],
} satisfies Record<FieldKind, readonly Operator[]>;

const labels: Readonly<Record<string, string>> = {
  contains: 'contains',
  not_contains: 'does not contain',
  '=': 'is',
  '!=': 'is not',
  startsWith: 'begins with',
  endsWith: 'ends with',
  like: 'matches pattern (* ?)',
  in: 'is one of (a,b,c)',
  notNull: 'is set',
  isNull: 'is not set',
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
  timerange: 'within',
} satisfies Partial<Record<Operator, string>>;
/** Points of time are compared in other words. */
const dateLabels: Readonly<Record<string, string>> = {
  '<': 'before',
  '<=': 'until',
  '>': 'after',
  '>=': 'since',
  '=': 'exactly',
  '!=': 'not exactly',
} satisfies Partial<Record<Operator, string>>;

export function operatorLabel(operator: string, kind: FieldKind): string {
  return (kind === 'date' ? dateLabels[operator] : undefined) ?? labels[operator] ?? operator;
}

/** Ranges that the server knows by name. */
export const timeRanges: Readonly<Record<string, string>> = {
  TODAY: 'today',
  YESTERDAY: 'yesterday',
  LAST_7_DAYS: 'the last 7 days',
  LAST_30_DAYS: 'the last 30 days',
  THIS_MONTH: 'this month',
  LAST_MONTH: 'last month',
  THIS_QUARTER: 'this quarter',
  LAST_QUARTER: 'last quarter',
  LAST_3_MONTHS: 'the last 3 months',
  LAST_6_MONTHS: 'the last 6 months',
  THIS_YEAR: 'this year',
  LAST_YEAR: 'last year',
  LAST_12_MONTHS: 'the last 12 months',
};

/**
 * Only what can be asked: rules without field or value and groups without rules are left out.
 * Undefined when nothing is left.
 */
export function complete(filter: Filter): Filter | undefined {
  if (!isGroup(filter)) {
    const isWhole =
      filter.attributeName !== '' &&
      (!needsValue(filter.operator) || (filter.attributeValue ?? '') !== '');
    return isWhole ? filter : undefined;
  }
  const criterion = filter.criterion.map(complete).filter(one => one !== undefined);
  return criterion.length === 0 ? undefined : {condition: filter.condition, criterion};
}

/** Groups are no conditions by themselves. */
export function countRules(filter: Filter | undefined): number {
  if (filter === undefined) return 0;
  return isGroup(filter) ? filter.criterion.reduce((sum, one) => sum + countRules(one), 0) : 1;
}

/** One line for people: `owner is etl and (name contains order or name begins with cust)`. */
export function describe(
  filter: Filter,
  fields: ReadonlyMap<string, FilterField>,
  isTop = true,
): string {
  if (isGroup(filter)) {
    const text = filter.criterion
      .map(one => describe(one, fields, false))
      .join(` ${filter.condition.toLowerCase()} `);
    return isTop || filter.criterion.length < 2 ? text : `(${text})`;
  }
  const field = fields.get(filter.attributeName);
  const kind = field?.kind ?? 'text';
  const value = needsValue(filter.operator) ? ` ${valueText(filter, kind)}` : '';
  return `${field?.label ?? filter.attributeName} ${operatorLabel(filter.operator, kind)}${value}`;
}

function valueText({attributeValue = ''}: FilterRule, kind: FieldKind): string {
  if (kind !== 'date') return attributeValue;
  const range = timeRanges[attributeValue];
  if (range !== undefined) return range;
  return attributeValue
    .split(',')
    .map(part => (Number.isFinite(Number(part)) ? new Date(Number(part)).toLocaleString() : part))
    .join(' – ');
}
