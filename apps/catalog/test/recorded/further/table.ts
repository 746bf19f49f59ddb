import assert from 'node:assert/strict';
import type {Difference} from '../replay.ts';

/**
 * What is said of exchanges of one part. An exchange that is in neither list has to be equal, field
 * for field.
 */
export type Table = {
  /** By the name of the exchange: what ours answers on purpose, and why. */
  readonly differs: Readonly<Record<string, Difference>>;
  /**
   * What is not right yet. One that replays equal fails the test until its line is taken out: the
   * list only shrinks.
   */
  readonly notEqualYet: readonly string[];
};

/** An error with its text, in the form of either API. */
export const isRefusal = (body: unknown): void => {
  const {error, errorCode, errorMessage} = body as {
    error?: unknown;
    errorCode?: unknown;
    errorMessage?: unknown;
  };
  if (error === undefined) assert.match(String(errorCode), /^(ATLAS|GAZETTEER)-4\d\d-\d\d-\w{3}$/);
  const text = error ?? errorMessage;
  assert.ok(typeof text === 'string' && text.length > 10, `no text in ${JSON.stringify(body)}`);
};

/** Whatever answered 500 there without an entry of its own. */
export const plainFault: Difference = {
  why: 'there it was a fault that answered 500; here it has a status of its own and a JSON error',
  status: 'refused',
  check: isRefusal,
};
