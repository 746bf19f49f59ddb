/**
 * A variable of a text: `${name}`, `${name=default}` or `${name=a, b(Label)}` with what may be
 * chosen.
 */
export type Variable = {
  readonly name: string;
  readonly fallback: string | undefined;
  readonly choices: readonly {readonly value: string; readonly label: string}[];
};

/**
 * Any `${…}`, the server's own with a colon in it included: as the source of a regular expression,
 * for what passes over them.
 */
export const anyVariable = String.raw`\$\{[^{}]*\}`;

// What has a colon in it is the server's own.
const pattern = /\$\{(\w+)(?:=([^{}]*))?\}/g;

/** Variables in the order in which they come first. */
export function variablesIn(text: string): Variable[] {
  const found = new Map<string, Variable>();
  for (const [, name = '', defaults] of text.matchAll(pattern)) {
    if (found.get(name)?.fallback !== undefined) continue;
    const choices = defaults?.includes(',') === true ? defaults.split(',').map(choice) : [];
    found.set(name, {name, fallback: choices[0]?.value ?? defaults?.trim(), choices});
  }
  return [...found.values()];
}

/** Values by name. */
export type VariableValues = ReadonlyMap<string, string>;

/**
 * Puts values in the place of variables, or what one of the places of a variable has as its
 * default: of several, `${name=a, b}` or `${name=a(Label), b(Label)}`, the first one. What has
 * neither stays, as it may be the server's own variable.
 */
export function withVariables(text: string, values: VariableValues): string {
  const fallbacks = new Map(variablesIn(text).map(({name, fallback}) => [name, fallback]));
  return text.replaceAll(
    pattern,
    (whole, name: string) => values.get(name) ?? fallbacks.get(name) ?? whole,
  );
}

/**
 * For a grammar, which knows no variables: as long as before, with a name where they are, or a
 * number behind LIMIT.
 */
export function withoutVariables(text: string): string {
  return text.replaceAll(new RegExp(anyVariable, 'g'), (found, at: number) =>
    (/\b(?:limit|offset|percent)\s*$/i.test(text.slice(Math.max(0, at - 12), at))
      ? '1'
      : 'v'
    ).repeat(found.length),
  );
}

/** The first variable without any value. */
export function unset(text: string, values: Readonly<Record<string, string>>): string | undefined {
  return variablesIn(text).find(
    ({name, fallback}) => fallback === undefined && (values[name] ?? '') === '',
  )?.name;
}

/** `value (label)`, or a value that is its own label. */
function choice(text: string): {value: string; label: string} {
  const whole = text.trim();
  const at = whole.endsWith(')') ? whole.lastIndexOf('(') : -1;
  const inside = whole.slice(at + 1, -1);
  if (at < 0 || inside.includes(')')) return {value: whole, label: whole};
  return {value: whole.slice(0, at).trim(), label: inside};
}
