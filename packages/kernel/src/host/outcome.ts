import {AppError, JsonError, writeFailure, type ErrorKind, type Refusal} from '@gazetteer/model';

export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Who asks, in which request, and whether only to see what would happen. */
export type Who = {
  readonly actor: {readonly userName: string};
  readonly requestId: string;
  readonly isDryRun?: boolean;
  /** How long a search of this request may take, where that is less than any may. */
  readonly timeoutMs?: number | undefined;
};

export type LogEntry = {level: keyof Log; fields: object; message: string};

/** An error as plain data: it may have to cross threads. */
export type Failure =
  | {
      type: 'app';
      kind: ErrorKind;
      message: string;
      issues: readonly string[];
      refusals: readonly Refusal[];
    }
  | {type: 'json'; reason: string}
  | {type: 'bug'; message: string; stack: string};

/**
 * What running an operation came to: JSON text (undefined: no content) or a failure, and what it
 * logged on the way. `isPassing` when it depends on what time it was, or tells of a change that was
 * made; `until` when it is the same until then; `changeId` when what it changed can be taken back, by
 * this id.
 */
export type Outcome = {
  json?: string | undefined;
  failure?: Failure;
  log: LogEntry[];
  isPassing?: boolean;
  until?: number | undefined;
  changeId?: string | undefined;
};

export function toFailure(thrown: unknown): Failure {
  const error = writeFailure(thrown);
  if (error instanceof AppError) {
    const {kind, message, issues, refusals} = error;
    return {type: 'app', kind, message, issues, refusals};
  }
  if (error instanceof JsonError) return {type: 'json', reason: error.message};
  return error instanceof Error
    ? {type: 'bug', message: error.message, stack: stackOf(error)}
    : {type: 'bug', message: String(error), stack: ''};
}

export function fromFailure(failure: Failure): Error {
  if (failure.type === 'app')
    return AppError.revive(failure.kind, failure.message, failure.issues, failure.refusals);
  if (failure.type === 'json') return new JsonError(failure.reason, undefined);
  const error = new Error(failure.message);
  error.stack = failure.stack;
  return error;
}

/** The stack, and those of what caused it. */
export function stackOf(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${stackOf(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
