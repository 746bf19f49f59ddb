import type {DslExpression, DslItem, DslName, DslPath, DslQuery, DslValue} from './dsl.ts';

/** The query as text that is read as the same query again. */
export function printDsl({from, where, groupBy, select, orderBy, limit, offset}: DslQuery): string {
  return [
    ...(from.length === 0
      ? []
      : [`from ${from.map(one => printPath(one.type) + aliased(one.alias)).join(', ')}`]),
    ...(where === undefined ? [] : [`where ${printExpression(where)}`]),
    ...(groupBy === undefined ? [] : [`groupby (${groupBy.map(printPath).join(', ')})`]),
    ...(select === undefined
      ? []
      : [`select ${select.map(one => printItem(one.item) + aliased(one.alias)).join(', ')}`]),
    ...(orderBy === undefined
      ? []
      : [`orderby ${printItem(orderBy.item)}${orderBy.descending ? ' desc' : ''}`]),
    ...(limit === undefined ? [] : [`limit ${limit}`]),
    ...(offset === undefined ? [] : [`offset ${offset}`]),
  ].join(' ');
}

/** As written, without spaces: the label of a column that has no other name. */
export function printItem(item: DslItem): string {
  if (item.kind === 'path') return printPath(item.path);
  return `${item.name}(${item.path === undefined ? '' : printPath(item.path)})`;
}

export function printPath({names}: DslPath): string {
  return names.map(printName).join('.');
}

export function printName({text, quote}: DslName): string {
  return quote + text + quote;
}

function aliased(alias: DslName | undefined): string {
  return alias === undefined ? '' : ` as ${printName(alias)}`;
}

function printExpression(expression: DslExpression): string {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const {kind, left, right} = expression;
      const isGroup = right.kind === 'and' || right.kind === 'or';
      return `${printExpression(left)} ${kind} ${isGroup ? `(${printExpression(right)})` : printExpression(right)}`;
    }
    case 'not':
      return `not (${printExpression(expression.part)})`;
    case 'compare':
      return `${printPath(expression.path)} ${expression.operator} ${printValue(expression.value)}`;
    case 'isa':
      return `${printPath(expression.subject)} isa ${printPath(expression.classification)}`;
    case 'has':
      return `${printPath(expression.subject)} has ${printPath(expression.path)}`;
    case 'hasTerm':
      return `${printPath(expression.subject)} hasTerm ${printPath(expression.term)}`;
  }
}

function printValue(value: DslValue): string {
  switch (value.kind) {
    case 'text':
      return printName(value.text);
    case 'number':
      return value.text;
    case 'flag':
      return String(value.value);
    case 'list':
      return `[${value.items.map(printValue).join(', ')}]`;
  }
}
