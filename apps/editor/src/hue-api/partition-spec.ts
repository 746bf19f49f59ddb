import {AppError} from '@gazetteer/model';

/** A name with its value and the comma behind it; each character can be read in one way. */
const part = /([^=,]+)=(?:\s*'((?:[^'\\]|\\.)*)'\s*|([^,']*))(?:,|$)/gsy;

/** `day='2024-01-01', hour=3` by name. @throws BAD_REQUEST for what names none */
export function partitionOf(spec: string): Readonly<Record<string, string>> {
  const found = [...spec.matchAll(part)];
  const named = found.map(([, key = '', quoted, plain = '']): [string, string] => [
    key.trim().replace(/^`([^`]*)`$/, '$1'),
    quoted === undefined ? plain.trim() : quoted.replaceAll(/\\(.)/gs, '$1'),
  ]);
  const isRead = found.length > 0 && found.map(([whole]) => whole).join('') === spec;
  if (!isRead || named.some(([name]) => name === '' || name.includes('`')))
    throw new AppError('BAD_REQUEST', [`${spec} names no partition: day='2024-01-01'`]);
  return Object.fromEntries(named);
}
