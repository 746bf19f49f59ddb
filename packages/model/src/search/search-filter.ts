import {lookup} from '../lookup.ts';
import {plainDigits} from '../entity/exact-number.ts';
import {AppError} from '../error.ts';
import {allOf, anyOf, equalsAny} from './any-of.ts';
import type {Operator} from './operator.ts';
import type {Condition, Field, FilterCriteria} from './search.ts';
import {readDate, readDateRange, timeOf, type Clock} from './search-dates.ts';
import type {FilterField} from './search-fields.ts';
import type {TypeRegistry, ValueType} from '../types/type-registry.ts';

/** What a filter is read against. */
export type FilterScope = {
  types: TypeRegistry;
  now: Clock;
  /** Names that `__typeName` can have here. */
  typeNames: readonly string[];
  fieldOf: (name: string) => FilterField;
  /** Told of each test that no index answers, as `<attribute> <operator> <value>`. */
  onScan: (test: string) => void;
};

/**
 * undefined: a group of nothing, which restricts nothing. @throws UNKNOWN_ATTRIBUTE, BAD_REQUEST
 * for a value of the wrong type
 */
export function readCondition(scope: FilterScope, filter: FilterCriteria): Condition | undefined {
  if (
    filter.criterion !== undefined &&
    (filter.criterion.length > 0 || filter.condition !== undefined)
  ) {
    const parts = filter.criterion
      .map(one => readCondition(scope, one))
      .filter(part => part !== undefined);
    if (parts.length === 0) return undefined;
    return filter.condition === 'OR' ? anyOf(parts) : allOf(parts);
  }
  const {attributeName, operator} = filter;
  // No value has a NUL, since PostgreSQL takes none in a text; it does not take one to compare
  // with, either.
  const attributeValue = (filter.attributeValue ?? '').replaceAll('\0', '\ufffd');
  if (operator === undefined) throw new AppError('INVALID_OPERATOR', [attributeName ?? 'null']);
  if (attributeName === undefined) throw new AppError('BLANK_NAME_ATTRIBUTE');
  const found = scope.fieldOf(attributeName);
  if (found.kind !== 'field') return namedCondition(scope, found.kind, operator, attributeValue);
  if (isScan(found.field, operator))
    scope.onScan(`${attributeName} ${operator} ${attributeValue}`.trimEnd());
  return fieldCondition(scope, {...found, name: attributeName}, operator, attributeValue);
}

/** A test of what has few possible values. */
export function namedCondition(
  scope: Pick<FilterScope, 'types' | 'typeNames'>,
  kind: Exclude<FilterField['kind'], 'field'>,
  operator: Operator,
  attributeValue: string,
): Condition {
  switch (kind) {
    case 'status':
      return namesCondition(['ACTIVE', 'DELETED'], operator, attributeValue, names =>
        anyOf(names.map(name => ({kind: 'status', isDeleted: name === 'DELETED'}))),
      );
    case 'type':
      return namesCondition(scope.typeNames, operator, attributeValue, names => ({
        kind: 'type',
        names,
      }));
    case 'classifications':
    case 'propagatedClassifications': {
      const known = [...scope.types.classificationTypes.keys()];
      const from = kind === 'classifications' ? 'itself' : 'others';
      return namesCondition(known, operator, attributeValue, names => ({
        kind: 'classified',
        names,
        from,
      }));
    }
    case 'classificationsText': {
      const known = [...scope.types.classificationTypes.keys()];
      const isPart = operator === 'contains' || operator === 'not_contains';
      const test = isPart ? 'contains' : operator;
      const named = namesCondition(known, test, attributeValue, names => ({
        kind: 'classified',
        names,
      }));
      const found = isPart ? anyOf([named, valuesContain(attributeValue)]) : named;
      return operator === 'not_contains' ? {kind: 'not', part: found} : found;
    }
    case 'nothing':
      return namesCondition([], operator, attributeValue, () => anyOf([]));
    case 'incomplete': {
      const incomplete: Condition = {kind: 'incomplete'};
      const condition: Record<string, Condition> = {
        1: incomplete,
        0: {kind: 'not', part: incomplete},
      };
      // Only incomplete ones have a value in the reference.
      if (operator === 'isNull') return {kind: 'not', part: incomplete};
      if (operator === 'notNull' || operator === 'notEmpty') return incomplete;
      const given =
        lookup<Readonly<Record<string, string>>>({true: '1', false: '0'})[
          attributeValue.toLowerCase()
        ] ?? attributeValue;
      return namesCondition(['0', '1'], operator, given, names =>
        anyOf(names.flatMap(name => condition[name] ?? [])),
      );
    }
  }
}

function valuesContain(pattern: string): Condition {
  const field: Field = {kind: 'column', column: 'attributes', compare: 'text'};
  return {
    kind: 'classified',
    names: undefined,
    where: {kind: 'match', field, how: 'contains', pattern},
  };
}

type Named = Extract<FilterField, {kind: 'field'}> & {name: string};

