import type {AnyOperation} from '@gazetteer/kernel';
import type {Caller, CatalogHost} from '../src/caller.ts';
// Gives operations their names, by which tests tell them apart.
import '../src/server/operations.ts';

/** A host whose operations are answered by the test, with JSON text. */
export function hostOver(
  answer: (name: string, caller: Caller, args: unknown) => Promise<string | undefined>,
  close: () => Promise<void> = () => Promise.resolve(),
): CatalogHost {
  const outcome = async (operation: AnyOperation, caller: Caller, args: unknown) => ({
    json: await answer(operation.name, caller, args),
  });
  return {
    answer: outcome,
    call: async (operation, caller, args) => {
      const {json} = await outcome(operation, caller, args);
      return (json === undefined ? undefined : JSON.parse(json)) as never;
    },
    close,
  };
}
