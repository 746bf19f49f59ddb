import type {Editor} from '../editor.ts';
import type {RestCall, RestHandler} from '../http/rest.ts';
import type {Onlooker} from './sharing.ts';

export type OnlookerCall = Omit<RestCall, 'actor'> & {readonly actor: Onlooker};

/** Routes over what people share: who calls them sees as much of it as sharing lets through. */
export function forOnlookers(
  e: Pick<Editor, 'sharing'>,
  routes: Readonly<Record<string, (call: OnlookerCall) => Promise<object | undefined>>>,
): Record<string, RestHandler> {
  return Object.fromEntries(
    Object.entries(routes).map(([at, handle]): [string, RestHandler] => [
      at,
      call => handle({...call, actor: {...call.actor, sharing: e.sharing}}),
    ]),
  );
}
