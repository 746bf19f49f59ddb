import {AppError, maxJsonDepth, tooDeepAt} from '@gazetteer/model';

/**
 * What comes with a request by name, of a query string, a form or a JSON object. Which of them it
 * was nobody needs to know.
 */
export type Given = Readonly<Record<string, unknown>>;

/** What a form has under one name more than once. Who wants one text of it takes the last. */
export class Repeated extends Array<string> {}

/** What counts of something that a form may have several times. */
export const lastOf = (value: unknown): unknown =>
  value instanceof Repeated ? value.at(-1) : value;

/**
 * JSON that a client sent.
 * @param what it is, for the error
 * @throws BAD_REQUEST for what is none, and for what is nested so deep that walking through it
 * could run out of stack
 */
export function parseGiven(what: string, text: string): unknown {
  if (tooDeepAt(text) >= 0) {
    throw new AppError('BAD_REQUEST', [`${what} is nested deeper than ${maxJsonDepth} levels`]);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new AppError('BAD_REQUEST', [`${what} is no JSON: ${(cause as Error).message}`], {cause});
  }
}
