import type {Asker} from '../host/asker.ts';
import type {OperationArgs, OperationName} from '../operations.ts';

/** Runs an operation for somebody. @returns its answer, undefined when there is no content */
export type RunOperation = <Name extends OperationName>(
  name: Name,
  asker: Asker,
  args: OperationArgs<Name>,
) => Promise<unknown>;
