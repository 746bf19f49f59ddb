import {sharedValue} from '../shared-value.ts';
import type {ExecuteRequest} from '../run/runner.ts';

/** The plan of a statement, or why there is none. */
export type Explanation = {
  readonly request: ExecuteRequest;
  readonly text: string | undefined;
  /** As data, where the engine has it so. */
  readonly plan?: string;
  /** Whether it can be run for rows and times of its steps, or was, and what came of that. */
  readonly analysis?: 'possible' | 'done' | 'nothing told' | undefined;
};

/**
 * The one on the screen. Undefined while none is open; `text` undefined while the server is asked.
 */
export const explanation = sharedValue<Explanation | undefined>(undefined);
