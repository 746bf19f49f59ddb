import type {Actor} from '@gazetteer/server';
import type {Editor} from '../editor.ts';
import {mayUse} from '../login/engine-users.ts';

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
