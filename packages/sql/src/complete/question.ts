import type {Dialect} from '../dialects.ts';
import type {Expected} from '../expected.ts';

/** What is asked for at a place of a text. */
export type Question = {
  readonly text: string;
  readonly caret: number;
  readonly dialect: Dialect;
  /** Of names without one. */
  readonly database: string;
  /** How often somebody has taken a proposal, by `useKey`. */
  readonly uses?: Readonly<Record<string, number>>;
  /** What a grammar says of the place, where there is one and it can read the statement. */
  readonly expected?: (statement: string, caret: number) => Promise<Expected | undefined>;
};
