/** Values by name. */
export type Variables = ReadonlyMap<string, string>;

const variable = /\$\{(\w+)(?:=([^{}]*))?\}/g;

/**
 * Puts values in the place of `${name}` and `${name=default}`. Of several defaults, `${name=a, b}` or
 * `${name=a(Label), b(Label)}`, the first one counts. What has neither value nor default stays, as it may be the server's
 * own variable; those of Hive with a colon in them are always left to it.
 */
export function withVariables(text: string, values: Variables): string {
  return text.replaceAll(variable, (whole, name: string, defaults: string | undefined) => {
    return values.get(name) ?? (defaults === undefined ? whole : firstOf(defaults));
  });
}

function firstOf(defaults: string): string {
  // A single one is no choice, and so its brackets are no label.
  if (!defaults.includes(',')) return defaults.trim();
  const [first = ''] = defaults.split(',');
  return first.replace(/\([^()]*\)\s*$/, '').trim();
}
