/** A claim with groups: a list, or a text with blanks or commas; undefined when it is neither. */
export function groupsIn(claim: unknown): string[] | undefined {
  if (Array.isArray(claim)) return claim.map(String);
  return typeof claim === 'string'
    ? claim.split(/[\s,]+/).filter(group => group !== '')
    : undefined;
}
