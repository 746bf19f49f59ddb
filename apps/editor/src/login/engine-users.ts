import type {Actor} from '@gazetteer/server';
import type {EngineUsers} from '../config/engine-users.ts';
import {isAdmin} from '@gazetteer/server';

/** Where nobody is named, administrators alone may: the store takes whoever asks for the server. */
export function mayUseStore({users, groups}: EngineUsers, actor: Actor): boolean {
  if (users.length === 0 && groups.length === 0) return isAdmin(actor);
  return users.includes('*') || mayUse({users, groups}, actor);
}

/** Administrators may use every engine. */
export function mayUse({users, groups}: EngineUsers, actor: Actor): boolean {
  if (users.length === 0 && groups.length === 0) return true;
  return (
    isAdmin(actor) ||
    users.includes(actor.userName) ||
    actor.groups.some(group => groups.includes(group))
  );
}
