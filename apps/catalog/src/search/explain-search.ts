import {printDsl, type SearchQuery} from '@gazetteer/model';
import {
  explainSearch as explainPlan,
  explainStatements,
  searchFacets,
  type ExplainedStatement,
  type GraphRead,
} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';
import {basicParameters, type SearchArgs} from './basic-search.ts';
import {dslPage, dslText, planDsl, runDsl} from './dsl-search.ts';
import {find, resolve} from './find.ts';
import {quickParameters} from './quick-search.ts';

export type ExplainArgs =
  | {kind: 'basic' | 'quick'; args: SearchArgs}
  | {kind: 'dsl'; args: {query: Record<string, unknown>}};

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

/** GET and POST under /search/explain: runs the search, and tells how in place of what it found. */
export async function explainSearch(c: Catalog, {kind, args}: ExplainArgs): Promise<Explanation> {
  return await c.read('EntityDiscoveryService.explain', async graph => {
    if (kind === 'dsl') return await explainDsl(c, graph, args.query);
    const parameters = kind === 'basic' ? basicParameters(c, args) : quickParameters(c, args);
    const query = await resolve(c, graph, parameters);
    return await explained(graph, query, {queryType: 'BASIC'}, async seen => {
      const {approximateCount} = await find(seen, parameters, query);
      if (kind === 'quick') await searchFacets(seen, query, approximateCount);
      return approximateCount;
    });
  });
}

async function explainDsl(c: Catalog, graph: GraphRead, parameters: Record<string, unknown>): Promise<Explanation> {
  const text = dslText(parameters);
  const plan = planDsl(c, graph, text, dslPage(parameters));
  const shown = {queryType: 'DSL', queryText: printDsl(plan.parsed)} as const;
  return await explained(graph, plan.query, shown, async seen => (await runDsl(seen, text, plan)).approximateCount);
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
