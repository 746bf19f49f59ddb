import type {Answer, Partition} from './sql-dialect.ts';

const nullPartition = '__HIVE_DEFAULT_PARTITION__';

/**
 * Reads the rows of `SHOW PARTITIONS`. Hive and Spark write `day=2024-01-01/region=eu%2Fwest`,
 * Impala a column for each key, its figures behind `#Rows`, and the sum of all in a last row.
 */
export function readPartitions({columns, rows}: Answer): readonly Partition[] {
  const keys = columns.findIndex(({name}) => name.toLowerCase() === '#rows');
  if (keys < 1) return rows.map(row => parts(String(row[0] ?? '')));
  return rows
    .filter(row => row[0] !== 'Total')
    .map(row =>
      columns
        .slice(0, keys)
        .map(({name}, n) => [name, valueOf(String(row[n] ?? nullPartition))] as const),
    );
}

function parts(path: string): Partition {
  return path.split('/').map(part => {
    const end = part.indexOf('=');
    return [unescaped(part.slice(0, end)), valueOf(unescaped(part.slice(end + 1)))] as const;
  });
}

/** Characters that a path cannot have are written as `%2F`. */
function unescaped(text: string): string {
  return text.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function valueOf(text: string): string | null {
  return text === nullPartition ? null : text;
}
