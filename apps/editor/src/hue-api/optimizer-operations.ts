import {form} from '@gazetteer/kernel';
import {text, word} from '@gazetteer/kernel/loose-fields';
import {anything, described, list, mapOf, text as textShape} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {status} from '../http/envelope.ts';
import {answer, whole} from '../http/shapes.ts';
import {statementFields} from '../statement/find-statement.ts';
import {query} from '../operation.ts';

// What clients of Hue ask of an optimizer, answered as by one that knows nothing: pages of theirs
// ask without looking whether there is one, and go on with what they have.

const asked = {
  interface: word('Which optimizer; there is none'),
  database: text('Name of the database'),
  dbTables: text('Names of tables, as a JSON list'),
  sourcePlatform: word('Dialect of the statement'),
  query: text('The statement, as JSON'),
};
const body = form(asked);
const ofNotebook = form({...statementFields, interface: asked.interface});
const none = 'No optimizer is configured, so there are none.';

const known = (name: string, what: string, member = 'values') =>
  query(`POST /${name}`, {
    summary: what,
    description: none,
    body,
    answer: answer({[member]: list(described(mapOf(anything), 'One of them'), what)}),
    run: async () => ({status: status.ok, [member]: []}),
  });

/** In another form than the others. */
const columns = query('POST /top_columns', {
  summary: 'Columns that are used most',
  description: none,
  body,
  answer: answer({
    values: described(whole({results: list(anything, 'Columns')}), 'The columns'),
  }),
  run: async () => ({status: status.ok, values: {results: []}}),
});

const hints = {
  hints: list(described(mapOf(anything), 'A hint'), 'Hints'),
  noStats: list(textShape(), 'Tables without statistics'),
  noDDL: list(textShape(), 'Tables that are not known'),
};
const noHints = {hints: [], noStats: [], noDDL: []};

const risk = query('POST /query_risk', {
  summary: 'What is risky about a statement',
  description: none,
  body,
  answer: answer({query_risk: described(whole(hints), 'The hints')}),
  run: async () => ({status: status.ok, query_risk: noHints}),
});

/** @throws AppError, as the reference does for what only an optimizer could tell */
const unknown = (name: string, summary: string, fields: typeof body | typeof ofNotebook = body) =>
  query(`POST /${name}`, {
    summary,
    description: 'Fails, as no optimizer is configured.',
    body: fields,
    answer: answer({message: textShape('Why not')}),
    errors: ['BAD_REQUEST'],
    run: async () => {
      throw new AppError('BAD_REQUEST', ['No optimizer is configured here.']);
    },
  });

/** Under `/api/v1/optimizer` and `/metadata/api/optimizer`. */
export const optimizerOperations = {
  optimizerDatabases: known('top_databases', 'Databases that are used most'),
  optimizerTables: known('top_tables', 'Tables that are used most', 'top_tables'),
  optimizerColumns: columns,
  optimizerJoins: known('top_joins', 'Joins that are used most'),
  optimizerFilters: known('top_filters', 'Filters that are used most'),
  optimizerAggregates: known('top_aggs', 'Aggregates that are used most'),
  optimizerRisk: risk,
  optimizerCompatibility: unknown('query_compatibility', 'Whether another engine can run it'),
  optimizerSimilar: unknown('similar_queries', 'Statements that are alike'),
  optimizerPrediction: unknown('predict', 'How a statement may go on'),
};

/** Of the notebook's API. */
export const notebookOptimizer = {
  statementRisk: query('POST /optimizer/statement/risk', {
    summary: 'What is risky about a statement of a notebook',
    description: none,
    body: ofNotebook,
    answer: answer({query_complexity: described(whole(hints), 'The hints')}),
    run: async () => ({status: status.ok, query_complexity: noHints}),
  }),
  statementCompatibility: unknown(
    'optimizer/statement/compatibility',
    'Whether another engine can run a statement of a notebook',
    ofNotebook,
  ),
  statementSimilarity: unknown(
    'optimizer/statement/similarity',
    'Statements that are like one of a notebook',
    ofNotebook,
  ),
};
