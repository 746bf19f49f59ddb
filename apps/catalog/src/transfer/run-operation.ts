import type {Callable} from '@gazetteer/kernel';
import type {Caller} from '../caller.ts';

/** Runs an operation for somebody. @returns its answer, undefined when there is no content */
export type RunOperation = <Args, Answer>(
  operation: Callable<Args, Answer>,
  caller: Caller,
  args: Args,
) => Promise<Answer>;
