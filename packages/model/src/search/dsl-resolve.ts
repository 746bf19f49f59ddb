import type {TypeRegistry} from '../types/type-registry.ts';
import {dslCondition, exists} from './dsl-condition.ts';
import {parseDsl} from './dsl-parser.ts';
import {printItem, printName, printPath} from './dsl-print.ts';
import {DslScope, relatedBack, type DslHop, type DslTarget} from './dsl-scope.ts';
import type {DslFunction, DslItem, DslPath, DslQuery} from './dsl.ts';
import type {FilterField} from './search-fields.ts';
import {allOf} from './any-of.ts';
import type {Condition, SearchQuery} from './search.ts';

export type DslColumn = {
  readonly label: string;
  /** undefined: the value itself. */
  readonly name?: DslFunction;
  /** undefined for `count` only. */
  readonly field?: FilterField;
};

/** A DSL query, resolved against the type system. */
export type DslPlan = {
  /** The query as it was understood. */
  readonly parsed: DslQuery;
  /**
   * The entities, in their order. A table with `groups` or functions is ordered and cut by itself.
   */
  readonly query: SearchQuery;
  /** undefined: the entities themselves are shown. */
  readonly table?: {
    readonly columns: readonly DslColumn[];
    /** Values that rows are grouped by; undefined when each entity is a row. */
    readonly groups?: readonly FilterField[];
    /** The number of a column, or of a group behind all columns. */
    readonly order?: {readonly by: number; readonly descending: boolean};
  };
};

/** Page as the request asks for it; the query's own `limit` and `offset` come first. */
export type DslPage = {readonly limit: number; readonly offset: number; readonly maxLimit: number};

/**
 * What a DSL query means with these types. @throws INVALID_DSL_QUERY with every problem and its
 * place
 */
export function resolveDsl(types: TypeRegistry, text: string, page: DslPage): DslPlan {
  const parsed = parseDsl(text);
  const scope = new DslScope(types, text, parsed.from);
  scope.check();
  const where = parsed.where && dslCondition(scope, parsed.where);
  const groups = (parsed.groupBy ?? []).flatMap(path => groupField(scope, path) ?? []);
  const limit = Math.min(parsed.limit ?? page.limit, page.maxLimit);
  const offset = parsed.limit === undefined ? page.offset : (parsed.offset ?? 0);
  const selected = parsed.select && readSelect(scope, parsed.select);
  const hops = selected?.hops ?? [];
  const sourceTypes = scope.sourceTypes;
  const isGrouped =
    selected?.columns?.some(one => one.name !== undefined) === true || groups.length > 0;
  const isTable = selected?.columns !== undefined && isGrouped;
  // Groups of a table leave out by themselves what has no value to be grouped by.
  const grouped = isTable ? [] : groups.map(exists);
  const conditions = [scope.source.condition, where, ...grouped].filter(one => one !== undefined);
  const query: SearchQuery = {
    ...(hops.length === 0
      ? {
          ...(sourceTypes && {types: sourceTypes}),
          ...(conditions.length > 0 && {where: allOf(conditions)}),
        }
      : relatedQuery(hops, sourceTypes, conditions)),
    activeOnly: false,
    classifications: [],
    offset,
    limit,
  };
  if (selected?.columns !== undefined && isGrouped) {
    const order = tableOrder(scope, parsed, selected.columns, groups);
    scope.check();
    return {parsed, query, table: {columns: selected.columns, groups, ...(order && {order})}};
  }
  const sort = entityOrder(scope, parsed, hops, groups);
  scope.check();
  const table = selected?.columns && {columns: selected.columns};
  return {parsed, query: {...query, ...(sort && {sort})}, ...(table && {table})};
}

/** Entities at the end of the hops. */
function relatedQuery(
  hops: readonly DslHop[],
  sourceTypes: string[] | undefined,
  conditions: readonly Condition[],
): Pick<SearchQuery, 'types' | 'where'> {
  const parts: Condition[] = [
    ...(sourceTypes ? [{kind: 'type' as const, names: sourceTypes}] : []),
    ...conditions,
  ];
  const where = relatedBack(hops, parts.length === 0 ? undefined : allOf(parts));
  const types = hops.at(-1)?.to;
  return {...(types && {types}), ...(where && {where})};
}

function groupField(scope: DslScope, path: DslPath): FilterField | undefined {
  const target = scope.target(path);
  if (target === undefined) return undefined;
  if (target.kind === 'field' && target.hops.length === 0 && isComparable(target.field))
    return target.field;
  scope.issue('INVALID_DSL_GROUPBY', [printPath(path)], path.at);
  return undefined;
}

/** Classifications of an entity are many, and the flag of incomplete ones is no value of it. */
function isComparable(field: FilterField): boolean {
  return field.kind === 'field' || field.kind === 'status' || field.kind === 'type';
}

type Select = NonNullable<DslQuery['select']>;
/** Without columns the entities at the end of the hops are shown. */
type Selected = {readonly hops: readonly DslHop[]; readonly columns?: readonly DslColumn[]};

