/** A message on its way out. */
export type OutgoingMessage = {
  /** Of its own for ever: whoever gets it twice can tell. */
  readonly id: string;
  /** Messages with one key keep their order. */
  readonly key: string;
  /** JSON. */
  readonly body: string;
};

/**
 * Where messages go. `publish` has all of them taken when it resolves, and may be called with the
 * same ones again.
 */
export type Publisher = {
  /** Unique, as its place is kept under this name. */
  readonly name: string;
  publish(messages: readonly OutgoingMessage[]): Promise<void>;
  close(): Promise<void>;
};
