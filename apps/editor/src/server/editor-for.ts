import type {Actor} from '@gazetteer/server';
import type {Editor} from '../editor.ts';
import {everything, type EditorPolicy} from '../login/editor-policy.ts';
import {mayUse, mayUseStore} from '../login/engine-users.ts';

/** Who asks, in which request. */
type Asking = {readonly actor: Actor; readonly id: string};

/** The editor as it is for somebody: with what they may do, and the engines that they may use. */
export function editorFor(
  shared: Editor,
  {actor, id: requestId}: Asking,
  policy: EditorPolicy | undefined,
): Editor {
  const access = policy?.accessOf(actor, requestId) ?? everything;
  const own = policy === undefined ? shared : {...shared, access};
  const e =
    own.files.s3 === undefined || mayUseStore(own.s3Users, actor)
      ? own
      : {...own, files: {...own.files, s3: undefined}};
  const isAllowed = (id: string) =>
    mayUse(e.engineUsers.get(id) ?? {users: [], groups: []}, actor) && access.may('editor-use', id);
  const refused = [...e.engines.keys()].filter(id => !isAllowed(id));
  if (refused.length === 0) return e;
  return {
    ...e,
    engines: new Map([...e.engines].filter(([id]) => isAllowed(id))),
    refused: {
      userName: actor.userName,
      engines: new Map([...e.engines].filter(([id]) => !isAllowed(id))),
    },
  };
}
