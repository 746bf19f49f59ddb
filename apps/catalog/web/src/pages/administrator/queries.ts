import type {Input, Schemas} from '@gazetteer/client';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';
import {allEntityTypes} from '../../api/type-index.ts';
import {hasEnded, pollMs} from '../../tasks/queries.ts';

/**
 * Rows of a page; one more is asked for, to know whether there is a next page without counting all.
 */
export const pageRows = 25;

export type AuditsWanted = {
  readonly user: string;
  readonly operation: string;
  /** Epoch milliseconds as text; empty for no limit. */
  readonly since: string;
  readonly until: string;
  readonly offset: number;
};

/**
 * One page of what operators did, newest first; one row more than is shown tells whether there is a
 * next page.
 */
export const auditsQuery = (wanted: AuditsWanted) =>
  queryOptions({
    queryKey: ['admin', 'audits', wanted],
    queryFn: ({signal}) => client.call('POST /admin/audits', {body: auditBody(wanted)}, {signal}),
  });

function auditBody({
  user,
  operation,
  since,
  until,
  offset,
}: AuditsWanted): Schemas['AuditSearchParameters'] {
  // As texts, like all values of filters in this API.
  const wanted = [
    {attributeName: 'userName', operator: 'contains', attributeValue: user},
    {attributeName: 'operation', operator: 'eq', attributeValue: operation},
    {attributeName: 'startTime', operator: '>=', attributeValue: since},
    {attributeName: 'startTime', operator: '<=', attributeValue: until},
  ].filter(one => one.attributeValue !== '');
  return {
    limit: pageRows + 1,
    offset,
    sortBy: 'startTime',
    sortOrder: 'DESCENDING',
    ...(wanted.length === 0 ? {} : {auditFilters: {condition: 'AND', criterion: wanted}}),
  };
}

/** What one entry of the audit is about. */
export const auditDetailsQuery = (auditGuid: string) =>
  queryOptions({
    queryKey: ['admin', 'audit-details', auditGuid],
    queryFn: ({signal}) =>
      client.call(
        'GET /admin/audit/{auditGuid}/details',
        {path: {auditGuid}, query: {limit: 100}},
        {signal},
      ),
  });

/**
 * What was exported and imported; one row more than is shown tells whether there is a next page.
 */
export const transfersQuery = (offset: number) =>
  queryOptions({
    queryKey: ['admin', 'transfers', offset],
    queryFn: ({signal}) =>
      client.call('GET /admin/expimp/audit', {query: {limit: pageRows + 1, offset}}, {signal}),
  });

/** Older ones are in the list of transfers. */
const maxImports = 20;

/** Imports in the background; asked for again and again only while one of them goes on. */
export const backgroundImportsQuery = queryOptions({
  queryKey: ['admin', 'imports'],
  queryFn: ({signal}) =>
    client.call('GET /admin/async/import/status', {query: {limit: maxImports}}, {signal}),
  refetchInterval: ({state}) =>
    state.data?.list?.every(one => hasEnded(one.status)) === false ? pollMs : false,
});

/** One of them with its numbers, asked for until it has ended. */
export const backgroundImportQuery = (importId: string) =>
  queryOptions({
    queryKey: ['admin', 'import', importId],
    queryFn: ({signal}) =>
      client.call('GET /admin/async/import/status/{importId}', {path: {importId}}, {signal}),
    refetchInterval: ({state}) =>
      state.data !== undefined && !hasEnded(state.data.status) ? pollMs : false,
  });

/** Entities that are deleted but not gone, those that were changed last first. */
export const deletedQuery = ({type, offset}: {type: string; offset: number}) =>
  queryOptions({
    // Begins as searches do, so that a purge asks for it again.
    queryKey: ['search', 'deleted', type, offset],
    queryFn: ({signal}) =>
      client.call(
        'POST /v2/search/basic',
        {
          body: {
            typeName: type === '' ? allEntityTypes : type,
            entityFilters: {attributeName: '__state', operator: 'eq', attributeValue: 'DELETED'},
            attributes: ['__modificationTimestamp', '__modifiedBy'],
            excludeDeletedEntities: false,
            includeSubTypes: true,
            sortBy: '__modificationTimestamp',
            sortOrder: 'DESCENDING',
            limit: deletedRows + 1,
            offset,
          },
        },
        {signal},
      ),
  });

/** Deleted entities of a page. */
export const deletedRows = 100;

export type RightsAsked = NonNullable<Input<'GET /admin/authorization'>['query']>;

/**
 * What somebody may do, and why; without anything asked what the caller may do as an administrator.
 */
export const rightsQuery = (query: RightsAsked) =>
  queryOptions({
    queryKey: ['admin', 'rights', query],
    queryFn: ({signal}) => client.call('GET /admin/authorization', {query}, {signal}),
  });

/** What the catalog was started with. */
export const configurationQuery = queryOptions({
  queryKey: ['admin', 'configuration'],
  queryFn: ({signal}) => client.call('GET /admin/configuration', {}, {signal}),
});
