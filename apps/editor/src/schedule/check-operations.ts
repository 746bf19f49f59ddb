import {form, type ValuesOf} from '@gazetteer/kernel';
import {id, text as field} from '@gazetteer/kernel/fields';
import {flag, integer, list, named, oneOf, text} from '@gazetteer/kernel/shape';
import type {Editor} from '../editor.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {statementTime, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {expectationText, foundText, isCount} from './check.ts';
import {checkFields, checkOf, expectationFields, wantedCheck} from './check-fields.ts';
import {checkSql} from './check-sql.ts';
import {createCheck, listChecks, type ListedCheck, listOwnChecks, saveCheck} from './checks.ts';
import * as shapes from './shapes.ts';

const knownCheck = named('TableCheck', 'A check of the contents of a table', () =>
  whole(
    {
      uuid: text('Its id, which is that of a schedule as well'),
      name: text('Its name'),
      owner: text('Who has created it, and as whom it runs'),
      isOwn: flag('Whether it is of the caller'),
      expectation: text('What is expected, in plain language'),
      reading: text('When it runs, in plain language; empty where it runs by hand'),
      state: oneOf(
        shapes.checkStates,
        '`new` before it has run; `error` where it could not be run',
      ),
      checkedAt: statementTime('When it ended last'),
      isRunning: flag('Whether a run is queued or in progress'),
      found: text(
        'What was found last. Values of the data are told to whom the check belongs alone',
      ),
      message: text('Why it could not be run'),
      schedule: shapes.schedule,
    },
    ['checkedAt', 'found', 'message', 'schedule'],
  ),
);

const anyName = {max: 1000, default: ''};

const listThem = query('GET /checks', {
  summary: 'Checks of a table, or of the caller',
  description:
    'With engine and table those of all users, who may use the engine; with neither the caller\u2019s own. Of own checks the schedule is told as well: runs, Run now, pause, resume and deletion are those of schedules.',
  query: {
    engine: field('Name of the engine; with none the checks of the caller', anyName),
    database: field('Where the table is', anyName),
    table: field('Its name', anyName),
  },
  answer: whole({
    checks: list(knownCheck, 'By name'),
    most: integer('How many schedules and checks the caller may have'),
  }),
  errors: ['NOT_FOUND'],
  run: async (e, {engine, database, table}, {actor: {userName}}) => {
    const {perPerson: most} = e.schedules.limits;
    const isOfTable = engine !== '';
    const name = isOfTable ? findEngine(e, engine).id : '';
    const found = isOfTable
      ? await listChecks(e.db, e.catalog.datasetOf(name, userName, {database, table}))
      : await listOwnChecks(e.db, userName);
    // A table may be one of several engines; of those that the caller may not use nothing is told.
    const seen = found.filter(
      ({check, owner}) => owner === userName || e.engines.has(check.engine),
    );
    return {checks: await Promise.all(seen.map(one => shown(one, userName))), most};
  },
});

const preview = query('POST /checks/preview', {
  summary: 'The statement that a check would run',
  description: 'The table is described by its engine, as the caller. Nothing is stored or run.',
  body: form(expectationFields),
  answer: whole({sql: text('The statement'), expectation: text('What is expected')}),
  errors: ['NOT_FOUND'],
  run: async (e, fields, {actor: {userName}, signal}) => {
    const check = await checkOf(e, userName, fields, signal());
    return {
      sql: checkSql(check, findEngine(e, check.engine)),
      expectation: expectationText(check),
    };
  },
});

const create = change('POST /checks', {
  summary: 'Create a check of a table',
  description:
    'Its statement runs as the caller, with the permissions that the caller has then: at the times of its cron expression, or when the caller says so.',
  body: form(checkFields),
  answer: shapes.schedule,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT', 'NOT_ALLOWED'],
  run: async (e, fields, {actor: {userName}, signal}) => {
    const wanted = await wantedCheck(e, userName, fields, signal());
    const {limits} = e.schedules;
    const made = await createCheck(e.db, userName, datasetOf(e, userName, fields), wanted, limits);
    return await shapes.shown(made);
  },
});

const save = change('PUT /checks/{uuid}', {
  summary: 'Change a check',
  description:
    'All of it, as when it is created. Where something else is expected, what it found before is forgotten, and a run in progress is canceled.',
  segments: {uuid: id},
  body: form(checkFields),
  answer: shapes.schedule,
  errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  run: async (e, {uuid, ...fields}, {actor: {userName}, signal}) => {
    const wanted = await wantedCheck(e, userName, fields, signal());
    const {limits} = e.schedules;
    const dataset = datasetOf(e, userName, fields);
    return await shapes.shown(await saveCheck(e.db, userName, uuid, dataset, wanted, limits));
  },
});

export const checkOperations = {
  listChecks: listThem,
  previewCheck: preview,
  createCheck: create,
  saveCheck: save,
};

type Table = Pick<ValuesOf<typeof expectationFields>, 'engine' | 'database' | 'table'>;

function datasetOf(e: Editor, userName: string, {engine, database, table}: Table) {
  return e.catalog.datasetOf(findEngine(e, engine).id, userName, {database, table});
}

async function shown(one: ListedCheck, userName: string): Promise<object> {
  const {verdict, checkedAt, lastRun, ...schedule} = one;
  const {check, uuid, name, owner} = schedule;
  const isOwn = owner === userName;
  const told = await shapes.shown({...schedule, lastRun});
  const ended = lastRun?.state === 'done' || lastRun?.state === 'failed' ? lastRun : undefined;
  const mayKnow = isOwn || isCount(check);
  const found = ended?.state === 'done' && mayKnow ? foundText(check, ended.outcome) : '';
  return {
    uuid,
    name,
    owner,
    isOwn,
    expectation: isOwn || check.kind !== 'sql' ? expectationText(check) : 'A query of its owner',
    reading: told.reading,
    state: verdict ?? 'new',
    ...(checkedAt !== undefined && {checkedAt}),
    isRunning: lastRun?.state === 'waiting' || lastRun?.state === 'running',
    ...(found !== '' && verdict !== undefined && {found}),
    ...(isOwn && verdict === 'error' && ended?.message !== undefined && {message: ended.message}),
    ...(isOwn && {schedule: told}),
  };
}
