import type {StagedColumn} from '../engine/staged-import.ts';
import {duckDbDialect} from '../engine/duckdb/duckdb-dialect.ts';

const {quotedName} = duckDbDialect;

/** A column that is staged, and the SQL of the embedded engine that makes it. */
export type Staging = StagedColumn & {readonly expression: string};

/**
 * How columns are staged for Hive and Spark: in the few types that all versions of both read alike;
 * numbers with decimals and times as texts, which the engines cast.
 * @param described names and types, as the embedded engine tells them
 */
export function stagedColumns(
  described: readonly (readonly [name: string, type: string])[],
): readonly Staging[] {
  return described.map(([name, type], n) => ({
    name,
    staged: `c${n + 1}`,
    ...staging(quotedName(name), type),
  }));
}

type Kept = Pick<Staging, 'expression' | 'stagedType' | 'type'>;

const plain: Readonly<Record<string, readonly [cast: string, stagedType: string, type: string]>> = {
  BOOLEAN: ['BOOLEAN', 'BOOLEAN', 'BOOLEAN'],
  TINYINT: ['INTEGER', 'INT', 'TINYINT'],
  SMALLINT: ['INTEGER', 'INT', 'SMALLINT'],
  UTINYINT: ['INTEGER', 'INT', 'SMALLINT'],
  INTEGER: ['INTEGER', 'INT', 'INT'],
  USMALLINT: ['INTEGER', 'INT', 'INT'],
  UINTEGER: ['BIGINT', 'BIGINT', 'BIGINT'],
  BIGINT: ['BIGINT', 'BIGINT', 'BIGINT'],
  FLOAT: ['FLOAT', 'FLOAT', 'FLOAT'],
  DOUBLE: ['DOUBLE', 'DOUBLE', 'DOUBLE'],
  BLOB: ['BLOB', 'BINARY', 'BINARY'],
  UBIGINT: ['DECIMAL(20,0)', 'STRING', 'DECIMAL(20,0)'],
  HUGEINT: ['DECIMAL(38,0)', 'STRING', 'DECIMAL(38,0)'],
  UHUGEINT: ['DECIMAL(38,0)', 'STRING', 'DECIMAL(38,0)'],
};

function staging(c: string, type: string): Kept {
  const [cast, stagedType = '', own = ''] = Object.hasOwn(plain, type) ? (plain[type] ?? []) : [];
  if (cast !== undefined) {
    const value = `${c}::${cast}`;
    return {
      expression: stagedType === 'STRING' ? `${value}::VARCHAR` : value,
      stagedType,
      type: own,
    };
  }
  const text = (expression: string, to = 'STRING') => ({
    expression,
    stagedType: 'STRING',
    type: to,
  });
  if (/^DECIMAL\(\d+,\d+\)$/.test(type)) return text(`${c}::VARCHAR`, type);
  if (type === 'DATE') return text(inYears(c, c), 'DATE');
  if (type === 'TIMESTAMP WITH TIME ZONE') {
    const utc = `(${c} AT TIME ZONE 'UTC')`;
    return text(inYears(utc, utc), 'TIMESTAMP');
  }
  if (/^TIMESTAMP(_S|_MS|_NS)?$/.test(type))
    return text(inYears(`${c}::TIMESTAMP`, c), 'TIMESTAMP');
  if (/\]$|^(STRUCT|MAP|UNION)\(/.test(type)) return text(`to_json(${c})::VARCHAR`);
  return text(`${c}::VARCHAR`);
}

/** What the engines would silently make NULL of stops the import. */
function inYears(time: string, shown: string): string {
  return `CASE WHEN ${time} IS NULL THEN NULL WHEN isfinite(${time}) AND year(${time}) BETWEEN 1 AND 9999 THEN ${shown}::VARCHAR
    ELSE error(concat(${shown}::VARCHAR, ' is not in the years 1 to 9999'))::VARCHAR END`;
}
