/**
 * The page that imports a file of the embedded engine, or lets one choose it.
 * @param into the engine that gets the table, where that is another one
 */
export function importAddress(engine: string, path = '', into = ''): string {
  const given = {engine, path, into};
  return `/app/import?${new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))}`;
}

/** The page of an import that is in progress, or has ended. */
export function loadAddress(uuid: string): string {
  return `/app/import?${new URLSearchParams({load: uuid})}`;
}