/** Texts are compared exactly, upper and lower case apart, as the reference does in the end. */
function fieldCondition(
  scope: FilterScope,
  named: Named,
  operator: Operator,
  given: string,
): Condition {
  const {field} = named;
  const read = (text: string) => {
    const value = readValue(scope.types, named, text);
    if (value === undefined) throw badValue(named, text);
    return value;
  };
  const compare = (op: '=' | '<' | '>' | '<=' | '>=', text: string): Condition => ({
    kind: 'compare',
    field,
    op,
    value: read(text),
  });
  switch (operator) {
    case '=':
    case '<':
    case '>':
    case '<=':
    case '>=':
      return compare(operator, given);
    case '!=':
      // A missing value differs, too.
      return {kind: 'not', part: compare('=', given)};
    case 'in':
      return equalsAny(field, listOf(given).map(read));
    case 'like':
    case 'startsWith':
    case 'endsWith':
    case 'contains':
      return field.compare !== 'text'
        ? compare('=', given)
        : {kind: 'match', field, how: operator, pattern: given};
    case 'not_contains':
      return {kind: 'not', part: fieldCondition(scope, named, 'contains', given)};
    case 'containsAny':
    case 'containsAll': {
      // Of a list, elements; of a text, parts of it.
      const isList = named.valueType.kind === 'array' || field.compare !== 'text';
      const parts = listOf(given).map((text): Condition =>
        isList ? compare('=', text) : {kind: 'match', field, how: 'contains', pattern: text},
      );
      return operator === 'containsAny' ? anyOf(parts) : allOf(parts);
    }
    case 'isNull':
      return {kind: 'not', part: {kind: 'exists', field, isNotEmpty: false}};
    case 'notNull':
      return {kind: 'exists', field, isNotEmpty: false};
    case 'notEmpty':
      return {kind: 'exists', field, isNotEmpty: true};
    case 'timerange': {
      const range = isDate(named.valueType) ? readDateRange(given, timeOf(scope.now)) : undefined;
      if (range === undefined) throw badValue(named, given);
      return allOf([
        {kind: 'compare', field, op: '>=', value: range.from},
        {kind: 'compare', field, op: '<=', value: range.to},
      ]);
    }
  }
}

/**
 * No row of the (attribute, value) index tells that an entity has no value, and two columns have no
 * index.
 */
function isScan(field: Field, operator: Operator): boolean {
  if (field.kind === 'column')
    return field.column === 'created_by' || field.column === 'updated_by';
  if (field.column === 'extra' && field.keys[0]?.startsWith('__')) return false;
  return (
    !field.isIndexed || operator === 'isNull' || operator === 'notNull' || operator === 'notEmpty'
  );
}

/** Tests of a name that has few possible values come down to those that pass. */
function namesCondition(
  all: readonly string[],
  operator: Operator,
  given: string,
  condition: (names: string[]) => Condition,
): Condition {
  const passing = (test: (name: string) => boolean) => condition(all.filter(test));
  const listed = new Set(operator === 'in' || operator === 'containsAny' ? listOf(given) : []);
  switch (operator) {
    case '=':
      return passing(name => name === given);
    case '!=':
      return {kind: 'not', part: passing(name => name === given)};
    case 'in':
    case 'containsAny':
      return passing(name => listed.has(name));
    case 'containsAll':
      return allOf(listOf(given).map(text => passing(name => name === text)));
    case 'like':
      return passing(name => fits(name, given));
    case 'startsWith':
      return passing(name => name.startsWith(given));
    case 'endsWith':
      return passing(name => name.endsWith(given));
    case 'contains':
      return passing(name => name.includes(given));
    case 'not_contains':
      return {kind: 'not', part: passing(name => name.includes(given))};
    case '<':
      return passing(name => name < given);
    case '>':
      return passing(name => name > given);
    case '<=':
      return passing(name => name <= given);
    case '>=':
      return passing(name => name >= given);
    case 'isNull':
      return {kind: 'not', part: passing(() => true)};
    case 'notNull':
    case 'notEmpty':
    case 'timerange':
      return passing(() => true);
  }
}

/**
 * Whether all of `name` fits a pattern of `*` (any text) and `?` (one character). By hand: a
 * regular expression tries all ways to share a name among many `*`.
 */
export function fits(name: string, pattern: string): boolean {
  const [chars, wanted] = [[...name], [...pattern]];
  let [at, next] = [0, 0];
  /**
   * Behind the last `*`, and where what it stands for ends so far: it takes more when all else
   * fails.
   */
  let star: {readonly next: number; at: number} | undefined;
  while (at < chars.length) {
    if (wanted[next] === '*') {
      next++;
      star = {next, at};
    } else if (wanted[next] === '?' || wanted[next] === chars[at]) {
      next++;
      at++;
    } else {
      if (star === undefined) return false;
      star.at++;
      next = star.next;
      at = star.at;
    }
  }
  return wanted.slice(next).every(char => char === '*');
}

/**
 * As values of the attribute are compared; undefined for what is no number or date where it must be
 * one.
 */
export function readValue(
  types: TypeRegistry,
  {field, valueType}: Pick<Named, 'field' | 'valueType'>,
  text: string,
): string | number | undefined {
  const type = elementOf(valueType);
  if (type.kind === 'enum')
    return types.enumTypes.get(type.name)?.values.get(text.toLowerCase()) ?? text;
  if (type.kind === 'primitive' && type.name === 'boolean') return text.toLowerCase();
  if (field.compare === 'text') return text;
  if (field.compare === 'exact') return plainDigits(text);
  const number = isDate(type) ? readDate(text) : text.trim() === '' ? NaN : Number(text);
  return number !== undefined && Number.isFinite(number) ? number : undefined;
}

function badValue(named: Named, text: string): AppError {
  const type = elementOf(named.valueType);
  return new AppError('BAD_REQUEST', [
    `${named.name}: ${text} is no ${'name' in type ? type.name : type.kind}`,
  ]);
}

export function elementOf(type: ValueType): ValueType {
  return type.kind === 'array' ? elementOf(type.element) : type;
}

export function isDate(type: ValueType): boolean {
  return type.kind === 'primitive' && type.name === 'date';
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map(one => one.trim())
    .filter(one => one !== '');
}
