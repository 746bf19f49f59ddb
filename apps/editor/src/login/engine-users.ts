import type {Actor} from '@gazetteer/server';
import {isAdmin} from './is-admin.ts';

/** Who may use an engine; where neither names anybody, everybody may. */
export type EngineUsers = {readonly users: readonly string[]; readonly groups: readonly string[]};

/** Administrators may use every engine. */
export function mayUse({users, groups}: EngineUsers, actor: Actor): boolean {
  if (users.length === 0 && groups.length === 0) return true;
  return isAdmin(actor) || users.includes(actor.userName) || actor.groups.some(group => groups.includes(group));
}
