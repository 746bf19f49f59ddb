import {AppError} from '../error.ts';
import {isBlank} from './search-parameters.ts';
import type {SearchParameters} from './search.ts';

/**
 * What the first page is asked for with, and what is told instead of a further page when there is
 * none.
 */
const first = '*';
const end = '-1';

/**
 * The row number that the page of a marker lies below; undefined without a marker. Pages by markers
 * come the newest first and cost the same however far they are.
 * @throws BAD_REQUEST for a marker of another search, and beside an offset or an order
 */
export function readMarker(parameters: SearchParameters): number | undefined {
  const {marker, offset, sortBy} = parameters;
  if (marker === undefined || isBlank(marker)) return undefined;
  if (offset > 0) throw new AppError('BAD_REQUEST', ['Marker can be used only if offset=0.']);
  if (!isBlank(sortBy)) throw new AppError('BAD_REQUEST', ['A marker does not go with sortBy.']);
  if (marker === first) return Number.MAX_SAFE_INTEGER;
  if (marker === end) return 0;
  const [row = '', checksum] = marker.split('.');
  const before = Number.parseInt(row, 36);
  if (checksum !== checksumOf(parameters) || !Number.isSafeInteger(before)) {
    throw new AppError('BAD_REQUEST', ['Invalid marker!']);
  }
  return before;
}

/** `lastRow` is that of the last hit of a full page; undefined when nothing can follow. */
export function nextMarker(parameters: SearchParameters, lastRow: number | undefined): string {
  return lastRow === undefined ? end : `${lastRow.toString(36)}.${checksumOf(parameters)}`;
}

/** Of all that decides what is found; a page may be larger or smaller than the one before. */
function checksumOf(parameters: SearchParameters): string {
  const {marker: _marker, limit: _limit, ...decisive} = parameters;
  let hash = 0x811c9dc5;
  for (const char of JSON.stringify(decisive))
    hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
