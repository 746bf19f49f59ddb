/** A request that the catalog refused or could not answer. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly status: number;
  /** Such as `ATLAS-404-00-005`; empty when the answer has none. */
  readonly errorCode: string;
  /** Every issue of the request; the message alone when there is only one. */
  readonly issues: readonly string[];
  /** To be found in the server's log. */
  readonly requestId: string | undefined;

  constructor(status: number, {errorCode, message, issues, requestId}: ErrorParts) {
    super(message);
    this.status = status;
    this.errorCode = errorCode;
    this.issues = issues;
    this.requestId = requestId;
  }
}

/** Nobody is logged in, or not any more. */
export class SignedOutError extends ApiError {
  override readonly name = 'SignedOutError';
}

type ErrorParts = {
  errorCode: string;
  message: string;
  issues: readonly string[];
  requestId: string | undefined;
};

/** What an answer that is no success says. Some have a text or nothing as their body. */
export function errorOf(status: number, requestId: string | undefined, text: string): ApiError {
  const fields = fieldsOf(text);
  const message =
    textAt(fields, ['errorMessage', 'error', 'msgDesc', 'message']) ??
    (text.trim() === '' ? `HTTP status ${status}` : text);
  const errors = fields['errors'];
  const issues = Array.isArray(errors) ? errors.map(String) : [message];
  const parts = {errorCode: textAt(fields, ['errorCode']) ?? '', message, issues, requestId};
  return status === 401 || status === 419
    ? new SignedOutError(status, parts)
    : new ApiError(status, parts);
}

/** A browser's change came without the token of its session. */
export function isMissingToken(error: ApiError): boolean {
  return error.status === 400 && error.message.includes('CSRF');
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textAt(fields: Record<string, unknown>, names: readonly string[]): string | undefined {
  return names
    .map(name => fields[name])
    .find((value): value is string => typeof value === 'string');
}

/** The code of an `ApiError` for a term that is in use; its message has names in it. */
export const termIsAssigned = 'ATLAS-400-00-084';
