/**
 * A table that is asked by names which come from outside. Objects have a few names of their own
 * (`constructor`, `toString`), which are in no table and must not be found.
 */
export function lookup<Table extends object>(table: Table): Table {
  return Object.setPrototypeOf(table, null) as Table;
}

/**
 * A table of things by their guids. Without prototype, since an ordinary object becomes a table
 * only after a thousand names: until then the engine notes another shape of objects for each, which
 * takes three times as long.
 */
export function byGuid<One extends {readonly guid: string}>(
  list: readonly One[],
): Record<string, One> {
  const table = Object.create(null) as Record<string, One>;
  for (const one of list) table[one.guid] = one;
  return table;
}
