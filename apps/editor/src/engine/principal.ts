/**
 * Replaces `_HOST` in `<service>/_HOST@<REALM>` by the full name of the host that is contacted, in
 * lower case. Anything else, a principal without a realm included, is taken at its word, as
 * Hadoop's clients do.
 */
export function expandPrincipal(principal: string, fullHostName: string): string {
  return hasHostPattern(principal)
    ? principal.replace('/_HOST@', `/${fullHostName.toLowerCase()}@`)
    : principal;
}

/** Whether `expandPrincipal` needs to know the host. */
export function hasHostPattern(principal: string | undefined): boolean {
  return principal !== undefined && /^[^/@]+\/_HOST@[^/@]+$/.test(principal);
}
