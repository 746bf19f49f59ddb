import {conditionText, isMet} from './condition.ts';
import type {Check, Condition, RunOutcome, Verdict} from './schedule.ts';

const noRows: Condition = {of: 'rows', operator: '=', value: '0'};
const none: Condition = {of: 'value', operator: '=', value: '0'};

/** What has to hold of the result of its statement. */
function conditionsOf({kind, min, max, condition}: Check): readonly Condition[] {
  switch (kind) {
    case 'rows':
      return [
        ...(min === '' ? [] : [{of: 'value', operator: '>=', value: min} as const]),
        ...(max === '' ? [] : [{of: 'value', operator: '<=', value: max} as const]),
      ];
    case 'freshness':
      return [noRows];
    case 'sql':
      return [condition ?? noRows];
    case 'nulls':
    case 'unique':
    case 'range':
    case 'list':
      return [none];
  }
}

/** Whether what was found is what is expected. */
export function verdictOf(check: Check, outcome: RunOutcome): Verdict {
  return conditionsOf(check).every(one => isMet(one, outcome)) ? 'passed' : 'failed';
}

/** What is expected, as people read it. */
export function expectationText({
  kind,
  columns,
  min,
  max,
  values,
  hours,
  condition,
}: Check): string {
  const names = columns.join(', ');
  const between = (unit: string) =>
    min === ''
      ? `at most ${max}${unit}`
      : max === ''
        ? `at least ${min}${unit}`
        : `${min} to ${max}${unit}`;
  switch (kind) {
    case 'rows':
      return `Number of rows: ${between('')}`;
    case 'nulls':
      return `No NULL in ${names}`;
    case 'unique':
      return `Unique values in ${names}`;
    case 'range':
      return `Values in ${names}: ${between('')}`;
    case 'list':
      return `Values in ${names}: ${values.join(', ')}`;
    case 'freshness':
      return `Newest value in ${names}: at most ${hours === 1 ? '1 hour' : `${hours} hours`} old`;
    case 'sql':
      return condition === undefined ? 'The query returns no rows' : conditionText(condition);
  }
}

/** What was found; empty where there is nothing to say. */
export function foundText({kind, condition}: Check, {rows, isCut, value}: RunOutcome): string {
  const fetched = rows ?? 0;
  switch (kind) {
    case 'rows':
      return counted(value, 'row');
    case 'nulls':
      return `${counted(value, 'row')} with NULL`;
    case 'unique':
      return `${counted(value, 'value')} more than once`;
    case 'range':
    case 'list':
      return `${counted(value, 'row')} with other values`;
    case 'freshness':
      return fetched === 0 ? '' : `newest value ${value ?? 'NULL'}`;
    case 'sql':
      if (condition?.of === 'value') return `first value ${value ?? 'NULL'}`;
      return `${isCut === true ? 'at least ' : ''}${counted(fetched, 'row')}`;
  }
}

function counted(count: unknown, what: string): string {
  const n = Number(count);
  const shown = Number.isSafeInteger(n) ? n.toLocaleString('en') : String(count);
  return `${shown} ${what}${n === 1 ? '' : 's'}`;
}

/** Whether what is found tells no value of the data: others than its person may see it. */
export function isCount({kind, condition}: Check): boolean {
  return kind !== 'freshness' && condition?.of !== 'value';
}
