import {form} from '@gazetteer/kernel';
import {id, wholeNumber} from '@gazetteer/kernel/fields';
import {flag, integer, list, text} from '@gazetteer/kernel/shape';
import {AppError} from '@gazetteer/model';
import {nextRuns} from '@gazetteer/server/schedule';
import type {Onlooker} from '../config/sharing.ts';
import {readDocument} from '../document/documents.ts';
import type {Editor} from '../editor.ts';
import {findEngine} from '../editor-api/find-engine.ts';
import {statementTime, whole} from '../http/shapes.ts';
import {change, query} from '../operation.ts';
import {checkOperations} from './check-operations.ts';
import {cron, scheduleFields, timeZone, wantedOf} from './fields.ts';
import {listNotices, readNotices} from './notices.ts';
import {
  cancelRun,
  createSchedule,
  deleteSchedule,
  findSchedule,
  listRuns,
  listSchedules,
  nowOf,
  pauseSchedule,
  resumeSchedule,
  runNow,
  saveSchedule,
} from './schedules.ts';
import * as shapes from './shapes.ts';
import {checkTiming, readingOf} from './timing.ts';

const byId = {uuid: id};
/** Times that a preview shows. */
const shownTimes = 5;

const listAll = query('GET /schedules', {
  summary: 'Schedules of the caller',
  description: 'By name, each with its last run.',
  answer: whole({
    schedules: list(shapes.schedule, 'The schedules'),
    most: integer('How many the caller may have'),
    minSeconds: integer('How far apart the times of a schedule are at least'),
    hasMail: flag('Whether mail can be sent'),
    hasWebhooks: flag('Whether webhooks can be called'),
    kafkaTopics: list(text(), 'Topics of Kafka that can be written to'),
  }),
  run: async ({db, schedules}, _input, {actor: {userName}}) => {
    const {limits, hasMail, hasWebhooks, kafkaTopics} = schedules;
    return {
      schedules: await Promise.all((await listSchedules(db, userName)).map(shapes.shown)),
      most: limits.perPerson,
      minSeconds: limits.minIntervalMs / 1000,
      hasMail,
      hasWebhooks,
      kafkaTopics: [...kafkaTopics],
    };
  },
});

const preview = query('POST /schedules/preview', {
  summary: 'What a cron expression says, and its next times',
  description: 'Nothing is stored.',
  body: form({cron, timeZone}),
  answer: whole({
    reading: text('In plain language; empty where it cannot be said'),
    next: list(statementTime('When it would run'), 'Its next times'),
  }),
  run: async ({db, schedules}, {cron: given, timeZone: zone}) => {
    const expression = given.trim();
    const now = await db.read(nowOf);
    checkTiming(expression, zone, schedules.limits.minIntervalMs, now);
    return {
      reading: await readingOf(expression),
      next: nextRuns(expression, now, shownTimes, zone),
    };
  },
});

const create = change('POST /schedules', {
  summary: 'Schedule a saved query',
  description:
    'It runs as the caller, with the permissions that the caller has then. Who may read the query may schedule it.',
  body: form({document: id, ...scheduleFields}),
  answer: shapes.schedule,
  status: 201,
  errors: ['NOT_FOUND', 'GONE', 'CONFLICT', 'NOT_ALLOWED'],
  run: async (e, {document, ...given}, {actor}) => {
    const wanted = wantedOf(e, await seenBy(e, actor, document), given);
    const made = await createSchedule(e.db, actor, document, wanted, e.schedules.limits);
    return await shapes.shown(made);
  },
});

const read = query('GET /schedules/{uuid}', {
  summary: 'A schedule of the caller',
  description: 'Schedules of other users are not found.',
  segments: byId,
  answer: shapes.schedule,
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) =>
    await shapes.shown(await db.read(session => findSchedule(session, userName, uuid))),
});

const save = change('PUT /schedules/{uuid}', {
  summary: 'Change a schedule',
  description: 'All of it but the query. A run in progress goes on as it was.',
  segments: byId,
  body: form(scheduleFields),
  answer: shapes.schedule,
  errors: ['NOT_FOUND', 'GONE', 'NOT_ALLOWED'],
  run: async (e, {uuid, ...given}, {actor}) => {
    const {db} = e;
    const found = await db.read(session => findSchedule(session, actor.userName, uuid));
    if (found.check !== undefined)
      throw new AppError('BAD_REQUEST', [
        `It is a check: change it with PUT /api/v1/checks/${uuid}.`,
      ]);
    const {engine} = await seenBy(e, actor, found.document);
    // Only resuming says that the query is known as it is now.
    const wanted = wantedOf(e, {engine, version: found.version}, given);
    const {limits} = e.schedules;
    return await shapes.shown(
      await db.write(session => saveSchedule(session, actor.userName, uuid, wanted, limits)),
    );
  },
});