function readSelect(scope: DslScope, select: Select): Selected | undefined {
  const aliases = new Set<string>();
  const items = select.flatMap(({item, alias}) => {
    if (alias !== undefined && aliases.has(alias.text)) {
      // The reference's own text for this prints {0} and {1}.
      scope.problem(`DSL Semantic Error - Duplicate alias found: '${alias.text}'`, itemAt(item));
    }
    if (alias !== undefined) aliases.add(alias.text);
    const target = item.path && scope.target(item.path);
    if (item.path !== undefined && target === undefined) return [];
    return [{item, target, label: alias === undefined ? printItem(item) : printName(alias)}];
  });
  const targets = items.flatMap(one => one.target ?? []);
  for (const {item, target} of items) checkAggregate(scope, item, target);
  const hops = commonHops(scope, items, select);
  if (hops === undefined) return undefined;
  if (targets.some(one => one.kind === 'entity')) return {hops};
  const columns = items.flatMap(({item, target, label}): DslColumn[] => {
    if (target === undefined) return [{label, name: 'count'}];
    if (target.kind !== 'field') {
      scope.issue('INVALID_DSL_HAS_PROPERTY', [printItem(item)], itemAt(item));
      return [];
    }
    return [{label, field: target.field, ...(item.kind === 'aggregate' && {name: item.name})}];
  });
  return {hops, columns};
}

function checkAggregate(scope: DslScope, item: DslItem, target: DslTarget | undefined): void {
  if (item.kind !== 'aggregate' || target === undefined) return;
  if (target.kind !== 'field' || target.hops.length > 0 || !isComparable(target.field)) {
    scope.issue('INVALID_DSL_SELECT_INVALID_AGG', [printItem(item)], item.at);
    return;
  }
  const isNumber = target.field.kind === 'field' && target.field.field.compare !== 'text';
  if ((item.name === 'sum' || item.name === 'avg') && !isNumber) {
    scope.problem(`DSL Semantic Error - ${printItem(item)} needs a number`, item.at);
  }
}

type Item = {readonly item: DslItem; readonly target: DslTarget | undefined};

/** All items must be of the query's entities, or all of the same related ones. */
function commonHops(
  scope: DslScope,
  items: readonly Item[],
  select: Select,
): readonly DslHop[] | undefined {
  const ways = new Map(
    items.map(({target}) => [
      (target?.hops ?? []).map(hop => hop.name).join('.'),
      target?.hops ?? [],
    ]),
  );
  if (ways.size <= 1) return [...ways.values()][0] ?? [];
  const at = select[0] === undefined ? 0 : itemAt(select[0].item);
  if (ways.has('')) scope.issue('INVALID_DSL_SELECT_ATTR_MIXING', [], at);
  else scope.issue('INVALID_DSL_SELECT_REFERRED_ATTR', [String(ways.size)], at);
  return undefined;
}

function itemAt(item: DslItem): number {
  return item.kind === 'path' ? item.path.at : item.at;
}

/** Entities come in the order that is asked for, else in that of their first group. */
function entityOrder(
  scope: DslScope,
  {orderBy, select}: DslQuery,
  hops: readonly DslHop[],
  [group]: readonly FilterField[],
): SearchQuery['sort'] {
  if (orderBy === undefined) return group && sortOf(group, false);
  const {item, descending} = orderBy;
  const selected = select?.find(
    one => one.alias !== undefined && one.alias.text === printItem(item),
  );
  const path = (selected?.item ?? item).path;
  if (item.kind === 'aggregate' || path === undefined) {
    scope.problem(`DSL Semantic Error - orderby ${printItem(item)} is no attribute`, itemAt(item));
    return undefined;
  }
  const target = scope.target(path);
  if (target === undefined) return undefined;
  const way = (list: readonly DslHop[]) => list.map(hop => hop.name).join('.');
  const sort =
    target.kind === 'field' && way(target.hops) === way(hops)
      ? sortOf(target.field, descending)
      : undefined;
  if (sort === undefined) scope.issue('INVALID_DSL_ORDERBY', [printPath(path)], path.at);
  return sort;
}

function sortOf(field: FilterField, descending: boolean): SearchQuery['sort'] {
  if (field.kind === 'field') return {field: field.field, descending};
  return field.kind === 'status' ? {field: 'status', descending} : undefined;
}

/** Rows of groups come in the order of a column or of a group. */
function tableOrder(
  scope: DslScope,
  {orderBy, select = [], groupBy = []}: DslQuery,
  columns: readonly DslColumn[],
  groups: readonly FilterField[],
): {by: number; descending: boolean} | undefined {
  if (orderBy === undefined) return undefined;
  const {item, descending} = orderBy;
  const text = printItem(item);
  const key = keyOf(scope, item);
  const column = select.findIndex(
    one => one.alias?.text === text || keyOf(scope, one.item) === key,
  );
  if (column >= 0) return {by: column, descending};
  const group = groupBy.findIndex(path => keyOf(scope, {kind: 'path', path}) === key);
  if (group >= 0 && group < groups.length) return {by: columns.length + group, descending};
  scope.problem(
    `DSL Semantic Error - orderby ${text}: groups are ordered by what is selected or grouped by`,
    itemAt(item),
  );
  return undefined;
}

/** `owner`, `d.owner` and `hive_db.owner` are one. */
function keyOf(scope: DslScope, item: DslItem): string {
  const names = item.path?.names.map(one => one.text) ?? [];
  const own = item.path === undefined || names.length < 2 ? names : scope.withoutSource(names);
  return `${item.kind === 'aggregate' ? item.name : ''}(${own.join('.')})`;
}
