/**
 * What was taken of a batch, and what the destination wants to know when it goes on, maybe in
 * another process.
 */
export type Delivered<State> = {readonly count: number; readonly state: State};

/**
 * Where records go. `deliver` gets the records that follow on what was delivered before, and the
 * state of then; both are kept together, in one atomic write, after it returns. When the process
 * ends in between it gets the same records with the old state again, and has to see to it that they
 * are there once. It may take fewer than it got, from the front, even none when only its state is
 * new. It throws when it cannot; then it is called again later, with the same.
 */
export type Destination<State extends object = object> = {
  /** Unique, as its place is kept under this name. */
  readonly name: string;
  deliver(records: readonly string[], state: State | undefined): Promise<Delivered<State>>;
};
