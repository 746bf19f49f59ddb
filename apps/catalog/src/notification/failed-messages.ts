import {countMessages, failedMessages, removeFailed, retryFailed} from '@gazetteer/store';
import type {Catalog} from '../catalog.ts';

export type FailedMessage = {
  id: number;
  topic: string;
  /** Where it stood in its topic; empty when it was posted. */
  origin: string;
  receivedTime: number;
  reason: string;
  message: string;
};

/** GET /notification/failed: messages that could not be taken in, oldest first. */
export async function listFailedMessages(
  c: Catalog,
  page: {offset: number; limit: number},
): Promise<{messages: FailedMessage[]; failed: number; waiting: number}> {
  return await c.read('Inbox.listFailed', async graph => {
    const found = await failedMessages(graph, page);
    const messages = found.map(({id, topic, origin, received, error, text}): FailedMessage => ({
      id,
      topic,
      origin,
      receivedTime: received,
      reason: error,
      message: text,
    }));
    return {messages, ...(await countMessages(graph))};
  });
}

/** Which of them: all without `ids`. */
export type Which = {readonly ids: readonly number[] | undefined};

/** POST /notification/failed/replay: lets them be tried again. @returns how many */
export async function replayFailedMessages(c: Catalog, {ids}: Which): Promise<{count: number}> {
  return await c.write('Inbox.retry', async tx => ({count: await retryFailed(tx, ids)}));
}

/** DELETE /notification/failed @returns how many */
export async function dropFailedMessages(c: Catalog, {ids}: Which): Promise<{count: number}> {
  return await c.write('Inbox.drop', async tx => ({count: await removeFailed(tx, ids)}));
}

/** How many messages wait, and how many were put aside. */
export async function countInbox(c: Catalog): Promise<{waiting: number; failed: number}> {
  return await c.read('Inbox.count', countMessages);
}
