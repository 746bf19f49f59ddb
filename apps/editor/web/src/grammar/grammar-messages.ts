import type {Expected} from '@gazetteer/sql';
import type {Misplaced} from './grammar.ts';

/** Questions to the worker of one dialect's grammar, one at a time. */
export type ToGrammar =
  | {readonly do: 'warm'; readonly dialect: string}
  | {readonly do: 'expect'; readonly statement: string; readonly caret: number}
  | {readonly do: 'check'; readonly statement: string};

export type FromGrammar = {
  readonly expected?: Expected | undefined;
  readonly misplaced?: Misplaced | undefined;
};
