import type {Schemas} from '@gazetteer/client';
import {queryOptions} from '@tanstack/react-query';
import {client} from '../../api/client.ts';

export type Relationship = Schemas['Relationship'];
export type End = Relationship['end1'];

/** With the headers of its ends. */
export const relationshipQuery = (guid: string) =>
  queryOptions({
    queryKey: ['relationship', guid],
    queryFn: async ({signal}) => {
      const {relationship, referredEntities = {}} = await client.call(
        'GET /v2/relationship/guid/{guid}',
        // With it the headers come along, so no end is asked for alone.
        {path: {guid}, query: {extendedInfo: true}},
        {signal},
      );
      return {relationship: relationship as Relationship, ends: referredEntities};
    },
  });

/** An end of a relationship, for its name: its header costs the server less than the entity. */
export const headerQuery = (guid: string) =>
  queryOptions({
    queryKey: ['entity-header', guid],
    queryFn: ({signal}) =>
      client.call('GET /v2/entity/guid/{guid}/header', {path: {guid}}, {signal}),
  });

/**
 * The relationship as it is, with some of it changed: attributes that a request leaves out would
 * get their defaults.
 */
export async function sendRelationship(
  relationship: Relationship,
  changes: Partial<Relationship>,
): Promise<unknown> {
  // Without the fields of the catalog, which a request cannot change.
  const {guid, typeName, end1, end2, attributes} = relationship;
  return await client.call('PUT /v2/relationship', {
    body: {guid, typeName, end1, end2, attributes, ...changes},
  });
}
