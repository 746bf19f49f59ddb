/**
 * Attributes that hold the name people log in by, as pattern and filter say: `uid` of
 * `uid={0},ou=people` and of `(uid={0})`.
 */
export function nameAttributes({
  loginPattern,
  userFilter,
}: {
  readonly loginPattern: string;
  readonly userFilter: string;
}): string[] {
  const inPattern = /^([\w.-]+)=\{0\}(?:,|$)/.exec(loginPattern)?.[1];
  const inFilter = [...userFilter.matchAll(/\(([\w.-]+)=\{0\}\)/g)].map(([, name = '']) => name);
  return [...new Set(inPattern === undefined ? inFilter : [inPattern])];
}

/**
 * Of the names in an entry the one that was typed, in their spelling; as it was typed when it is
 * none of them.
 */
export function spellingOf(typed: string, names: readonly string[]): string {
  const wanted = plainName(typed);
  return (
    names.find(name => name === typed) ?? names.find(name => plainName(name) === wanted) ?? typed
  );
}

/** Equal for what a directory takes for one name (caseIgnoreMatch of RFC 4517). */
export function plainName(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim().replaceAll(/\s+/g, ' ');
}
