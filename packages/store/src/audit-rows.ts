import {auditActions, type AuditRecord, type Author, type EntityRecord} from '@gazetteer/model';

export function fromAudit(
  entityId: number,
  {action, change}: AuditRecord,
  {userName, now}: Author,
): (string | number | null)[] {
  const text = change === undefined ? null : JSON.stringify(change);
  return [entityId, auditActions.indexOf(action), now, userName, text];
}

export function fromPastEntity(id: number, record: EntityRecord): (string | number)[] {
  return [id, record.guid, JSON.stringify(record)];
}
