import {changeOperations} from '@gazetteer/model';
import {described, integer, list, named, object, oneOf, text, time} from '@gazetteer/kernel/shape';
import {entityHeader} from '../entity/shapes.ts';
import {relationHeader} from '../search/shapes.ts';

/**
 * Without the values that changed: whoever wants them asks for the entity, as the caller that they
 * are.
 */
const change = named('Change', 'One change', () =>
  object(
    {
      id: text('Of its own for ever: who hears of a change twice can tell'),
      operationType: oneOf(changeOperations, 'What changed'),
      eventTime: time(),
      user: text('Who changed it'),
      classification: text('The classification that was attached, changed or taken away'),
      entity: described(entityHeader, 'The entity, as it is when the feed is read'),
      relationship: described(relationHeader, 'The relationship, where one changed'),
    },
    ['id', 'operationType', 'eventTime', 'user'],
  ),
);

export const changes = named('Changes', 'A part of the feed of changes', () =>
  object({changes: list(change, 'Oldest first'), next: text('What to give as `after` to go on')}, [
    'changes',
    'next',
  ]),
);

/** With the message itself, so that somebody can see why. */
const failedMessage = named(
  'FailedMessage',
  'A message of a hook that could not be processed',
  () =>
    object(
      {
        id: integer('For replay and removal'),
        topic: text('Topic that it came by'),
        origin: text('Where it stood in its topic; empty when it was posted'),
        receivedTime: time(),
        reason: text('Why it could not be taken in'),
        message: text('As it came'),
      },
      ['id', 'topic', 'origin', 'receivedTime', 'reason', 'message'],
    ),
);

export const failedMessages = named(
  'FailedMessages',
  'Messages of hooks that could not be processed',
  () =>
    object(
      {
        messages: list(failedMessage, 'Oldest first'),
        failed: integer('How many there are'),
        waiting: integer('How many wait to be taken in'),
      },
      ['messages', 'failed', 'waiting'],
    ),
);

export const messageIds = list(integer(), 'Ids of messages');
export const messageCount = named('MessageCount', 'How many messages a request concerned', () =>
  object({count: integer('Number of messages')}, ['count']),
);
