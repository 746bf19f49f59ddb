import type {SqlError, SqlErrorKind} from './sql-engine.ts';

const statuses: Partial<Readonly<Record<SqlErrorKind, number>>> = {
  'session-expired': 410,
  'statement-expired': 410,
  timeout: 504,
  unsupported: 501,
  misconfigured: 501,
};

/** For answers that have no envelope; what is not here is the SQL server's affair. */
export function httpStatusOf({kind}: SqlError): number {
  return statuses[kind] ?? 502;
}
