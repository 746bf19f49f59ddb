import {maxJsonDepth, tooDeepAt} from '@gazetteer/model';
import {ApiError, status} from './envelope.ts';

/**
 * JSON that a client sent.
 * @param what it is, for the error
 * @throws ApiError for what is none, and for what is nested so deep that walking through it could run out of stack
 */
export function parseGiven(what: string, text: string): unknown {
  if (tooDeepAt(text) >= 0) throw new ApiError(status.failed, `${what} is nested deeper than ${maxJsonDepth} levels`);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new ApiError(status.failed, `${what} is no JSON: ${(cause as Error).message}`, {}, {cause});
  }
}
