import {AppError} from '@gazetteer/model';

/**
 * What comes with a request by name: of a query string or a form each value as often as it is
 * there.
 */
export type Values = Readonly<Record<string, string | string[] | undefined>>;

/** Value of a query parameter; the last one when it is repeated. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return Array.isArray(value) ? value.at(-1) : value;
}

export function listOf(values: Values, name: string): string[] {
  const value = values[name];
  return value === undefined ? [] : [value].flat();
}

/** The largest of a query string: 15 digits. */
export const maxInteger = 10 ** 15 - 1;

/** @throws BAD_REQUEST for what is no integer */
export function integerOf(values: Values, name: string): number | undefined {
  const text = textOf(values, name);
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d{1,15}$/.test(text))
    throw new AppError('BAD_REQUEST', [`${name} must be an integer, not ${text}`]);
  return Number(text);
}

/** How long whoever asks would wait for a search. @throws BAD_REQUEST for what is no time */
export function timeoutOf(values: Values): number | undefined {
  const ms = integerOf(values, 'timeoutMs');
  if (ms !== undefined && (ms < 1 || ms > 2 ** 31 - 1))
    throw new AppError('BAD_REQUEST', ['timeoutMs must be 1 or more']);
  return ms;
}

/** `attr:<name>=<value>` pairs. */
export function attributesOf(values: Values): Record<string, string> {
  return Object.fromEntries(
    Object.keys(values)
      .filter(key => key.startsWith('attr:'))
      .map(key => [key.slice('attr:'.length), textOf(values, key) ?? '']),
  );
}

/**
 * `attr_<n>:<name>=<value>` pairs, grouped by the free text `<n>`; plain `attr:` pairs are a group
 * of their own.
 */
export function attributeGroupsOf(values: Values): Record<string, string>[] {
  const groups = new Map<string, Record<string, string>>();
  for (const key of Object.keys(values)) {
    const [, group, name] = /^attr(_[^:]*)?:(.+)$/.exec(key) ?? [];
    if (name === undefined) continue;
    groups.set(group ?? '', {...groups.get(group ?? ''), [name]: textOf(values, key) ?? ''});
  }
  return [...groups.values()];
}

/**
 * Whether a change is only to be rehearsed. Anything but `true` and `false` is refused: a guess
 * could change what nobody wanted changed. Given several times, one `true` is enough.
 */
export function dryRunOf(values: Values): boolean {
  const given = Object.entries(values)
    .filter(([name]) => name.toLowerCase() === 'dryrun')
    .flatMap(([, texts]) => texts)
    .map(text => text?.toLowerCase());
  if (!given.every(text => text === 'true' || text === 'false')) {
    throw new AppError('BAD_REQUEST', ['dryRun must be true or false']);
  }
  return given.includes('true');
}
