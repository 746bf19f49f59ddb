/**
 * Parameters of an address as texts, as links from outside carry them; each route reads what it
 * knows.
 */
export type TextParams = Readonly<Record<string, string>>;

export function parseParams(search: string): TextParams {
  // Of parameters that come twice the last one counts.
  return Object.fromEntries(new URLSearchParams(search));
}

/** Without those that say nothing. */
export function stringifyParams(params: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(params).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  // Left readable where an address allows it: people read and send these.
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}
