import {type Param, SessionWrapper} from '@gazetteer/db';
import {describeField, type SearchQuery} from '@gazetteer/model';
import {inner, type GraphRead} from '../schema/graph.ts';
import {planSearch} from './search-plan.ts';

/**
 * A statement of a search, what came of it, and how the database goes about it, in the database's
 * own words.
 */
export type ExplainedStatement = {
  readonly sql: string;
  readonly rows: number;
  readonly ms: number;
  readonly plan: readonly string[];
};

/**
 * Runs `work` and tells each statement that it sent; none to somebody who may not read everything.
 */
export async function explainStatements<T>(
  graph: GraphRead,
  work: (graph: GraphRead) => Promise<T>,
): Promise<{value: T; statements: ExplainedStatement[]}> {
  // Plans tell how much there is, read or not.
  if (graph.readable !== undefined) return {value: await work(graph), statements: []};
  const recorder = new RecordingSession(graph[inner].session);
  const value = await work(graph[inner].fresh(recorder));
  const statements: ExplainedStatement[] = [];
  for (const {sql, params, rows, ms} of recorder.sent) {
    const plan = await graph[inner].session.all<Record<string, unknown>>(
      graph[inner].session.dialect.explain(sql),
      params,
    );
    statements.push({
      sql: sql.replace(/\s+/g, ' ').trim(),
      rows,
      ms: Math.round(ms * 100) / 100,
      plan: plan.map(lineOf),
    });
  }
  return {value, statements};
}

/**
 * What drives a search and what is tested on its hits; `candidates` bounds how many entities can be
 * looked at.
 */
export async function explainSearch(
  graph: GraphRead,
  query: SearchQuery,
): Promise<{steps: string[]; candidates: number}> {
  const plan = await planSearch(graph, query);
  // How many there are of what may be read in part would tell of the rest.
  const counts = plan.counts.filter(one => graph.readable?.isWhole(one.typeName) !== false);
  const candidates = counts.reduce((sum, one) => sum + one.count, 0);
  const types = plan.counts
    .toSorted((a, b) => (`${a.typeName} ${a.status}` < `${b.typeName} ${b.status}` ? -1 : 1))
    .map(one => `${one.typeName} (${counts.includes(one) ? `${one.count} ` : ''}${one.status})`)
    .join(', ');
  if (plan.isEmpty)
    return {
      steps: [
        `Nothing can match: ${types === '' ? 'no entity of the types' : 'no word to look for'}.`,
      ],
      candidates,
    };
  const {sort, before} = query;
  const steps = [`Types: ${types}.`, ...plan.steps];
  if (before !== undefined) steps.push('The newest first, from the row that the marker names.');
  else if (sort !== undefined) {
    const by = sort.field === 'status' ? 'status' : describeField(sort.field);
    steps.push(
      `In the order of ${by}${sort.descending ? ', descending' : ''}: by its index where it has one and hits are a good part of it.`,
    );
  } else
    steps.push(
      plan.text === undefined
        ? query.isByKind === true
          ? 'By the kind of the type, then the newest first.'
          : 'The newest first.'
        : query.isScored === true
          ? 'By the relevance of their texts; the newest first when hits are very many.'
          : 'By where the words are and by the kind of the type, then by relevance; when hits are very many, by kind and then the newest first.',
    );
  return {steps, candidates};
}

/** SQLite names each step, PostgreSQL writes a tree of lines. */
function lineOf(row: Record<string, unknown>): string {
  return String((row['detail'] ?? row['QUERY PLAN'] ?? '') as string);
}

class RecordingSession extends SessionWrapper {
  readonly sent: {sql: string; params: readonly Param[]; rows: number; ms: number}[] = [];

  override async all<Row>(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    const start = performance.now();
    const rows = await super.all<Row>(sql, params);
    this.sent.push({sql, params, rows: rows.length, ms: performance.now() - start});
    return rows;
  }
}
