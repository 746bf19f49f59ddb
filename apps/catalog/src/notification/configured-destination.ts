import {randomUUID} from 'node:crypto';
import {toAtlasNames} from '@gazetteer/model';
import type {OutgoingMessage, Publisher} from '@gazetteer/events';
import {catalogItself, type CatalogHost} from '../caller.ts';
import {notificationOf} from './entity-notification.ts';
import {claimPosition, hasUndelivered, savePosition} from './outbox-positions.ts';
import type {ChangeDestination} from './outbox-delivery.ts';
import {readChanges, type Change, type ChangesRequest} from './read-changes.ts';

/**
 * In what words a destination is told: those of the feed, or messages of the topic ATLAS_ENTITIES.
 */
export type Wording = 'feed' | 'messages';

export const batchSize = 200;

/** Destinations get everything: who runs the server has set them up. */
const caller = catalogItself('outbox');

/** A destination of the options. */
export function configuredDestination(
  host: CatalogHost,
  publisher: Publisher,
  wording: Wording,
): ChangeDestination {
  const mine = {destination: publisher.name, holder: randomUUID()};
  return {
    name: publisher.name,
    isDue: () => host.call(hasUndelivered, caller, mine),
    claim: () => host.call(claimPosition, caller, mine),
    read: after => host.call(readChanges, caller, {after, limit: batchSize, ...askedIn(wording)}),
    publish: changes => publisher.publish(messagesIn(wording, changes)),
    save: position => host.call(savePosition, caller, {...mine, position}),
    failed: async () => undefined,
    close: () => publisher.close(),
  };
}

/** What has to be read to say it in these words. */
export function askedIn(wording: Wording): Pick<ChangesRequest, 'superClassifications'> {
  return wording === 'messages' ? {superClassifications: true} : {};
}

export function messagesIn(wording: Wording, changes: readonly Change[]): OutgoingMessage[] {
  return changes.flatMap((change): OutgoingMessage[] => {
    const key = change.entity?.guid ?? change.relationship?.guid ?? '';
    if (wording === 'feed') return [{id: change.id, key, body: JSON.stringify(change)}];
    const notification = notificationOf(change);
    return notification === undefined
      ? []
      : [{id: change.id, key, body: toAtlasNames(JSON.stringify(notification))}];
  });
}
