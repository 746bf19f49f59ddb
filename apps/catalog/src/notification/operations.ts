import {followOperations} from '../follow/operations.ts';
import {dropSentAuditLines, nextAuditLines} from './audit-lines.ts';
import {
  countInbox,
  dropFailedMessages,
  listFailedMessages,
  replayFailedMessages,
} from './failed-messages.ts';
import {failMessage, hasWaiting, nextMessages, prolongTurn} from './inbox-turn.ts';
import {
  claimPosition,
  hasUndelivered,
  savePosition,
  sequenceChanges,
  trimOutbox,
} from './outbox-positions.ts';
import {readChanges} from './read-changes.ts';
import {receiveMessages} from './receive-messages.ts';
import {takeInMessages} from './take-in-messages.ts';

export const notificationOperations = {
  listFailedMessages,
  replayFailedMessages,
  dropFailedMessages,
  readChanges,
  sequenceChanges,
  hasUndelivered,
  claimPosition,
  savePosition,
  trimOutbox,
  receiveMessages,
  hasWaiting,
  nextMessages,
  takeInMessages,
  failMessage,
  prolongTurn,
  countInbox,
  nextAuditLines,
  dropSentAuditLines,
  ...followOperations,
};
