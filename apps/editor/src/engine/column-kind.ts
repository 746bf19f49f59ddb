import {lookup} from '@gazetteer/model';
/** What a column holds, for whoever has to write it typed. Values of a `Page` fit their kind. */
export type ColumnKind =
  | {readonly kind: 'boolean' | 'int32' | 'int64' | 'float' | 'date' | 'binary' | 'text'}
  /** `isUtc`: moments; else the reading of a clock, wherever it hangs. */
  | {readonly kind: 'timestamp'; readonly isUtc: boolean}
  | {readonly kind: 'decimal'; readonly precision: number; readonly scale: number};

const kinds: Readonly<Record<string, ColumnKind>> = lookup({
  boolean: {kind: 'boolean'},
  tinyint: {kind: 'int32'},
  smallint: {kind: 'int32'},
  int: {kind: 'int32'},
  integer: {kind: 'int32'},
  utinyint: {kind: 'int32'},
  usmallint: {kind: 'int32'},
  uinteger: {kind: 'int64'},
  bigint: {kind: 'int64'},
  long: {kind: 'int64'},
  ubigint: {kind: 'decimal', precision: 20, scale: 0},
  // What a sum of whole numbers is. The 16 bytes that files have for it hold its 39th digit, too,
  // which hardly any value has.
  hugeint: {kind: 'decimal', precision: 38, scale: 0},
  float: {kind: 'float'},
  real: {kind: 'float'},
  double: {kind: 'float'},
  'double precision': {kind: 'float'},
  date: {kind: 'date'},
  timestamp: {kind: 'timestamp', isUtc: false},
  timestamp_s: {kind: 'timestamp', isUtc: false},
  timestamp_ms: {kind: 'timestamp', isUtc: false},
  timestamp_ntz: {kind: 'timestamp', isUtc: false},
  'timestamp without time zone': {kind: 'timestamp', isUtc: false},
  'timestamp with time zone': {kind: 'timestamp', isUtc: true},
  binary: {kind: 'binary'},
  blob: {kind: 'binary'},
});

/** What no file format has a type for: as wide as a decimal gets in them. */
const maxPrecision = 38;

/**
 * The kind of a SQL type in the spelling of Hive, Spark, Impala or DuckDB; what has no kind of its
 * own is text.
 */
export function columnKind(type: string): ColumnKind {
  const name = type.trim().toLowerCase();
  const [, precision = '10', scale = '0'] =
    /^(?:decimal|numeric)(?:\s*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?$/.exec(name) ?? ['', ''];
  if (precision !== '' && /^(?:decimal|numeric)/.test(name) && Number(precision) <= maxPrecision) {
    return {kind: 'decimal', precision: Number(precision), scale: Number(scale)};
  }
  return kinds[name] ?? {kind: 'text'};
}
