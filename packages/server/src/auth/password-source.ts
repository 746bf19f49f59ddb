import type {Actor} from './actor.ts';

/** Somebody who can tell whether a password belongs to a name: the password file, a directory. */
export type PasswordSource = {
  /**
   * What a right password depends on besides itself, such as the user's line in a file: when it
   * changes, remembered passwords are asked for anew. `undefined` when it is known without asking
   * that there is no such user.
   */
  readonly revisionOf: (userName: string) => string | undefined;
  /**
   * `undefined` for a password that is not right. Throws `LoginError` when that cannot be found
   * out.
   */
  readonly verify: (userName: string, password: string) => Promise<Actor | undefined>;
  /**
   * Takes as long as `verify` for somebody who is there, for a name that is not: else the time of
   * an answer would tell which names there are. Absent where asking takes its time in any case.
   */
  readonly pretend?: (password: string) => Promise<void>;
  /** For how many milliseconds a right password is taken without asking again. */
  readonly rememberMs: number;
};
