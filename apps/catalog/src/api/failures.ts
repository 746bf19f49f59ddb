import type {Address} from '@gazetteer/kernel';
import type {Failing} from '@gazetteer/kernel/http';
import {list, named, object, text} from '@gazetteer/kernel/shape';
import {errorTable, type ErrorKind} from '@gazetteer/model';

const error = named('Error', 'Why a request failed', () =>
  object(
    {
      errorCode: text('Such as ATLAS-404-00-005'),
      errorMessage: text('What failed, and why'),
      errors: list(text(), 'Every issue, when there are several'),
      error: text('In place of all others when a body is no JSON, under /api/atlas'),
      msgDesc: text('In place of all others when a browser sends a change without its token'),
    },
    [],
  ),
);

/** What any request may meet, with and without a body. */
const common: readonly ErrorKind[] = [
  'UNAUTHORIZED_ACCESS',
  'BAD_REQUEST',
  'INVALID_QUERY_PARAM_LENGTH',
  'NOT_ACCEPTABLE',
  'SERVER_STOPPING',
];
const commonWithBody: readonly ErrorKind[] = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** What the API document says of failures, by status. */
export function failuresOf({errors = [], emptyErrors = [], body}: Address): readonly Failing[] {
  const kinds = [...new Set([...errors, ...common, ...(body === undefined ? [] : commonWithBody)])];
  return [...Map.groupBy(kinds, kind => String(errorTable[kind][1]))].map(([status, ofStatus]) => ({
    status,
    description: ofStatus
      .map(kind => `${errorTable[kind][0]}: ${errorTable[kind][2]}`)
      .join('\n\n'),
    shape: status === '204' || emptyErrors.includes(Number(status)) ? undefined : error,
  }));
}
