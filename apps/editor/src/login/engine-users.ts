import type {Actor} from '@gazetteer/server';
import type {EngineUsers} from '../config/engine-users.ts';
import {isAdmin} from '@gazetteer/server';

/** Administrators may use every engine. */
export function mayUse({users, groups}: EngineUsers, actor: Actor): boolean {
  if (users.length === 0 && groups.length === 0) return true;
  return (
    isAdmin(actor) ||
    users.includes(actor.userName) ||
    actor.groups.some(group => groups.includes(group))
  );
}
