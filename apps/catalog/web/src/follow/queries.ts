import type {Schemas} from '@gazetteer/client';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../api/client.ts';

/** What somebody follows: an entity or a classification. */
export type Target = {readonly guid: string} | {readonly classification: string};
export type FollowedChange = Schemas['FollowedChange'];
export type FollowedBreak = Schemas['FollowedBreakingChange'];

export const followsQuery = queryOptions({
  queryKey: ['follows'],
  queryFn: ({signal}) => client.call('GET /v2/follows', {}, {signal}),
  staleTime: 60_000,
});

/** How somebody is told of it by mail. */
export const digestQuery = queryOptions({
  queryKey: ['follow-digest'],
  queryFn: ({signal}) => client.call('GET /v2/follows/digest', {}, {signal}),
  staleTime: 60_000,
});

/** More are told to be there. */
const shownChanges = 100;

/** Asked for now and then while the page is looked at, for the count of unread ones. */
export const followedChangesQuery = queryOptions({
  queryKey: ['followed-changes'],
  queryFn: ({signal}) =>
    client.call('GET /v2/follows/changes', {query: {limit: shownChanges}}, {signal}),
  staleTime: 60_000,
  refetchInterval: 120_000,
});

/** What may break what somebody owns or follows; asked for where it is shown. */
export const followedBreaksQuery = queryOptions({
  queryKey: ['followed-breaks'],
  queryFn: ({signal}) =>
    client.call('GET /v2/follows/breaking-changes', {query: {limit: shownChanges}}, {signal}),
  staleTime: 60_000,
});
