/** What `npm run migrate` is given. */
export type MigrateInput = {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly print: (line: string) => void;
  readonly complain: (line: string) => void;
  /** The first Ctrl+C ends `--follow`, which then compares. */
  readonly enough: AbortSignal;
  /** Ends whatever is going on; the next run takes it up. */
  readonly signal: AbortSignal;
};
