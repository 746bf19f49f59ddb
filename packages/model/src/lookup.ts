/**
 * A table that is asked by names which come from outside. Objects have a few names of their own
 * (`constructor`, `toString`), which are in no table and must not be found.
 */
export function lookup<Table extends object>(table: Table): Table {
  return Object.setPrototypeOf(table, null) as Table;
}
