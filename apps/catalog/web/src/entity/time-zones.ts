/**
 * Time zones to choose from: those that the server knows, and until it has told them, or where it
 * cannot, the browser's own and what is chosen already.
 */
export function timeZones(
  known: readonly string[] | undefined,
  here: string,
  periods: readonly {readonly timeZone?: string | undefined}[],
): readonly string[] {
  return known ?? [...new Set(['UTC', here, ...periods.map(one => one.timeZone ?? 'UTC')])];
}
