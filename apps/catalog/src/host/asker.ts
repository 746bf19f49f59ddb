import type {Grants} from '@gazetteer/model';
import type {Actor} from '../catalog.ts';

/** Who asks, in which request, and whether only to see what would happen. */
export type Asker = {
  actor: Actor;
  requestId: string;
  isDryRun?: boolean;
  /** As the request has it. */
  deleteType?: string | undefined;
  /** What the policy gives the actor; absent without a policy. */
  grants?: Grants;
  /** Nobody asks but the catalog by itself, whom no policy is about. A name would not do: somebody may be called so. */
  isCatalog?: true;
};

/** For what the catalog does by itself. */
export function catalogItself(requestId: string): Asker {
  return {actor: {userName: 'system', groups: []}, requestId, isCatalog: true};
}
