import {body, bodyIfAny, dryRunOf, type Values} from '@gazetteer/kernel';
import {routesOf} from '@gazetteer/kernel/http';
import {flag, needed, text} from '@gazetteer/kernel/parameters';
import {list, nullable} from '@gazetteer/kernel/shape';
import {callerOf, stream, type Route} from '../api/route.ts';
import {rehearseAgeOut, queueAgeOut} from './tasks.ts';
import {auditOperations, indexOperations, serverOperations, taskOperations} from './operations.ts';
import {recoverIndex} from './recover-index.ts';
import {runCheck} from './run-check.ts';
import * as shapes from './shapes.ts';

/** What operators did, and what the store is made of. */
export const auditRoutes: readonly Route[] = [
  ...routesOf(auditOperations),
  stream(
    'POST /admin/audits/ageout',
    {
      change: 'rehearsed',
      summary: 'Remove old events of the audit of entities, in the background',
      description:
        '204 when the age-out is off: auditAgingEnabled in the body, or atlas.audit.aging.enabled. ' +
        'A dry run returns in changes.auditEvents how many events would be removed.',
      query: {useAuditConfig: flag('As the configuration says, whatever the body')},
      body: bodyIfAny(shapes.auditReductionCriteria),
      answer: list(shapes.task),
      mayBeEmpty: true,
      errors: ['INVALID_PARAMETERS'],
    },
    (input, request, reply, {run}) =>
      // A rehearsal counts and answers at once; the age-out itself is a task.
      dryRunOf(request.query as Values)
        ? run(request, reply, rehearseAgeOut, input)
        : run(request, reply, queueAgeOut, input),
  ),
  ...routesOf(taskOperations),
  stream(
    'POST /admin/checkstate',
    {
      change: 'unrehearsed',
      summary:
        'Check that searches and unique values agree with the entities, and repair what does not',
      description: 'Without `fixIssues` nothing is changed.',
      body: body(nullable(shapes.checkStateRequest)),
      answer: shapes.checkStateResult,
    },
    (input, request, _reply, {host}) => runCheck(host, callerOf(request), input.body),
  ),
  ...routesOf(indexOperations),
  stream(
    'POST /v2/indexrecovery/start',
    {
      change: 'unrehearsed',
      summary: 'Rewrite the search index of everything changed since a time',
      description: 'The search index is written with each change, so this is rarely needed.',
      query: {startTime: needed(text('ISO 8601'))},
      errors: ['BAD_REQUEST'],
    },
    async ({startTime}, request, reply, {host}) => {
      await recoverIndex(host, callerOf(request), startTime);
      return await reply.code(204).send();
    },
  ),
  ...routesOf(serverOperations),
];
