import type {Actor} from '@gazetteer/server';

const groups = new Set(['ADMIN', 'ROLE_ADMIN']);

/** Administrators see everybody's sessions and jobs, and end them. */
export function isAdmin(actor: Actor): boolean {
  return actor.groups.some(group => groups.has(group));
}