const remove = change('DELETE /schedules/{uuid}', {
  summary: 'Delete a schedule and its history',
  description: 'A run in progress is canceled. The saved query stays.',
  segments: byId,
  errors: ['NOT_FOUND'],
  run: async ({db, schedules}, {uuid}, {actor: {userName}}) => {
    await deleteSchedule(db, userName, uuid);
    schedules.wake();
  },
});

const pause = change('POST /schedules/{uuid}/pause', {
  summary: 'Pause a schedule',
  description: 'A run in progress goes on; one that waits to be tried again is canceled.',
  segments: byId,
  answer: shapes.schedule,
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) =>
    await shapes.shown(await pauseSchedule(db, userName, uuid)),
});

const resume = change('POST /schedules/{uuid}/resume', {
  summary: 'Resume a schedule',
  description:
    'Times that it missed are not made up for. The query is taken to be known as it is now, whoever changed it.',
  segments: byId,
  answer: shapes.schedule,
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) =>
    await shapes.shown(await resumeSchedule(db, userName, uuid)),
});

const listItsRuns = query('GET /schedules/{uuid}/runs', {
  summary: 'Runs of a schedule',
  description: 'The newest first; 100 are remembered, and those whose result is kept.',
  segments: byId,
  answer: whole({runs: list(shapes.run, 'The runs')}),
  errors: ['NOT_FOUND'],
  run: async ({db}, {uuid}, {actor: {userName}}) => ({
    runs: (await listRuns(db, userName, uuid)).map(shapes.shownRun),
  }),
});

const runIt = change('POST /schedules/{uuid}/runs', {
  summary: 'Run a schedule now',
  description: 'Also one that is paused. One run of a schedule at a time.',
  segments: byId,
  answer: shapes.run,
  status: 201,
  errors: ['NOT_FOUND', 'CONFLICT'],
  run: async ({db, schedules}, {uuid}, {actor: {userName}}) => {
    const made = await runNow(db, userName, uuid);
    schedules.wake();
    return shapes.shownRun(made);
  },
});

const cancel = change('POST /schedules/{uuid}/runs/{run}/cancel', {
  summary: 'Cancel a run of a schedule',
  description: 'It ends within seconds, and is not tried again. One that has ended stays as it is.',
  segments: {...byId, run: id},
  answer: shapes.run,
  errors: ['NOT_FOUND'],
  run: async ({db, schedules}, {uuid, run}, {actor: {userName}}) => {
    const canceled = await cancelRun(db, userName, uuid, run);
    schedules.wake();
    return shapes.shownRun(canceled);
  },
});

const listOwnNotices = query('GET /notices', {
  summary: 'What schedules tell the caller',
  description: 'The newest first; 200 are remembered.',
  answer: whole({notices: list(shapes.notice, 'The notices')}),
  run: async ({db}, _input, {actor: {userName}}) => ({notices: await listNotices(db, userName)}),
});

const markRead = change('POST /notices/read', {
  summary: 'Mark notices as read',
  description: 'Those that were written up to a time.',
  body: form({until: wholeNumber('The time, in milliseconds since 1970')}),
  run: async ({db}, {until}, {actor: {userName}}) => await readNotices(db, userName, until),
});

export const scheduleOperations = {
  ...checkOperations,
  listSchedules: listAll,
  previewSchedule: preview,
  createSchedule: create,
  readSchedule: read,
  saveSchedule: save,
  deleteSchedule: remove,
  pauseSchedule: pause,
  resumeSchedule: resume,
  listScheduleRuns: listItsRuns,
  runSchedule: runIt,
  cancelScheduleRun: cancel,
  listNotices: listOwnNotices,
  readNotices: markRead,
};

/** @throws AppError where the caller may not read the query, or use its engine */
async function seenBy(
  e: Editor,
  actor: Onlooker,
  document: string,
): Promise<{engine: string; version: number}> {
  const {content, version} = await readDocument(e.db, actor, document);
  if (content === undefined)
    throw new AppError('BAD_REQUEST', ['Only a saved query can be scheduled.']);
  return {engine: findEngine(e, content.engine).id, version};
}
