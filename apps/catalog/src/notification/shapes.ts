import {changeOperations} from '@gazetteer/model';
import {integer, list, named, object, oneOf, text, time} from '../api/shape.ts';
import {entityHeader} from '../entity/shapes.ts';
import {relationHeader} from '../search/shapes.ts';

const change = named('Change', () =>
  object(
    {
      id: text('Of its own for ever: who hears of a change twice can tell'),
      operationType: oneOf(changeOperations),
      eventTime: time(),
      user: text('Who changed it'),
      classification: text('The classification that was attached, changed or taken away'),
      entity: entityHeader,
      relationship: relationHeader,
    },
    ['id', 'operationType', 'eventTime', 'user'],
  ),
);

export const changes = named('Changes', () =>
  object({changes: list(change), next: text('What to give as `after` to go on')}, ['changes', 'next']),
);

const failedMessage = named('FailedMessage', () =>
  object(
    {
      id: integer(),
      topic: text(),
      origin: text('Where it stood in its topic; empty when it was posted'),
      receivedTime: time(),
      reason: text('Why it could not be taken in'),
      message: text('As it came'),
    },
    ['id', 'topic', 'origin', 'receivedTime', 'reason', 'message'],
  ),
);

export const failedMessages = named('FailedMessages', () =>
  object(
    {
      messages: list(failedMessage),
      failed: integer('How many there are'),
      waiting: integer('How many wait to be taken in'),
    },
    ['messages', 'failed', 'waiting'],
  ),
);

export const messageIds = list(integer(), 'Ids of messages');
export const messageCount = named('MessageCount', () => object({count: integer()}, ['count']));
