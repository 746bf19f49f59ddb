import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
} from '@duckdb/node-api';

/** Their values are what a page holds already; 64-bit integers come as bigints. */
const asTheyAre: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.BOOLEAN,
  DuckDBTypeId.TINYINT,
  DuckDBTypeId.SMALLINT,
  DuckDBTypeId.INTEGER,
  DuckDBTypeId.BIGINT,
  DuckDBTypeId.UTINYINT,
  DuckDBTypeId.USMALLINT,
  DuckDBTypeId.UINTEGER,
  DuckDBTypeId.FLOAT,
  DuckDBTypeId.DOUBLE,
  DuckDBTypeId.VARCHAR,
]);

/**
 * One column in the shapes of a `Page`: nested values as JSON text, and as text what is wider than
 * 64 bits.
 */
export function pageValues(type: DuckDBType, values: readonly DuckDBValue[]): unknown[] {
  return asTheyAre.has(type.typeId)
    ? [...values]
    : values.map(value => (value === null ? null : pageValue(value)));
}

function pageValue(value: DuckDBValue): unknown {
  if (value instanceof DuckDBBlobValue) return value.bytes;
  return isNested(value) ? printJson(value) : String(value);
}

function isNested(value: DuckDBValue): boolean {
  return [DuckDBListValue, DuckDBArrayValue, DuckDBStructValue, DuckDBMapValue].some(
    nested => value instanceof nested,
  );
}

/** Numbers as exact as they are; keys of maps are texts in JSON, whatever they were. */
function printJson(value: DuckDBValue): string {
  if (value instanceof DuckDBListValue || value instanceof DuckDBArrayValue) {
    return `[${value.items.map(printJson).join(',')}]`;
  }
  if (value instanceof DuckDBStructValue) return printMembers(Object.entries(value.entries));
  if (value instanceof DuckDBMapValue)
    return printMembers(value.entries.map(({key, value: of}) => [String(key), of]));
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint')
    return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return value instanceof DuckDBDecimalValue ? String(value) : JSON.stringify(String(value));
}

function printMembers(members: readonly (readonly [string, DuckDBValue])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${printJson(value)}`).join(',')}}`;
}
