import type {ClassificationCondition, Condition, Field, Test} from './search.ts';
import {dayMs} from './search-dates.ts';

/** A condition in words, for whoever wants to know what a search looks at. */
export function describeCondition(condition: Condition): string {
  switch (condition.kind) {
    case 'and':
    case 'or':
      if (condition.parts.length === 0) return condition.kind === 'and' ? 'everything' : 'nothing';
      return condition.parts
        .map(part => `(${describeCondition(part)})`)
        .join(` ${condition.kind} `);
    case 'not':
      return `not (${describeCondition(condition.part)})`;
    case 'status':
      return condition.isDeleted ? 'is deleted' : 'is not deleted';
    case 'incomplete':
      return 'is incomplete';
    case 'type':
      return `is one of the types ${condition.names.join(', ')}`;
    case 'queried':
      return `was queried on ${dateOf(condition.since)} or later`;
    case 'counted':
      return `queries were counted by ${dateOf(condition.by)}`;
    case 'classified':
      return `carries ${condition.names === undefined ? 'any classification' : condition.names.join(' or ')}`;
    case 'related': {
      const names = [...new Set(condition.edges.map(edge => edge.typeName))].join(' or ');
      return `is related by ${names}${condition.part === undefined ? '' : ` to one that (${describeCondition(condition.part)})`}`;
    }
    default:
      return describeTest(condition);
  }
}

export function describeClassification({names, isNegated, where}: ClassificationCondition): string {
  const carried = describeCondition({kind: 'classified', names});
  const whole = where === undefined ? carried : `${carried} whose ${describeCondition(where)}`;
  return isNegated ? `not (${whole})` : whole;
}

export function describeField(field: Field): string {
  return field.kind === 'column' ? field.column : field.path.join('.');
}

function describeTest(test: Test): string {
  const name = describeField(test.field);
  const shown = (value: string | number) =>
    test.field.compare === 'exact' ? String(value) : JSON.stringify(value);
  if (test.kind === 'compare') return `${name} ${test.op} ${shown(test.value)}`;
  if (test.kind === 'oneOf') return `${name} = one of [${test.values.map(shown).join(',')}]`;
  if (test.kind === 'value')
    return test.tests.map(one => `(${describeTest(one)})`).join(` ${test.join} `);
  if (test.kind === 'match') return `${name} ${test.how} ${JSON.stringify(test.pattern)}`;
  return `${name} has a value${test.isNotEmpty ? ' that is not empty' : ''}`;
}

/** Of a day since 1970. */
function dateOf(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}
