import type {DslExpression, DslPath, DslValue} from './dsl.ts';
import {printPath} from './dsl-print.ts';
import {related, type DslHop, type DslScope, type DslTarget} from './dsl-scope.ts';
import {entityField, type FilterField} from './search-fields.ts';
import {allOf, anyOf} from './any-of.ts';
import {elementOf, isDate, namedCondition, readValue} from './search-filter.ts';
import type {Condition, Test} from './search.ts';

const nothing: Condition = {kind: 'or', parts: []};

/** What an expression means. Problems are told to the scope; then the condition is of no use. */
export function dslCondition(scope: DslScope, expression: DslExpression): Condition {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const parts = flat(expression, expression.kind).map(part => dslCondition(scope, part));
      return expression.kind === 'or' ? anyOf(parts) : allOf(parts);
    }
    case 'not':
      return {kind: 'not', part: dslCondition(scope, expression.part)};
    case 'compare': {
      const target = scope.target(expression.path);
      return target === undefined ? nothing : comparison(scope, expression, target);
    }
    case 'isa': {
      const hops = entityHops(scope, expression.subject);
      const classified = scope.classified(expression.classification);
      return (hops && related(hops, classified)) ?? nothing;
    }
    case 'has':
      return hasCondition(scope, expression.subject, expression.path);
    case 'hasTerm':
      return (
        related(
          entityHops(scope, expression.subject) ?? [],
          termCondition(scope, expression.term),
        ) ?? nothing
      );
  }
}

/** Has a value. */
export function exists(field: FilterField): Condition | undefined {
  return field.kind === 'field'
    ? {kind: 'exists', field: field.field, isNotEmpty: false}
    : undefined;
}

/** A long `a and b and c` is one list, not a chain as deep as it is long. */
function flat(expression: DslExpression, kind: 'and' | 'or'): DslExpression[] {
  const parts: DslExpression[] = [];
  let rest = expression;
  while (rest.kind === kind) {
    parts.unshift(rest.right);
    rest = rest.left;
  }
  return [rest, ...parts];
}

type Comparison = Extract<DslExpression, {kind: 'compare'}>;

function comparison(
  scope: DslScope,
  {path, operator, value}: Comparison,
  target: DslTarget,
): Condition {
  if (target.kind !== 'field') {
    scope.issue('INVALID_DSL_QUALIFIED_NAME', [printPath(path)], path.at);
    return nothing;
  }
  const texts = value.kind === 'list' ? value.items : [value];
  if (value.kind === 'list' && operator !== '=' && operator !== '!=') {
    scope.problem(
      `DSL Semantic Error - a list goes with = and != only, not with ${operator}`,
      value.at,
    );
  }
  const equal = operator === '!=' ? '=' : operator;
  const {field, name} = target;
  const tests = texts.map(one =>
    field.kind === 'field'
      ? fieldTest(scope, field, name, equal, one)
      : namedCondition(
          {types: scope.types, typeNames: [...scope.types.entityTypes.keys()]},
          field.kind,
          equal,
          textOf(one),
        ),
  );
  const positive = anyOf(tests.filter(one => one !== undefined));
  // Without a value nothing is compared, so `!=` finds only what has one.
  const has = exists(field);
  const condition: Condition =
    operator === '!=' ? allOf([...(has ? [has] : []), {kind: 'not', part: positive}]) : positive;
  return related(target.hops, condition) ?? condition;
}

function fieldTest(
  scope: DslScope,
  named: Extract<FilterField, {kind: 'field'}>,
  name: string,
  operator: '<' | '<=' | '=' | '>' | '>=' | 'like',
  value: DslValue,
): Test | undefined {
  const {field, valueType} = named;
  const text = textOf(value);
  if (operator === 'like' && field.compare === 'text')
    return {kind: 'match', field, how: 'like', pattern: text};
  const read = readValue(scope.types, named, text);
  if (read !== undefined)
    return {kind: 'compare', field, op: operator === 'like' ? '=' : operator, value: read};
  const type = elementOf(valueType);
  if (isDate(type)) scope.issue('INVALID_DSL_INVALID_DATE', [text], value.at);
  else
    scope.problem(
      `DSL Semantic Error - ${name}: ${text} is no ${'name' in type ? type.name : type.kind}`,
      value.at,
    );
  return undefined;
}

function textOf(value: DslValue): string {
  switch (value.kind) {
    case 'text':
      // No stored text has a NUL, and PostgreSQL takes none to compare with.
      return value.text.text.replaceAll('\0', '\ufffd');
    case 'number':
      return value.text.replace(/^\+/, '');
    case 'flag':
      return String(value.value);
    case 'list':
      return value.items.map(textOf).join(',');
  }
}

function hasCondition(scope: DslScope, subject: DslPath, path: DslPath): Condition {
  const whole: DslPath = {names: [...subject.names, ...path.names], at: path.at};
  const target = scope.target(whole);
  if (target === undefined) return nothing;
  if (target.kind === 'field') {
    // Every entity has what is no field: a type, a status.
    const has = exists(target.field) ?? {kind: 'not', part: nothing};
    return related(target.hops, has) ?? has;
  }
  if (target.kind === 'other') scope.issue('INVALID_DSL_HAS_PROPERTY', [printPath(path)], path.at);
  return related(target.hops, undefined) ?? nothing;
}

/** The way to the entities that a path names; none for those of the query. */
function entityHops(scope: DslScope, path: DslPath): readonly DslHop[] | undefined {
  const target = scope.target(path);
  if (target === undefined || target.kind === 'entity') return target?.hops;
  scope.issue('INVALID_DSL_QUALIFIED_NAME', [printPath(path)], path.at);
  return undefined;
}

/** `term@glossary` is a qualified name, anything else the term's name. */
function termCondition(scope: DslScope, path: DslPath): Condition {
  const value = path.names.map(one => one.text).join('.');
  const type = scope.types.entityTypes.get('AtlasGlossaryTerm');
  if (type === undefined || !scope.types.relationshipTypes.has('AtlasGlossarySemanticAssignment'))
    return nothing;
  const found = entityField(
    scope.types,
    [type.name],
    value.includes('@') ? 'qualifiedName' : 'name',
  );
  if (found.kind !== 'field') return nothing;
  return {
    kind: 'related',
    edges: [{typeName: 'AtlasGlossarySemanticAssignment', end: 2}],
    from: scope.sourceTypes,
    to: [...type.typeAndSubTypes],
    part: {kind: 'compare', field: found.field, op: '=', value},
  };
}
