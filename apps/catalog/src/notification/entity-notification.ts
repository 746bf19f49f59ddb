import type {EntityHeader, RelationshipHeader, SubscribedOperation} from '@gazetteer/model';
import type {Change} from './read-changes.ts';

/** A message of the topic ATLAS_ENTITIES, without its envelope. */
export type EntityNotification = {
  type: 'ENTITY_NOTIFICATION_V2';
  entity?: EntityHeader;
  relationship?: RelationshipHeader;
  operationType: SubscribedOperation;
  eventTime: number;
};

/**
 * Undefined for what the readers of that topic have no word for: they were told of the deletion
 * before the purge.
 */
export function notificationOf({
  operationType,
  eventTime,
  entity,
  relationship,
}: Change): EntityNotification | undefined {
  if (operationType === 'ENTITY_PURGE') return undefined;
  return {
    type: 'ENTITY_NOTIFICATION_V2',
    ...(entity === undefined ? {} : {entity}),
    ...(relationship === undefined ? {} : {relationship}),
    operationType,
    eventTime,
  };
}
