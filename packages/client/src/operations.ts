import type {Api, Schemas} from './api.ts';

/** Method and path of an operation, as the API document writes them. */
export type OperationKey = keyof Api;
export type Answer<Key extends OperationKey> = Api[Key]['answer'];
/** What a call takes: `path`, `query` and `body`, as far as the operation has them. */
export type Input<Key extends OperationKey> = Omit<Api[Key], 'answer'>;
/** What a change would do; see docs/dry-run.md. */
export type DryRun<Key extends OperationKey> = Omit<Schemas['DryRun'], 'response'> & {
  response: Answer<Key> | null;
};

/** May be left out where nothing in it is required. */
export type InputArgument<Key extends OperationKey, Options> =
  object extends Input<Key>
    ? [input?: Input<Key>, options?: Options]
    : [input: Input<Key>, options?: Options];
