import {compareDigits} from '../entity/exact-number.ts';
import type {Condition, Test, ValueTest} from './search.ts';

/**
 * What fulfils one of the conditions. A wide `or` becomes as narrow as it can be said: equal ones
 * once, values that one field may equal as one list, and of comparisons of one field that which
 * lets the most pass.
 */
export function anyOf(parts: readonly Condition[]): Condition {
  return merged('or', parts);
}

/**
 * What fulfils all of the conditions, said as narrowly: of comparisons of one field that which lets
 * the least pass.
 */
export function allOf(parts: readonly Condition[]): Condition {
  return merged('and', parts);
}

/** Whether the field has one of the values. */
export function equalsAny(field: Test['field'], values: readonly (string | number)[]): Condition {
  const distinct = [...new Set(values)];
  const [only] = distinct;
  return distinct.length === 1 && only !== undefined
    ? {kind: 'compare', field, op: '=', value: only}
    : {kind: 'oneOf', field, values: distinct as string[] | number[]};
}

type Kind = 'and' | 'or';

function merged(kind: Kind, parts: readonly Condition[]): Condition {
  const groups = new Map<string, Condition[]>();
  for (const part of parts.flatMap(one => (one.kind === kind ? one.parts : [one]))) {
    const key = keyOf(kind, part);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
  }
  const all = [...groups.values()].flatMap(group =>
    group.length === 1 ? group : oneFor(kind, group),
  );
  return all.length === 1 && all[0] !== undefined ? all[0] : {kind, parts: all};
}

/** Conditions with the same key can be said as one. */
function keyOf(kind: Kind, part: Condition): string {
  if (part.kind === 'not') return 'not';
  if (part.kind === 'compare' && !isList(part)) {
    if (part.op !== '=') return `${part.op} ${JSON.stringify(part.field)}`;
  }
  if (part.kind === 'match' && (kind === 'or' || !isList(part))) {
    // Apart: an index leads to what begins with something.
    return `${part.how === 'startsWith' ? 'prefix' : 'pattern'} ${JSON.stringify(part.field)}`;
  }
  if (kind === 'or' && valuesOf(part) !== undefined && 'field' in part)
    return `= ${JSON.stringify(part.field)}`;
  return JSON.stringify(part);
}

function oneFor(kind: Kind, group: readonly Condition[]): Condition[] {
  const [first] = group;
  if (first === undefined) return [];
  // Neither nor: not one of them.
  if (first.kind === 'not') {
    const inner = group.flatMap(one => (one.kind === 'not' ? [one.part] : []));
    return [{kind: 'not', part: merged(kind === 'and' ? 'or' : 'and', inner)}];
  }
  if (first.kind === 'compare' && first.op !== '=') {
    const isGreatest = first.op.startsWith('<') === (kind === 'or');
    return [
      group.reduce((best, one) => {
        if (best.kind !== 'compare' || one.kind !== 'compare') return best;
        return isLess(best.field, best.value, one.value) === isGreatest ? one : best;
      }, first),
    ];
  }
  if (first.kind === 'match') {
    const tests = new Map(group.map(one => [JSON.stringify(one), one as ValueTest]));
    return tests.size === 1
      ? [first]
      : [{kind: 'value', field: first.field, join: kind, tests: [...tests.values()]}];
  }
  const values = group.flatMap(one => valuesOf(one) ?? []);
  return values.length > 0 && kind === 'or' && 'field' in first
    ? [equalsAny(first.field, values)]
    : [first];
}

/** Of a list each element is compared, so no comparison of it says as much as two. */
function isList({field}: Test): boolean {
  return field.kind === 'attribute' && field.isList;
}

function valuesOf(part: Condition): readonly (string | number)[] | undefined {
  if (part.kind === 'oneOf') return part.values;
  return part.kind === 'compare' && part.op === '=' ? [part.value] : undefined;
}

/** Texts by their code points, as the databases compare them. */
function isLess({compare}: Test['field'], one: string | number, other: string | number): boolean {
  if (compare === 'exact') return compareDigits(String(one), String(other)) < 0;
  if (typeof one === 'number' || typeof other === 'number') return Number(one) < Number(other);
  let at = 0;
  while (at < one.length && at < other.length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return rank(one.charCodeAt(at)) < rank(other.charCodeAt(at));
}

/**
 * A half of a pair stands for a character above all that have no halves; behind the end of a text
 * there is nothing.
 */
function rank(unit: number): number {
  if (Number.isNaN(unit)) return -1;
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
