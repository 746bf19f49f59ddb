/**
 * Whether a name is included: it matches one of `include` (all do where that is empty) and none of
 * `exclude`.
 * `*` stands for any characters; case counts.
 */
export function isIncluded(
  name: string,
  include: readonly string[],
  exclude: readonly string[],
): boolean {
  const matches = (pattern: string) => expressionOf(pattern).test(name);
  return (include.length === 0 || include.some(matches)) && !exclude.some(matches);
}

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split('*').map(part => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's');
}
