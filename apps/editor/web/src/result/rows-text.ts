/** A number of rows as people say it. */
export function rowsText(count: number): string {
  return count === 1 ? '1 row' : `${count.toLocaleString()} rows`;
}
