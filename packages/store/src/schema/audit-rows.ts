import {
  auditActions,
  parseExactly,
  type AuditChange,
  type AuditEvent,
  type AuditRecord,
  type Author,
  type EntityRecord,
} from '@gazetteer/model';

export type AuditRow = {
  id: number;
  entity_id: number;
  action: number;
  time: number;
  user_name: string;
  change: string | null;
};

export function toAudit(row: AuditRow): AuditEvent {
  const action = auditActions[row.action];
  if (action === undefined) throw new Error(`no audit action number ${row.action}`);
  const change = row.change === null ? {} : (parseExactly(row.change) as AuditChange);
  return {id: row.id, action, time: row.time, userName: row.user_name, change};
}

/**
 * @param texts of what changed, as far as they are known: many events have it in common where a
 * classification comes far
 */
export function fromAudit(
  entityId: number,
  {action, change}: AuditRecord,
  {userName, now}: Author,
  texts: Map<AuditChange, string>,
): (string | number | null)[] {
  let text: string | null = null;
  if (change !== undefined) {
    text = texts.get(change) ?? JSON.stringify(change);
    texts.set(change, text);
  }
  return [entityId, auditActions.indexOf(action), now, userName, text];
}

/** What is gone was deleted, whichever way. */
export function fromPastEntity(id: number, record: EntityRecord): (string | number)[] {
  return [id, record.guid, JSON.stringify({...record, status: 'DELETED'})];
}
