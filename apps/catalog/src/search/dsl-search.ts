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
import {countDsl, dslEntities, dslGroups, type GraphRead} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {flag} from '@gazetteer/kernel/parameters';
import {readHeaders} from '../entity/headers.ts';
import {query} from '../operation.ts';
import {dslQuery, wrongDsl, type QueryValues} from './addresses.ts';
import * as shapes from './shapes.ts';

export type DslResult = {
  /** With the text, beside `entities` only. */
  queryType?: 'DSL';
  queryText?: string;
  entities?: EntityHeader[];
  /** In place of `entities` when the query selects values. */
  attributes?: {name: string[]; values: unknown[][]};
  /** -1: not counted, as in the reference. */
  approximateCount: number;
};

/**
 * GET /search/dsl A page below 0 is the usual one. @throws INVALID_DSL_QUERY, INVALID_QUERY_LENGTH
 */
export const dslSearch = query('GET /v2/search/dsl', {
  summary: 'Search by a query of the DSL',
  description: 'A query with `select` is answered with `attributes`, any other with `entities`.',
  query: {
    ...dslQuery,
    getApproximateCount: flag(
      'Count the entities that the query finds; not of a query with select. An addition to the Atlas API',
    ),
  },
  answer: shapes.searchResult,
  errors: wrongDsl,
  on: 'search',
  keptFor: 'caller',
  logAs: 'EntityDiscoveryService.searchUsingDslQuery',
  read: (asked: QueryValues) => ({
    text: dslText(asked),
    page: dslPage(asked),
    isCounted: asked['getApproximateCount'] === true,
  }),
  run: async (graph, {text, page, isCounted}, c): Promise<DslResult> => {
    const plan = planDsl(c, graph, text, page);
    const result = await runDsl(graph, text, plan);
    if (!isCounted || plan.table !== undefined) return result;
    return {...result, approximateCount: await countDsl(graph, plan.query)};
  },
});

export function dslPage({limit, offset}: QueryValues): {limit: number; offset: number} {
  return readSearchQuery({limit, offset}, {includeSubTypes: true});
}

/** The type comes before the query; the classification counts only when there is no query. */
export function dslText(parameters: QueryValues): string {
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
export function planDsl(
  c: Context,
  graph: GraphRead,
  text: string,
  page: {limit: number; offset: number},
): DslPlan {
  const {searchDefaultLimit, searchMaxLimit, dslMaxLength} = c.settings;
  if (text.length > dslMaxLength)
    throw new AppError('INVALID_QUERY_LENGTH', ['atlas.graph.dsl-max-query-str-length']);
  const isUsual = page.limit <= 0 || page.limit > searchMaxLimit;
  const limit = isUsual ? searchDefaultLimit : page.limit;
  return resolveDsl(graph.types, text, {
    limit,
    offset: Math.max(page.offset, 0),
    maxLimit: searchMaxLimit,
  });
}

/**
 * Answers a planned query: groups and selected values as a table, anything else as headers of
 * entities.
 */
export async function runDsl(
  graph: GraphRead,
  queryText: string,
  {query, table}: DslPlan,
): Promise<DslResult> {
  if (table?.groups !== undefined) {
    const values = await dslGroups(graph, query, table);
    return {attributes: {name: table.columns.map(one => one.label), values}, approximateCount: -1};
  }
  const records = await dslEntities(graph, query);
  if (table === undefined) {
    const entities = await readHeaders(graph, records, () => ({withClassifications: true}));
    return {
      queryType: 'DSL',
      queryText,
      ...(entities.length === 0 ? {} : {entities}),
      approximateCount: -1,
    };
  }
  const isClassified = table.columns.some(({field}) => tellsClassifications(field?.kind));
  const carried = isClassified
    ? await graph.carriedBy(records.map(one => one.guid))
    : new Map<string, never>();
  const values = projectRows(table.columns, records, ({guid}) => carried.get(guid) ?? []);
  return {attributes: {name: table.columns.map(one => one.label), values}, approximateCount: -1};
}
