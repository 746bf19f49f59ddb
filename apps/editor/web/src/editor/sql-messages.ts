import type {Call, Completion, Mark, Meaning, Span} from '@gazetteer/sql';

/**
 * What the page asks of its worker, and what the worker asks back: names, which only the page can
 * fetch.
 */
type CaretContext = {
  readonly id: number;
  readonly text: string;
  readonly caret: number;
  readonly dialect: string;
  readonly database: string;
  readonly engine: string;
};

/** What each question is answered with. */
export type Answers = {
  /** Without tables of other databases that have not come yet. */
  readonly complete: Completion & {readonly isPartial: boolean};
  /** When tables of all databases have come. */
  readonly others: undefined;
  readonly mark: readonly Mark[];
  /** Of a function that the dialect is known to have, or that the engine lists. */
  readonly call: Call | undefined;
  /** What the name at the place stands for. */
  readonly look: Meaning | undefined;
  /** Where the name is written that the statement gives. */
  readonly places: readonly Span[];
};

export type Asked = CaretContext & {readonly do: keyof Answers};

/** A union told apart by the one member that each has alone. */
export type ToWorker =
  | Asked
  /** A grammar is loaded, and the names that the first proposals need. */
  | {readonly warm: string; readonly engine: string; readonly database: string}
  /** How often proposals were taken. */
  | {readonly uses: Readonly<Record<string, number>>}
  | {readonly asked: number; readonly names: unknown}
  | {readonly forget: string};

export type FromWorker =
  | {readonly id: number; readonly answer: Answers[keyof Answers]}
  | {
      readonly asks: number;
      readonly engine: string;
      readonly what: NameKind;
      readonly path: readonly string[];
    };

export type NameKind =
  | 'databases'
  | 'tables'
  | 'columns'
  | 'functions'
  | 'values'
  | 'partitions'
  /** Statements that ran, and tables that all query. */
  | 'used';
