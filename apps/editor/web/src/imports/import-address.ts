/** The page that imports a file of an engine, or lets one choose it. */
export function importAddress(engine: string, path = ''): string {
  return `/app/import?${new URLSearchParams({engine, ...(path !== '' && {path})})}`;
}
