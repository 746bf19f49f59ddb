import {AppError, readObjectId, writtenText, type ObjectId} from '@gazetteer/model';
import {parseBody} from '@gazetteer/kernel/shape';
import * as shapes from './shapes.ts';

/**
 * FULL: all that relationships lead to; CONNECTED: up to owners and processes, down to what they
 * hold.
 */
export type FetchType = 'FULL' | 'CONNECTED' | 'INCREMENTAL';
export type MatchType = 'equals' | 'startsWith' | 'endsWith' | 'contains' | 'matches' | 'forType';

export type ExportRequest = {
  /** As it came, to be told in the archive. */
  items: ObjectId[];
  options: Record<string, unknown>;
  fetchType: FetchType;
  matchType: MatchType;
  skipLineage: boolean;
  /** Epoch ms; 0 is all. */
  changeMarker: number;
  /** Name of the catalog that the archive is for. */
  replicatedTo: string | undefined;
  omitEmpty: boolean;
  /** Do not write into the entities where they went. */
  skipReplicationAttributes: boolean;
};

const fetchTypes: readonly FetchType[] = ['FULL', 'CONNECTED', 'INCREMENTAL'];
const matchTypes: readonly MatchType[] = [
  'startsWith',
  'endsWith',
  'contains',
  'matches',
  'forType',
];

/**
 * Reads AtlasExportRequest. Options are texts or values of their own kind; names of types are read
 * in any case. A fetchType that there is none of is FULL, a matchType exact.
 * @throws INVALID_PARAMETERS for a marker that is no time
 */
export function readExportRequest(body: string): ExportRequest {
  const json = (parseBody(shapes.exportRequest, body) ?? {}) as {
    itemsToExport?: unknown[] | null;
    options?: Record<string, unknown> | null;
  };
  const options = json.options ?? {};
  const items = (json.itemsToExport ?? []).filter(one => one !== null).map(readItem);
  return {
    items,
    options,
    fetchType: kindOf(options['fetchType'], fetchTypes) ?? 'FULL',
    matchType: kindOf(options['matchType'], matchTypes) ?? 'equals',
    skipLineage: isTrue(options['skipLineage']),
    changeMarker: readMarker(options['changeMarker']),
    replicatedTo: textOf(options['replicatedTo']),
    omitEmpty: isTrue(options['omitZipResponseForEmptyExport']),
    skipReplicationAttributes: isTrue(options['skipUpdateReplicationAttr']),
  };
}

/** The request as the archive tells it, with the derived members that the reference writes. */
export function exportRequestJson(request: ExportRequest): Record<string, unknown> {
  return {
    itemsToExport: request.items,
    options: request.options,
    fetchTypeOptionValue: request.options['fetchType'] ?? 'full',
    skipLineageOptionValue: request.skipLineage,
    ...(request.matchType === 'equals' ? {} : {matchTypeOptionValue: request.matchType}),
    changeTokenFromOptions: request.fetchType === 'INCREMENTAL' ? request.changeMarker : 0,
    omitZipResponseForEmptyExport: request.omitEmpty,
  };
}

/** Unlike elsewhere an item may be a type alone, or unique attributes alone. */
function readItem(json: unknown): ObjectId {
  const item = readObjectId(json);
  if (item !== undefined) return item;
  const {typeName, uniqueAttributes} = json as {
    typeName?: unknown;
    uniqueAttributes?: Record<string, unknown>;
  };
  return {
    ...(typeof typeName === 'string' ? {typeName} : {}),
    ...(uniqueAttributes === undefined || uniqueAttributes === null ? {} : {uniqueAttributes}),
  };
}

function kindOf<T extends string>(value: unknown, kinds: readonly T[]): T | undefined {
  const text = textOf(value)?.toLowerCase();
  return kinds.find(one => one.toLowerCase() === text);
}

function readMarker(value: unknown): number {
  const text = textOf(value) ?? '0';
  if (!/^\d{1,15}$/.test(text))
    throw new AppError('INVALID_PARAMETERS', [
      `changeMarker must be a time in milliseconds, not ${text}`,
    ]);
  return Number(text);
}

function isTrue(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}

function textOf(value: unknown): string | undefined {
  return value === null || value === undefined || value === '' ? undefined : writtenText(value);
}
