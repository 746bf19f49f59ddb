const groupsOfAdministrators: ReadonlySet<string> = new Set(['ADMIN', 'ROLE_ADMIN']);

/** Whether somebody in these groups is an administrator, also where no policy says so. */
export function hasAdministrators(groups: readonly string[]): boolean {
  return groups.some(group => groupsOfAdministrators.has(group));
}
