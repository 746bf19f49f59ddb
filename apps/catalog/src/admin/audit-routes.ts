import {flag, integer, list as texts, needed, text as parameter} from '../api/parameters.ts';
import {body, bodyIfAny, route, serveChange, type Route} from '../api/route.ts';
import {anything, list, mapOf, object, text} from '../api/shape.ts';
import {entityHeader} from '../entity/shapes.ts';
import {dryRunOf} from '../query.ts';
import {recoverIndex} from './recover-index.ts';
import {runCheck} from './run-check.ts';
import * as shapes from './shapes.ts';

/** What operators did, and what the store is made of. */
export const auditRoutes: readonly Route[] = [
  route(
    'POST /admin/audits',
    'listAudits',
    {
      summary: 'What operators did, the newest first',
      body: body(shapes.auditSearchParameters),
      answer: list(shapes.auditEntry),
      errors: ['UNKNOWN_ATTRIBUTE', 'BAD_REQUEST'],
    },
    input => input,
  ),
  route(
    'GET /admin/audit/{auditGuid}/summary',
    'readAuditSummary',
    {summary: 'The counts of a purge', answer: mapOf(anything), errors: ['INSTANCE_GUID_NOT_FOUND', 'BAD_REQUEST']},
    ({auditGuid}) => ({guid: auditGuid}),
  ),
  route(
    'GET /admin/audit/{auditGuid}/batches',
    'listAuditBatches',
    {
      summary: "Entries of the batches of an entry's run",
      answer: list(text()),
      errors: ['INSTANCE_GUID_NOT_FOUND'],
    },
    ({auditGuid}) => ({guid: auditGuid}),
  ),
  route(
    'GET /admin/audit/{auditGuid}/details',
    'listAuditDetails',
    {
      summary: 'A page of the entities that an entry tells of',
      query: {
        limit: integer('Length of the page', {default: 10, min: 0}),
        offset: integer('Passed over', {default: 0, min: 0}),
      },
      answer: list(entityHeader),
      errors: ['INSTANCE_GUID_NOT_FOUND'],
    },
    ({auditGuid, ...page}) => ({guid: auditGuid, ...page}),
  ),
  serveChange(
    'POST /admin/audits/ageout',
    'rehearsed',
    {
      summary: 'Remove old events of the audit of entities, in the background',
      description:
        '204 when the age-out is off: auditAgingEnabled in the body, or atlas.audit.aging.enabled. ' +
        'A dry run tells under changes.auditEvents how many events would go.',
      query: {useAuditConfig: flag('As the configuration says, whatever the body')},
      body: bodyIfAny(shapes.auditReductionCriteria),
      answer: list(shapes.task),
      mayBeEmpty: true,
      errors: ['INVALID_PARAMETERS'],
    },
    async (input, request, reply, {run, tasks}) => {
      if (dryRunOf(request)) return await run(request, reply, 'rehearseAgeOut', input);
      const sent = await run(request, reply, 'queueAgeOut', input);
      tasks.wake();
      return sent;
    },
  ),
  route(
    'GET /admin/tasks',
    'listTasks',
    {
      summary: 'Work in the background; propagation of classifications is none, it ends with its request',
      query: {guids: texts('Of these only')},
      answer: list(shapes.task),
    },
    input => input,
  ),
  route(
    'DELETE /admin/tasks',
    'deleteTasks',
    {summary: 'Forget tasks; those that have not ended are not done', query: {guids: texts('Which')}},
    input => input,
  ),
  serveChange(
    'POST /admin/checkstate',
    'unrehearsed',
    {
      summary: 'Check that searches and unique values agree with the entities, and repair what does not',
      body: body(shapes.checkStateRequest),
      answer: shapes.checkStateResult,
    },
    (input, request, _reply, {call}) => runCheck(call, request, input.body),
  ),
  route(
    'GET /v2/indexrecovery',
    'readIndexRecovery',
    {
      summary: 'From when on the search index was written anew last',
      answer: object({startTime: text(), prevTime: text(), customTime: text()}),
    },
    () => undefined,
  ),
  serveChange(
    'POST /v2/indexrecovery/start',
    'unrehearsed',
    {
      summary: 'Write the search index of all that was changed since a time anew',
      query: {startTime: needed(parameter('ISO 8601'))},
      errors: ['BAD_REQUEST'],
    },
    async ({startTime}, request, reply, {call}) => {
      await recoverIndex(call, request, startTime);
      return await reply.code(204).send();
    },
  ),
  route(
    'GET /admin/server/{serverName}',
    'readServer',
    {
      summary: 'Another catalog that entities were exchanged with',
      answer: shapes.server,
      errors: ['INSTANCE_BY_UNIQUE_ATTRIBUTE_NOT_FOUND'],
    },
    ({serverName}) => ({name: serverName}),
  ),
  route(
    'GET /admin/patches',
    'listPatches',
    {summary: 'Changes of its tables that the store went through', answer: shapes.patches},
    () => undefined,
  ),
];
