import {AppError} from '@gazetteer/model';
import {clientGone} from '@gazetteer/server';
import {flag, integer, text} from '../api/parameters.ts';
import {body, bodyIfAny, route, serve, serveChange, type Route} from '../api/route.ts';
import {anything, parseBody} from '../api/shape.ts';
import {messagesOfBody} from './receive-messages.ts';
import * as shapes from './shapes.ts';

const maxLimit = 1000;
const maxWaitMs = 60_000;

/** What other systems follow, and what they hand in. */
export const notificationRoutes: readonly Route[] = [
  serve(
    'GET /v2/changes',
    {
      summary: 'What happened to entities, oldest first',
      description:
        'From the oldest change that is kept, or from where an earlier answer ended. Entities are told as they are when they are read.',
      query: {
        after: text('`next` of an earlier answer; `now` for the end of all changes'),
        limit: integer(`Changes in one answer, ${maxLimit} at most`, {default: 100, min: 1}),
        wait: integer(`Milliseconds to wait for a change when there is none, ${maxWaitMs} at most`, {
          default: 0,
          min: 0,
        }),
      },
      answer: shapes.changes,
      errors: ['BAD_REQUEST', 'CHANGES_GONE'],
    },
    async ({after, limit, wait}, request, reply, {changes}) => {
      if (changes === undefined) throw new AppError('BAD_REQUEST', ['the feed of changes is off (--change-feed)']);
      const asker = {actor: request.actor, requestId: request.id};
      const range = {after, limit: Math.min(limit, maxLimit), waitMs: Math.min(wait, maxWaitMs)};
      return reply.send(await changes.read(asker, range, clientGone(request, reply)));
    },
  ),
  serveChange(
    'POST /v2/notification/topic/{topicName}',
    'unrehearsed',
    {
      summary: 'Hand in messages of hooks',
      description:
        'A list of messages, each as text or as JSON. They are in safety when this is answered and are taken in one after the other.',
      body: body(anything),
      errors: ['INVALID_TOPIC_NAME', 'INBOX_FULL'],
    },
    async ({topicName, body: given}, request, reply, {hooks, hookTopics}) => {
      if (!hookTopics.includes(topicName)) throw new AppError('INVALID_TOPIC_NAME', [topicName]);
      const records = messagesOfBody(given).map(message => ({origin: '', text: message}));
      await hooks.receive({topic: topicName, records}, {actor: request.actor, requestId: request.id});
      return reply.code(204).send();
    },
  ),
  route(
    'GET /v2/notification/failed',
    'listFailedMessages',
    {
      summary: 'Messages of hooks that could not be taken in, oldest first',
      query: {
        offset: integer('Messages to leave out', {default: 0, min: 0}),
        limit: integer('Messages in the answer', {default: 100, min: 1}),
      },
      answer: shapes.failedMessages,
      errors: ['BAD_REQUEST'],
    },
    ({offset, limit}) => ({offset, limit: Math.min(limit, maxLimit)}),
  ),
  serveChange(
    'POST /v2/notification/failed/replay',
    'rehearsed',
    {
      summary: 'Try messages of hooks again that could not be taken in',
      query: {all: flag('All of them, in place of those that the body names')},
      body: bodyIfAny(shapes.messageIds),
      answer: shapes.messageCount,
      errors: ['INVALID_PARAMETERS'],
    },
    async ({all, body: given}, request, reply, {run, hooks}) => {
      const answer = await run(request, reply, 'replayFailedMessages', {ids: idsOf(all, given)});
      hooks.wake();
      return answer;
    },
  ),
  route(
    'DELETE /v2/notification/failed',
    'dropFailedMessages',
    {
      summary: 'Remove messages of hooks that could not be taken in',
      query: {all: flag('All of them, in place of those that the body names')},
      body: bodyIfAny(shapes.messageIds),
      answer: shapes.messageCount,
      errors: ['INVALID_PARAMETERS'],
    },
    ({all, body: given}) => ({ids: idsOf(all, given)}),
  ),
];

/** @throws INVALID_PARAMETERS when it is not said which */
function idsOf(all: boolean, given: string | undefined): number[] | undefined {
  if (all) return undefined;
  const ids: unknown = given === undefined ? undefined : parseBody(shapes.messageIds, given);
  const numbers = Array.isArray(ids) ? ids.map(id => (id === null ? NaN : Number(id))) : [];
  if (numbers.length === 0 || !numbers.every(Number.isSafeInteger)) {
    throw new AppError('INVALID_PARAMETERS', ['a list of ids of messages, or all=true']);
  }
  return numbers;
}
