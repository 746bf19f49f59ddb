import {streams} from '@gazetteer/kernel/http';
import {flag, text} from '@gazetteer/kernel/parameters';
import type {SessionSettings} from './session.ts';
import {type Door, type Route} from '../api/route.ts';
import {readPeople} from './read-people.ts';
import {readSession, timezones} from './session.ts';
import * as shapes from './shapes.ts';
import {accessRoutes} from './access-routes.ts';

export type SessionDoor = Door & {readonly session: SessionSettings};
const stream = streams<SessionDoor>();

/** Everything under /admin. */
export const adminRoutes: readonly Route<SessionDoor>[] = [
  stream(
    'GET /admin/status',
    {
      summary: 'Whether the server serves; for load balancers',
      description: 'Needs no login.',
      answer: shapes.status,
      open: true,
    },
    // While it starts nobody listens yet, and while it stops every request is answered with 503, so
    // whoever gets an answer gets this one.
    () => ({Status: 'ACTIVE'}),
  ),
  stream(
    'GET /admin/version',
    {
      summary: 'Name and version of the server',
      description: '`atlas.version.*` sets what clients see that insist on a version.',
      answer: shapes.version,
    },
    (_input, _request, _reply, {session: {options}}) => ({
      Description: options.versionDescription,
      Revision: options.versionRevision,
      Version: options.versionNumber,
      Name: options.versionName,
    }),
  ),
  stream(
    'GET /admin/session',
    {
      summary: 'Who is logged in, and what a page needs at its start',
      description: 'Pages read this first: it carries the token that changes from browsers need.',
      query: {
        includePrivileges: flag('Also what the user may do'),
        includeTimezones: flag('Also the time zones that pages offer', {default: true}),
      },
      answer: shapes.session,
    },
    ({includePrivileges, includeTimezones}, request, _reply, {session, authorizer}) => {
      // Only open routes have no session.
      if (request.session === undefined)
        throw new Error('/admin/session was reached without a session');
      return {
        ...readSession(session, request.actor, request.session, authorizer),
        ...(includeTimezones ? {timezones} : {}),
        ...(includePrivileges ? {privileges: authorizer.privilegesOf(request.actor)} : {}),
      };
    },
  ),
  stream(
    'GET /v2/people',
    {
      summary: 'Users and groups that can be made owners',
      description:
        'Names with the text, 100 of each at most: those of the password file. Owners that are known otherwise are found by `GET /v2/search/typeahead`.',
      query: {text: text('A part of their names, whatever the case')},
      answer: shapes.people,
    },
    ({text: part = ''}, _request, _reply, {session}) => readPeople(session.people(), part),
  ),
  ...accessRoutes,
];
