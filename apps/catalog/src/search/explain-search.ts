import {also} from '@gazetteer/kernel';
import {printDsl, type SearchParameters, type SearchQuery} from '@gazetteer/model';
import {
  explainSearch as explainPlan,
  explainStatements,
  searchWithFacets,
  type ExplainedStatement,
  type GraphRead,
} from '@gazetteer/store';
import type {Context} from '../catalog.ts';
import {query} from '../operation.ts';
import {
  basicQuery,
  dslQuery,
  quickQuery,
  wrongDsl,
  wrongFilter,
  wrongSearch,
  type QueryValues,
} from './addresses.ts';
import {basicBody, basicParameters} from './basic-search.ts';
import {dslPage, dslText, planDsl, runDsl} from './dsl-search.ts';
import {find, resolve, resultOf} from './find.ts';
import {quickParameters} from './quick-search.ts';
import * as shapes from './shapes.ts';

/** A body asks for a basic search. */
export type ExplainArgs =
  | {body: SearchParameters}
  | {kind: 'basic' | 'quick' | 'dsl'; query: QueryValues};
type Asked =
  | {kind: 'basic' | 'quick'; parameters: SearchParameters}
  | {kind: 'dsl'; text: string; page: {limit: number; offset: number}};

export type Explanation = {
  queryType: 'BASIC' | 'DSL';
  /** A DSL query as it was understood. */
  queryText?: string;
  /** In words: what leads to the hits, what is tested on them, their order. */
  steps: string[];
  /** Entities of the types: no search looks at more. */
  candidates: number;
  /** Exact, where it is counted; -1: not counted. */
  approximateCount: number;
  ms: number;
  statements: ExplainedStatement[];
};

const description =
  'Runs the search, and answers its steps, statements and times in place of the hits.';

/** GET and POST under /search/explain: runs the search, and tells how in place of what it found. */
export const explainSearch = query('POST /v2/search/explain/basic', {
  summary: 'How POST /search/basic would be answered',
  description,
  body: basicBody,
  answer: shapes.explanation,
  errors: [...wrongSearch, ...wrongFilter, 'UNKNOWN_GLOSSARY_TERM'],
  logAs: 'EntityDiscoveryService.explain',
  read: (args: ExplainArgs, c): Asked => {
    if ('body' in args) return {kind: 'basic', parameters: basicParameters(c, args)};
    const {kind, query} = args;
    if (kind === 'dsl') return {kind, text: dslText(query), page: dslPage(query)};
    return {
      kind,
      parameters: kind === 'basic' ? basicParameters(c, {query}) : quickParameters(c, {query}),
    };
  },
  run: async (graph, asked, c): Promise<Explanation> => {
    if (asked.kind === 'dsl') return await explainDsl(c, graph, asked);
    const {kind, parameters} = asked;
    const query = await resolve(c, graph, parameters);
    return await explained(graph, query, {queryType: 'BASIC'}, async seen => {
      if (kind === 'basic') return (await find(seen, parameters, query)).approximateCount;
      const {hits} = await searchWithFacets(seen, query);
      return (await resultOf(seen, parameters, query, hits)).approximateCount;
    });
  },
});

export const explainBasicByQuery = also(
  'GET /v2/search/explain/basic',
  explainSearch,
  {
    summary: 'How GET /search/basic would be answered',
    description,
    query: basicQuery,
    answer: shapes.explanation,
    errors: wrongSearch,
  },
  // The three searches have parameters of the same names: which one it is has to be said.
  query => ({kind: 'basic' as const, query}),
);

export const explainQuickByQuery = also(
  'GET /v2/search/explain/quick',
  explainSearch,
  {
    summary: 'How GET /search/quick would be answered',
    description,
    query: quickQuery,
    answer: shapes.explanation,
    errors: wrongSearch,
  },
  query => ({kind: 'quick' as const, query}),
);

export const explainDslByQuery = also(
  'GET /v2/search/explain/dsl',
  explainSearch,
  {
    summary: 'How a query of the DSL would be answered',
    description:
      'Runs the query, and answers its steps, statements and times in place of the hits.',
    query: dslQuery,
    answer: shapes.explanation,
    errors: wrongDsl,
  },
  query => ({kind: 'dsl' as const, query}),
);

async function explainDsl(
  c: Context,
  graph: GraphRead,
  {text, page}: Extract<Asked, {kind: 'dsl'}>,
): Promise<Explanation> {
  const plan = planDsl(c, graph, text, page);
  const shown = {queryType: 'DSL', queryText: printDsl(plan.parsed)} as const;
  return await explained(
    graph,
    plan.query,
    shown,
    async seen => (await runDsl(seen, text, plan)).approximateCount,
  );
}

async function explained(
  graph: GraphRead,
  query: SearchQuery,
  shown: Pick<Explanation, 'queryType' | 'queryText'>,
  run: (graph: GraphRead) => Promise<number>,
): Promise<Explanation> {
  const start = performance.now();
  const {value, statements} = await explainStatements(graph, run);
  const ms = Math.round((performance.now() - start) * 100) / 100;
  return {...shown, ...(await explainPlan(graph, query)), approximateCount: value, ms, statements};
}
