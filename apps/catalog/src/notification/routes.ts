import {routesOf, streams} from '@gazetteer/kernel/http';
import {AppError} from '@gazetteer/model';
import {clientGone} from '@gazetteer/server';
import {integer, text} from '@gazetteer/kernel/parameters';
import {body} from '@gazetteer/kernel';
import type {ChangeFeed} from './change-feed.ts';
import type {HookConsumer} from './hook-consumer.ts';
import {callerOf, type Door, type Route} from '../api/route.ts';
import {anything} from '@gazetteer/kernel/shape';
import {filterOf, filterParameters} from './given-filter.ts';
import {messagesOfBody} from './receive-messages.ts';
import {notificationOperations} from './operations.ts';
import * as shapes from './shapes.ts';

export type NotificationDoor = Door & {
  readonly hooks: HookConsumer;
  /** Topics that messages of hooks come from. */
  readonly hookTopics: readonly string[];
  /** Absent when nothing is put down for readers. */
  readonly changes: ChangeFeed | undefined;
};
const stream = streams<NotificationDoor>();

const maxLimit = 1000;
const maxWaitMs = 60_000;

/** What other systems follow, and what they hand in. */
export const notificationRoutes: readonly Route<NotificationDoor>[] = [
  ...routesOf(notificationOperations),
  stream(
    'GET /v2/changes',
    {
      summary: 'What happened to entities, oldest first',
      description:
        'From the oldest change that is kept, or from where an earlier answer ended. Entities are told as they are when they are read, and filters are about what they are then: an answer can be empty and have a later `next`.',
      query: {
        after: text('`next` of an earlier answer; `now` for the end of all changes'),
        limit: integer(`Changes in one answer, ${maxLimit} at most`, {default: 100, min: 1}),
        wait: integer(
          `Milliseconds to wait for a change when there is none, ${maxWaitMs} at most`,
          {
            default: 0,
            min: 0,
          },
        ),
        ...filterParameters,
      },
      answer: shapes.changes,
      errors: ['BAD_REQUEST', 'CHANGES_GONE', 'UNKNOWN_TYPENAME', 'UNKNOWN_CLASSIFICATION'],
    },
    async ({after, limit, wait, ...given}, request, reply, {changes}) => {
      if (changes === undefined)
        throw new AppError('BAD_REQUEST', ['the feed of changes is off (--change-feed)']);
      const range = {
        after,
        limit: Math.min(limit, maxLimit),
        waitMs: Math.min(wait, maxWaitMs),
        filter: filterOf(given),
      };
      return reply.send(await changes.read(callerOf(request), range, clientGone(request, reply)));
    },
  ),
  stream(
    'POST /v2/notification/topic/{topicName}',
    {
      change: 'unrehearsed',
      summary: 'Send messages of hooks',
      description:
        'A list of messages, each as text or as JSON. They are in safety when this is answered and are taken in one after the other.',
      body: body(anything),
      errors: ['INVALID_TOPIC_NAME', 'INBOX_FULL'],
    },
    async ({topicName, body: given}, request, reply, {hooks, hookTopics}) => {
      if (!hookTopics.includes(topicName)) throw new AppError('INVALID_TOPIC_NAME', [topicName]);
      const records = messagesOfBody(given).map(message => ({origin: '', text: message}));
      await hooks.receive({topic: topicName, records}, callerOf(request));
      return reply.code(204).send();
    },
  ),
];
