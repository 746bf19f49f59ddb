import {form} from '@gazetteer/kernel';
import {id, object} from '@gazetteer/kernel/fields';
import {described, list, named, nullable, text} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {pageStateShape} from '../chart/chart-specification.ts';
import {queriesOf} from '../document/dashboard.ts';
import {openedDashboard} from '../document/shapes.ts';
import {readValues} from '../document/variable-values.ts';
import {whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {prepareQuery, readDashboard, readQueries, variablesOf} from './dashboard-query.ts';
import {absentLook, lookMembers, lookOf, lookUp, runNoted} from './latest-runs.ts';

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
    if (document.owner !== actor.userName) e.views.noted(uuid, actor.userName);
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
  whole({document: text('Id of the query'), ...lookMembers}, absentLook),
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
    const looks = [...queries.values()].map(one =>
      lookOf(() => prepareQuery(e, dashboard, one, given).fingerprint),
    );
    const found = await lookUp(e, actor, looks);
    return {results: [...queries.keys()].map((document, n) => ({document, ...found[n]}))};
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
    await runNoted(e, actor, prepared);
    const [made] = await lookUp(e, actor, [prepared]);
    return {document, ...made};
  },
});

export const dashboardOperations = {
  readDashboard: readOne,
  listDashboardResults: results,
  runDashboardQuery: run,
};
