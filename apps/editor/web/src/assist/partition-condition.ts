/**
 * What the rows of a partition have in common, for a WHERE. @param names as they are written in a
 * statement
 */
export function partitionCondition(
  names: readonly string[],
  values: readonly (string | null)[],
): string {
  const literal = (value: string) =>
    `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
  return names
    .map((name, n) => {
      const value = values[n] ?? null;
      return value === null ? `${name} IS NULL` : `${name} = ${literal(value)}`;
    })
    .join(' AND ');
}
