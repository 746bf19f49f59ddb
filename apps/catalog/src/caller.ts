import type {Grants, Guid} from '@gazetteer/model';
import type {Host} from '@gazetteer/kernel/host';
import type {Actor} from './catalog.ts';

/** Who asks, in which request, and whether only to see what would happen. */
export type Caller = {
  actor: Actor;
  requestId: string;
  isDryRun?: boolean;
  /** How long a search of this request may take, where that is less than any may. */
  timeoutMs?: number | undefined;
  /** As the request has it. */
  deleteType?: string | undefined;
  /** What the policy gives the actor; absent without a policy. */
  grants?: Grants;
  /**
   * Nobody asks but the catalog by itself, whom no policy is about. A name would not do: somebody
   * may be called so.
   */
  isCatalog?: true;
  /** Its request is a part of something longer: what that is recorded under as one change. */
  changeId?: Guid | undefined;
  /** It does what programs elsewhere have handed in, for people that they name. */
  isForHooks?: true;
};

export type CatalogHost = Pick<Host<Caller>, 'call' | 'answer' | 'close'>;

/**
 * What of a caller the answer of a read depends on that follows from the store and the caller's
 * rights alone. Undefined for one that is asked for with a `deleteType`, of which the log tells, or
 * which is refused.
 */
export function readRightsOf({grants, deleteType = ''}: Caller): string | undefined {
  return deleteType === '' ? (grants?.key ?? '') : undefined;
}

/** For what the catalog does by itself. */
export function catalogItself(requestId: string): Caller {
  return {actor: {userName: 'system', groups: []}, requestId, isCatalog: true};
}
