import {bodyIfAny} from '@gazetteer/kernel';
import {flag, integer} from '@gazetteer/kernel/parameters';
import {AppError} from '@gazetteer/model';
import {countMessages, failedMessages, removeFailed, retryFailed} from '@gazetteer/store';
import {audits, internal, purge} from '../access/needs.ts';
import {change, query} from '../operation.ts';
import * as shapes from './shapes.ts';

export type FailedMessage = {
  id: number;
  topic: string;
  /** Where it stood in its topic; empty when it was posted. */
  origin: string;
  receivedTime: number;
  reason: string;
  message: string;
};

const maxLimit = 1000;

/** GET /notification/failed: messages that could not be taken in, oldest first. */
export const listFailedMessages = query('GET /v2/notification/failed', {
  summary: 'Messages of hooks that could not be processed, oldest first',
  description: 'Each is kept with the reason until it is replayed or removed.',
  query: {
    offset: integer('Messages to leave out', {default: 0, min: 0}),
    limit: integer('Messages in the answer', {default: 100, min: 1}),
  },
  answer: shapes.failedMessages,
  errors: ['BAD_REQUEST'],
  may: audits,
  logAs: 'Inbox.listFailed',
  run: async (
    graph,
    {offset, limit},
  ): Promise<{messages: FailedMessage[]; failed: number; waiting: number}> => {
    const found = await failedMessages(graph, {offset, limit: Math.min(limit, maxLimit)});
    const messages = found.map(({id, topic, origin, received, error, text}): FailedMessage => ({
      id,
      topic,
      origin,
      receivedTime: received,
      reason: error,
      message: text,
    }));
    return {messages, ...(await countMessages(graph))};
  },
});

/** Which messages a request is about. */
const which = {
  query: {all: flag('All of them, in place of those that the body names')},
  body: bodyIfAny(shapes.messageIds),
  answer: shapes.messageCount,
  errors: ['INVALID_PARAMETERS'],
  may: purge,
} as const;

/** POST /notification/failed/replay: lets them be tried again. @returns how many */
export const replayFailedMessages = change('POST /v2/notification/failed/replay', {
  summary: 'Retry messages of hooks that could not be processed',
  description: 'They are queued again. Answers how many there are.',
  ...which,
  logAs: 'Inbox.retry',
  read: idsOf,
  run: async (tx, ids): Promise<{count: number}> => ({count: await retryFailed(tx, ids)}),
});

/** DELETE /notification/failed @returns how many */
export const dropFailedMessages = change('DELETE /v2/notification/failed', {
  summary: 'Remove messages of hooks that could not be processed',
  description: 'Answers how many were removed. This cannot be undone.',
  ...which,
  logAs: 'Inbox.drop',
  read: idsOf,
  run: async (tx, ids): Promise<{count: number}> => ({count: await removeFailed(tx, ids)}),
});

/** @returns undefined for all of them @throws INVALID_PARAMETERS when it is not said which */
function idsOf({all, body: ids}: {all: boolean; body: unknown}): number[] | undefined {
  if (all) return undefined;
  const numbers = Array.isArray(ids) ? ids.map(id => (id === null ? NaN : Number(id))) : [];
  if (numbers.length === 0 || !numbers.every(Number.isSafeInteger)) {
    throw new AppError('INVALID_PARAMETERS', ['a list of ids of messages, or all=true']);
  }
  return numbers;
}

/** How many messages wait, and how many were set aside. */
export const countInbox = query({
  may: internal,
  on: 'main',
  logAs: 'Inbox.count',
  run: graph => countMessages(graph),
});
