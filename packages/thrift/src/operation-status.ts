import {ServerError} from './errors.ts';
import type {Response} from './hive-calls.ts';
import {operationStates, statusCode, type Status} from './hive-types.ts';

export type OperationState = (typeof operationStates)[number];

export type OperationStatus = {
  readonly state: OperationState;
  /** Undefined where the server does not say; it may differ from what the handle said at first. */
  readonly hasResultSet: boolean | undefined;
  /** Why the state is ERROR, CANCELED or TIMEDOUT, where the server says. */
  readonly error: ServerError | undefined;
  readonly progress: Progress | undefined;
  /** The server's own JSON of the tasks. */
  readonly taskStatus: string | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number | undefined;
  readonly completedAt: number | undefined;
  readonly modifiedRows: bigint | undefined;
};

export type Progress = {
  /** From 0 to 1. */
  readonly done: number;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly footer: string;
};

/** @throws {ServerError} unless the status is one of success or of work that goes on */
export function checkStatus(method: string, status: Status): void {
  const {statusCode: code, errorMessage, infoMessages, sqlState, errorCode} = status;
  if (
    code === statusCode.success ||
    code === statusCode.successWithInfo ||
    code === statusCode.stillExecuting
  )
    return;
  throw new ServerError(
    errorMessage ?? infoMessages?.[0] ?? `The server refused ${method} with status ${code}`,
    {
      method,
      sqlState,
      errorCode,
      infoMessages,
      isInvalidHandle: code === statusCode.invalidHandle,
    },
  );
}

export function operationStatus(answer: Response<'GetOperationStatus'>): OperationStatus {
  const {
    operationState = -1,
    hasResultSet,
    progress,
    taskStatus,
    operationStarted,
    operationCompleted,
  } = answer;
  const state = operationStates[operationState] ?? 'UNKNOWN';
  return {
    state,
    hasResultSet,
    error: errorOf(state, answer),
    progress: progress && {
      // Some send -1 or NaN while they do not know.
      done: progress.progressedPercentage > 0 ? Math.min(progress.progressedPercentage, 1) : 0,
      headers: progress.headerNames,
      rows: progress.rows,
      footer: progress.footerSummary,
    },
    taskStatus,
    startedAt: operationStarted === undefined ? undefined : Number(operationStarted),
    completedAt: operationCompleted === undefined ? undefined : Number(operationCompleted),
    modifiedRows: answer.numModifiedRows,
  };
}

function errorOf(
  state: OperationState,
  answer: Response<'GetOperationStatus'>,
): ServerError | undefined {
  const {errorMessage, sqlState, errorCode} = answer;
  if (state !== 'ERROR' && (errorMessage === undefined || errorMessage === '')) return undefined;
  return new ServerError(errorMessage ?? 'The statement failed and the server does not say why', {
    method: 'GetOperationStatus',
    sqlState,
    errorCode,
  });
}
