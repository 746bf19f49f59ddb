import type {EntityHeader, RelationshipHeader} from '@gazetteer/model';
import type {Actor} from '../catalog.ts';

/** Whether somebody may see these; what they may not see is left out of what they follow. */
export type Readable = {
  readonly entity: (header: EntityHeader) => boolean;
  readonly relationship: (header: RelationshipHeader) => boolean;
};

/** Whoever is logged in may read everything. */
export function readable(_actor: Actor): Readable {
  return {entity: () => true, relationship: () => true};
}
