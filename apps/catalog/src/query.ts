import {AppError} from '@gazetteer/model';
import type {FastifyRequest} from 'fastify';

type Query = Record<string, string | string[] | undefined>;

/** Value of a query parameter; the last one when it is repeated. */
export function textOf(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Query)[name];
  return Array.isArray(value) ? value.at(-1) : value;
}

export function listOf(request: FastifyRequest, name: string): string[] {
  const value = (request.query as Query)[name];
  return value === undefined ? [] : [value].flat();
}

/** @throws BAD_REQUEST for what is no integer */
export function integerOf(request: FastifyRequest, name: string): number | undefined {
  const text = textOf(request, name);
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d{1,15}$/.test(text)) throw new AppError('BAD_REQUEST', [`${name} must be an integer, not ${text}`]);
  return Number(text);
}

/** `attr:<name>=<value>` pairs. */
export function attributesOf(request: FastifyRequest): Record<string, string> {
  return Object.fromEntries(
    Object.keys(request.query as Query)
      .filter(key => key.startsWith('attr:'))
      .map(key => [key.slice('attr:'.length), textOf(request, key) ?? '']),
  );
}

/** `attr_<n>:<name>=<value>` pairs, grouped by the free text `<n>`; plain `attr:` pairs are a group of their own. */
export function attributeGroupsOf(request: FastifyRequest): Record<string, string>[] {
  const groups = new Map<string, Record<string, string>>();
  for (const key of Object.keys(request.query as Query)) {
    const [, group, name] = /^attr(_[^:]*)?:(.+)$/.exec(key) ?? [];
    if (name === undefined) continue;
    groups.set(group ?? '', {...groups.get(group ?? ''), [name]: textOf(request, key) ?? ''});
  }
  return [...groups.values()];
}

/**
 * Whether a change is only to be rehearsed. Anything but `true` and `false` is refused: a guess could change what nobody
 * wanted changed. Given several times, one `true` is enough.
 */
export function dryRunOf(request: FastifyRequest): boolean {
  const given = Object.entries(request.query as Query)
    .filter(([name]) => name.toLowerCase() === 'dryrun')
    .flatMap(([, values]) => values)
    .map(text => text?.toLowerCase());
  if (!given.every(text => text === 'true' || text === 'false')) {
    throw new AppError('BAD_REQUEST', ['dryRun must be true or false']);
  }
  return given.includes('true');
}
