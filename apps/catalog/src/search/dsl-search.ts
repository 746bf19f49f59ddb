import {
  AppError,
  isBlank,
  isDslWord,
  projectRows,
  readSearchQuery,
  resolveDsl,
  tellsClassifications,
  type DslPlan,
  type EntityHeader,
} from '@gazetteer/model';
import {dslEntities, dslGroups, type GraphRead} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {readHeaders} from '../entity/headers.ts';
import {onlyNamed} from './basic-search.ts';

export type DslResult = {
  /** With the text, beside `entities` only. */
  queryType?: 'DSL';
  queryText?: string;
  entities?: EntityHeader[];
  /** In place of `entities` when the query selects values. */
  attributes?: {name: string[]; values: unknown[][]};
  /** Not counted, as in the reference. */
  approximateCount: -1;
};

/** GET /search/dsl A page below 0 is the usual one. @throws INVALID_DSL_QUERY, INVALID_QUERY_LENGTH */
export async function dslSearch(c: Catalog, {query}: {query: Record<string, unknown>}): Promise<DslResult> {
  const text = dslText(query);
  const page = dslPage(query);
  return await c.read('EntityDiscoveryService.searchUsingDslQuery', graph =>
    runDsl(graph, text, planDsl(c, graph, text, page)),
  );
}

export function dslPage(query: Record<string, unknown>): {limit: number; offset: number} {
  return readSearchQuery(onlyNamed(query, ['limit', 'offset']), {includeSubTypes: true});
}

/** The type comes before the query; the classification counts only when there is no query. */
export function dslText(parameters: Record<string, unknown>): string {
  const [query, typeName, classification] = ['query', 'typeName', 'classification'].map(name => {
    const value = parameters[name];
    return typeof value === 'string' ? value : '';
  }) as [string, string, string];
  const type = isBlank(typeName)
    ? ''
    : /^`.*`$/.test(typeName.trim())
      ? `${typeName.trim()} `
      : `\`${typeName.trim()}\` `;
  if (!isBlank(query) || isBlank(classification)) return type + query;
  const name = classification.trim();
  return `${type} isa ${/^[a-z]\w*$/i.test(name) && !isDslWord(name) ? name : `\`${name}\``}`;
}

/** @throws what is wrong with the query, its length or its page */
export function planDsl(c: Catalog, graph: GraphRead, text: string, page: {limit: number; offset: number}): DslPlan {
  const {searchDefaultLimit, searchMaxLimit, dslMaxLength} = c.settings;
  if (text.length > dslMaxLength) throw new AppError('INVALID_QUERY_LENGTH', ['atlas.graph.dsl-max-query-str-length']);
  const isUsual = page.limit <= 0 || page.limit > searchMaxLimit;
  const limit = isUsual ? searchDefaultLimit : page.limit;
  return resolveDsl(graph.types, text, {limit, offset: Math.max(page.offset, 0), maxLimit: searchMaxLimit});
}

export async function runDsl(graph: GraphRead, queryText: string, {query, table}: DslPlan): Promise<DslResult> {
  if (table?.groups !== undefined) {
    const values = await dslGroups(graph, query, table);
    return {attributes: {name: table.columns.map(one => one.label), values}, approximateCount: -1};
  }
  const records = await dslEntities(graph, query);
  if (table === undefined) {
    const entities = await readHeaders(graph, records, () => ({withClassifications: true}));
    return {queryType: 'DSL', queryText, ...(entities.length === 0 ? {} : {entities}), approximateCount: -1};
  }
  const isClassified = table.columns.some(({field}) => tellsClassifications(field?.kind));
  const carried = isClassified ? await graph.carriedBy(records.map(one => one.guid)) : new Map<string, never>();
  const values = projectRows(table.columns, records, ({guid}) => carried.get(guid) ?? []);
  return {attributes: {name: table.columns.map(one => one.label), values}, approximateCount: -1};
}
