/** An answer that is an error, in the server's own words. Status 0: the server could not be reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, message: string, {code, requestId}: {code?: string; requestId?: string} = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** Reads the error out of an answer. */
export async function apiErrorOf(answer: Response): Promise<ApiError> {
  const text = await answer.text();
  const requestId = answer.headers.get('requestid') ?? undefined;
  const known = requestId === undefined ? {} : {requestId};
  try {
    const {errorMessage, errorCode, error, msgDesc} = JSON.parse(text) as Record<string, string | undefined>;
    const message = errorMessage ?? error ?? msgDesc ?? `The server answered ${answer.status}.`;
    return new ApiError(answer.status, message, errorCode === undefined ? known : {...known, code: errorCode});
  } catch {
    return new ApiError(answer.status, `The server answered ${answer.status}.`, known);
  }
}
