import type {OperationHandle, SessionHandle as ThriftSession} from '@gazetteer/thrift';
import type {SessionHandle, StatementHandle} from './sql-engine.ts';

/**
 * Handles as they are stored: bytes in base64, as other editors of this kind store and show them.
 */
export function toSessionHandle(
  {sessionId}: ThriftSession,
  protocol: number,
  server: NonNullable<SessionHandle['server']>,
): SessionHandle {
  return {guid: text(sessionId.guid), secret: text(sessionId.secret), protocol, server};
}

export function fromSessionHandle({guid, secret}: SessionHandle): ThriftSession {
  return {sessionId: {guid: bytes(guid), secret: bytes(secret)}};
}

export function toStatementHandle({
  operationId,
  operationType,
  hasResultSet,
}: OperationHandle): StatementHandle {
  return {
    guid: text(operationId.guid),
    secret: text(operationId.secret),
    kind: operationType,
    hasResultSet,
  };
}

export function fromStatementHandle({
  guid,
  secret,
  kind,
  hasResultSet,
}: StatementHandle): OperationHandle {
  return {
    operationId: {guid: bytes(guid), secret: bytes(secret)},
    operationType: kind,
    hasResultSet,
  };
}

/**
 * How ids stand in logs and session lists: two numbers of 16 hexadecimal digits, lowest byte first.
 */
export function guidText(guid: string): string {
  const all = bytes(guid);
  if (all.length !== 16) return guid;
  const half = (at: number): string => all.readBigUInt64LE(at).toString(16).padStart(16, '0');
  return `${half(0)}:${half(8)}`;
}

function text(value: Uint8Array): string {
  return Buffer.from(value).toString('base64');
}

function bytes(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}
