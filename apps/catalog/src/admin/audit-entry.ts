import type {EntityRecord} from '@gazetteer/model';

export type AuditEntryJson = Record<string, unknown>;

/** Attributes that entries have; searches may name these. */
export const auditAttributes = [
  'userName',
  'operation',
  'params',
  'startTime',
  'endTime',
  'clientId',
  'result',
  'resultCount',
  'runId',
  'auditRowKind',
] as const;

/** Members without a value are left out. */
export function auditEntryJson({guid, attributes}: EntityRecord): AuditEntryJson {
  const known = auditAttributes.filter(name => attributes[name] !== undefined);
  return {
    guid,
    ...Object.fromEntries(known.map(name => [name, attributes[name]])),
    resultCount: attributes['resultCount'] ?? 0,
  };
}
