import {body, route, type Route} from '../api/route.ts';
import {list, mapOf, anything, text} from '../api/shape.ts';
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
