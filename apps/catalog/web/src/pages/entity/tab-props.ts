import {useSuspenseQuery} from '@tanstack/react-query';
import {entityQuery} from '../../api/queries.ts';
import type {Entity} from '../../api/wire.ts';

export type TabProps = {
  /** Without what it is related to. */
  readonly entity: Entity;
};

/** With all that the entity is related to, which may be much: for tabs that show just that. */
export function useWholeEntity(guid: string): Entity {
  return useSuspenseQuery(entityQuery(guid)).data.entity;
}
