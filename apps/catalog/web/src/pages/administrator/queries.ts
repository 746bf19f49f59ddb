import type {Schemas} from '@gazetteer/client';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';

export const pageRows = 25;

/** One page of what operators did, newest first; one row more than is shown tells whether there is a next page. */
export const auditsQuery = ({user, operation, offset}: {user: string; operation: string; offset: number}) =>
  queryOptions({
    queryKey: ['admin', 'audits', user, operation, offset],
    queryFn: ({signal}) => client.call('POST /admin/audits', {body: auditBody(user, operation, offset)}, {signal}),
  });

function auditBody(user: string, operation: string, offset: number): Schemas['AuditSearchParameters'] {
  const wanted = [
    {attributeName: 'userName', operator: 'contains', attributeValue: user},
    {attributeName: 'operation', operator: 'eq', attributeValue: operation},
  ].filter(one => one.attributeValue !== '');
  return {
    limit: pageRows + 1,
    offset,
    sortBy: 'startTime',
    sortOrder: 'DESCENDING',
    ...(wanted.length === 0 ? {} : {auditFilters: {condition: 'AND', criterion: wanted}}),
  };
}

export const auditDetailsQuery = (auditGuid: string) =>
  queryOptions({
    queryKey: ['admin', 'audit-details', auditGuid],
    queryFn: ({signal}) =>
      client.call('GET /admin/audit/{auditGuid}/details', {path: {auditGuid}, query: {limit: 100}}, {signal}),
  });

export const transfersQuery = (offset: number) =>
  queryOptions({
    queryKey: ['admin', 'transfers', offset],
    queryFn: ({signal}) => client.call('GET /admin/expimp/audit', {query: {limit: pageRows + 1, offset}}, {signal}),
  });

/** What is under way changes by itself. */
const taskPollMs = 3000;

export const tasksQuery = queryOptions({
  queryKey: ['admin', 'tasks'],
  queryFn: ({signal}) => client.call('GET /admin/tasks', {}, {signal}),
  refetchInterval: ({state}) =>
    state.data?.some(one => one.status === 'PENDING' || one.status === 'IN_PROGRESS') === true ? taskPollMs : false,
});
