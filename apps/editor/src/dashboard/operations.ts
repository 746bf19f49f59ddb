import {form} from '@gazetteer/kernel';
import {id, object} from '@gazetteer/kernel/fields';
import {described, flag, list, named, nullable, text} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {pageStateShape} from '../chart/chart-specification.ts';
import type {Onlooker} from '../config/sharing.ts';
import {queriesOf} from '../document/dashboard.ts';
import {openedDashboard} from '../document/shapes.ts';
import type {Editor} from '../editor.ts';
import {executeText} from '../editor-api/execute.ts';
import {isOver} from '../engine/sql-engine.ts';
import {state, statementTime, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {latestResults, noteLatest, type LatestResult} from '../result/latest-results.ts';
import {
  type DashboardQuery,
  type PreparedQuery,
  prepareQuery,
  readDashboard,
  readQueries,
  readValues,
  variablesOf,
} from './dashboard-query.ts';

const byId = {uuid: id};
const values = object('Values for `${name}` in the queries, by name');

const readOne = query('GET /dashboards/{uuid}', {
  summary: 'A dashboard, and what its queries are',
  description:
    'Queries that the caller may not read are left out: a dashboard gives no right on them.',
  segments: byId,
  answer: named('OpenedDashboard', 'A dashboard with its queries', () =>
    whole({
      document: described(openedDashboard, 'The dashboard'),
      queries: list(
        named('DashboardQuery', 'A saved query of a dashboard', () =>
          whole({
            document: text('Its id'),
            name: text('Its name'),
            engine: text('Where it is run'),
            state: pageStateShape('What pages keep with it: its charts'),
            variables: list(
              named('DashboardVariable', 'A variable of a query', () =>
                whole({
                  name: text('Its name'),
                  fallback: nullable(text('What it is where nothing is chosen; null without one')),
                  choices: list(
                    whole({value: text('A value'), label: text('What it is called')}),
                    'What may be chosen; nothing where it is free',
                  ),
                }),
              ),
              'Its variables',
            ),
          }),
        ),
        'Those that the caller may read',
      ),
    }),
  ),
  errors: ['NOT_FOUND', 'GONE'],
  run: async (e, {uuid}, {actor}) => {
    const document = await readDashboard(e, actor, uuid);
    const queries = await readQueries(e, actor, document.dashboard);
    return {
      document,
      queries: [...queries.values()].map(one => ({
        document: one.document,
        name: one.name,
        engine: one.content.engine,
        state: {charts: one.content.state['charts']},
        variables: variablesOf(document.dashboard, one).map(({fallback, ...rest}) => ({
          ...rest,
          fallback: fallback ?? null,
        })),
      })),
    };
  },
});

const result = named('DashboardResult', 'What the caller ran last for a query of a dashboard', () =>
  whole(
    {
      document: text('Id of the query'),
      statement: text('Id of the statement, and of its result; absent where it was never run'),
      state,
      askedAt: statementTime('When it was asked for'),
      finishedAt: statementTime('When it had ended'),
      message: text('Why there is no result'),
      isKept: flag('Whether its rows are there'),
    },
    ['statement', 'state', 'askedAt', 'finishedAt', 'message'],
  ),
);

const results = query('POST /dashboards/{uuid}/results', {
  summary: 'The latest results of a dashboard',
  description:
    'Of what the caller, or a schedule of the caller, ran with these values. Nothing is run, and results of others are not shown.',
  segments: byId,
  body: form({variables: values}),
  answer: whole({results: list(result, 'One for each query that the caller may read')}),
  errors: ['NOT_FOUND', 'GONE'],
  run: async (e, {uuid, variables}, {actor}) => {
    const given = readValues(variables);
    const {dashboard} = await readDashboard(e, actor, uuid);
    const queries = await readQueries(e, actor, dashboard);
    const tries = [...queries.values()].map(one =>
      tried(one, () => prepareQuery(e, dashboard, one, given)),
    );
    return {results: await found(e, actor, tries)};
  },
});

const run = change('POST /dashboards/{uuid}/queries/{document}/runs', {
  summary: 'Run a query of a dashboard',
  description:
    'As the caller, with the permissions of the caller. It has to be a single statement that only reads. It answers when the server has accepted it.',
  segments: {...byId, document: id},
  body: form({variables: values}),
  answer: result,
  status: 201,
  errors: ['NOT_FOUND', 'GONE'],
  run: async (e, {uuid, document, variables}, {actor}) => {
    const given = readValues(variables);
    const {dashboard} = await readDashboard(e, actor, uuid);
    const one = (await readQueries(e, actor, dashboard)).get(document);
    if (one === undefined)
      throw new AppError('NOT_FOUND', [
        queriesOf(dashboard).includes(document)
          ? 'This query isn’t shared with you, or was deleted.'
          : 'The dashboard has no such query.',
      ]);
    const prepared = prepareQuery(e, dashboard, one, given);
    await start(e, actor, prepared);
    const [made] = await found(e, actor, [{document, prepared}]);
    return made;
  },
});

export const dashboardOperations = {
  readDashboard: readOne,
  listDashboardResults: results,
  runDashboardQuery: run,
};

/** Also one that is refused by its engine is the latest: whoever looks again is told why. */
async function start(e: Editor, {userName}: Onlooker, prepared: PreparedQuery): Promise<void> {
  const {engine, database, text: sql, fingerprint} = prepared;
  const note = async (statement: unknown) =>
    await noteLatest(e.db, userName, fingerprint, String(statement));
  try {
    await note((await executeText(e, userName, engine, database, sql))['history_uuid']);
  } catch (error) {
    const {fields} = error as {readonly fields?: {readonly history_uuid?: unknown}};
    if (fields?.history_uuid !== undefined) await note(fields.history_uuid);
    throw error;
  }
}

type Tried = {
  readonly document: string;
  readonly prepared?: PreparedQuery;
  readonly problem?: string;
};

/** One query that cannot be run leaves the others as they are. */
function tried({document}: DashboardQuery, prepare: () => PreparedQuery): Tried {
  try {
    return {document, prepared: prepare()};
  } catch (error) {
    if (error instanceof AppError) return {document, problem: error.message};
    throw error;
  }
}

async function found(
  e: Editor,
  {userName}: Onlooker,
  queries: readonly Tried[],
): Promise<object[]> {
  const fingerprints = queries.flatMap(({prepared}) => prepared?.fingerprint ?? []);
  const latest = await latestResults(e.db, userName, fingerprints);
  await goOn(e, userName, [...latest.values()]);
  const kept = await e.live.storedResults();
  return queries.map(({document, prepared, problem}) => {
    const one = prepared && latest.get(prepared.fingerprint);
    if (one === undefined) return {document, isKept: false, message: problem};
    const known = e.live.known(one.statement)?.lastProgress;
    const {statement, submittedAt, finishedAt} = one;
    return {
      document,
      statement,
      state: known?.state ?? one.state,
      askedAt: submittedAt,
      finishedAt,
      message: known?.error?.message ?? one.message,
      isKept: (known?.hasResultSet ?? one.hasResultSet) && kept.has(statement),
    };
  });
}

/** A statement that no process follows, as its own has ended, is found again: one at each look. */
async function goOn(e: Editor, userName: string, latest: readonly LatestResult[]): Promise<void> {
  const lost = latest.find(
    ({statement, state: was}) =>
      was !== 'sending' && !isOver(was) && e.live.known(statement) === undefined,
  );
  const statement = lost && (await e.statements.byUuid(userName, lost.statement));
  if (statement !== undefined)
    await e.live
      .find(statement)
      .catch((error: unknown) =>
        e.log.warn({statement: statement.uuid, error}, 'statement is lost'),
      );
}
