import type {ErrorCodes, Explanation} from './error-codes.ts';
import {UnreachableError} from './session.ts';

/** What errors of our clients say about an answer. */
export type Failure = {
  readonly status?: number;
  readonly errorCode?: string;
  readonly requestId?: string | undefined;
};

const byStatus: Readonly<Record<number, Explanation>> = {
  400: {title: 'The request isn’t valid', hint: 'Correct what the server names, then try again.'},
  403: {title: 'You don’t have permission', hint: 'Ask your administrator for access.'},
  404: {
    title: 'Not found',
    hint: 'It may have been deleted, or you don’t have permission to view it.',
  },
  409: {
    title: 'This conflicts with the current state',
    hint: 'Correct what the server names. If another user changed it, reload the page.',
  },
  410: {title: 'This has expired', hint: 'Run the query again.'},
  413: {title: 'This is too large', hint: 'Send less at once, or ask your administrator.'},
  429: {title: 'Too many requests', hint: 'Wait a moment, then try again.'},
  501: {title: 'Not supported', hint: 'Ask your administrator.'},
  502: {title: 'The server couldn’t do this', hint: 'See its message below, then try again.'},
  503: {title: 'The server is busy', hint: 'Wait a moment, then try again.'},
  507: {title: 'The server’s disk is full', hint: 'Ask your administrator to free space.'},
};

let byCode: ErrorCodes = {};

/** From now on errors are explained by these codes: the pages of each server load their own. */
export function explainCodes(codes: ErrorCodes): void {
  byCode = codes;
}

/** Undefined for what the pages themselves say is wrong: they have found the words. */
export function explainError(error: unknown): Explanation | undefined {
  if (error instanceof UnreachableError)
    return {title: 'No connection', hint: 'Check your network, then try again.'};
  const {status, errorCode = ''} = (error instanceof Error ? error : {}) as Failure;
  if (status === undefined) return undefined;
  const known = byCode[errorCode] ?? byStatus[status];
  if (known !== undefined) return known;
  return status >= 500
    ? {title: 'Server error', hint: 'Try again. If it fails again, ask your administrator.'}
    : {title: 'Request failed', hint: 'Try again. If it fails again, ask your administrator.'};
}
