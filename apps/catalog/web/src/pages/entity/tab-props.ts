import type {Entity} from '../../api/wire.ts';

export type TabProps = {
  readonly entity: Entity;
  /** What belongs to the entity, by guid. */
  readonly referred: Readonly<Record<string, Entity>>;
};
