import type {Actor} from '@gazetteer/server';
import type {Editor} from '../editor.ts';
import {isAdmin} from './is-admin.ts';

/** Who may use an engine; where neither names anybody, everybody may. */
export type EngineUsers = {readonly users: readonly string[]; readonly groups: readonly string[]};

/** Administrators may use every engine. */
export function mayUse({users, groups}: EngineUsers, actor: Actor): boolean {
  if (users.length === 0 && groups.length === 0) return true;
  return isAdmin(actor) || users.includes(actor.userName) || actor.groups.some(group => groups.includes(group));
}

/** The editor as it is for somebody: with the engines that they may use. */
export function editorFor(e: Editor, actor: Actor): Editor {
  const isAllowed = (id: string) => mayUse(e.engineUsers.get(id) ?? {users: [], groups: []}, actor);
  const refused = [...e.engines.keys()].filter(id => !isAllowed(id));
  if (refused.length === 0) return e;
  return {
    ...e,
    engines: new Map([...e.engines].filter(([id]) => isAllowed(id))),
    refused: {userName: actor.userName, engines: new Map([...e.engines].filter(([id]) => !isAllowed(id)))},
  };
}
