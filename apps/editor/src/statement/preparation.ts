import {AppError} from '@gazetteer/model';

/** Settings, files and functions that somebody wants for a statement. */
export type Preparation = {
  readonly settings: ReadonlyMap<string, string>;
  readonly statements: readonly string[];
};

type Item = {readonly [name: string]: unknown};

/**
 * Reads `{settings: [{key, value}], files: [{type, path}], functions: [{name, class_name}]}`, the
 * form that notebooks have, or a session's list of `{key: 'settings', value: [...]}` and so on.
 * They become statements, so each part may only be what it says.
 * @throws AppError for what is no setting, file or function
 */
export function readPreparation(...properties: readonly unknown[]): Preparation {
  const all = properties.map(byKind);
  const of = (kind: string): Item[] => all.flatMap(one => itemsOf(one[kind]));
  const settings = of('settings').map(
    ({key, value}) =>
      [
        checked('a setting', key, /^[\w.:-]+$/),
        checked(`the setting ${textOf(key)}`, value, /^[^\n\r;]*$/),
      ] as const,
  );
  const files = of('files').map(({type, path}) => {
    const kind = checked('the type of a file', type ?? 'jar', /^(?:jar|file|archive)$/i);
    return `ADD ${kind.toUpperCase()} ${checked('a file', path, /^[^\s'"`;]+$/)}`;
  });
  const functions = of('functions').map(({name, class_name}) => {
    const className = checked('the class of a function', class_name, /^[\w.$]+$/);
    return `CREATE TEMPORARY FUNCTION ${checked('a function', name, /^\w+$/)} AS '${className}'`;
  });
  return {settings: new Map(settings), statements: [...files, ...functions]};
}

function byKind(properties: unknown): Item {
  if (!Array.isArray(properties)) return (properties ?? {}) as Item;
  return Object.fromEntries((properties as Item[]).map(({key, value}) => [String(key), value]));
}

/** Pages send a row that nobody has filled in, too. */
function itemsOf(list: unknown): Item[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).filter(
    (item): item is Item =>
      typeof item === 'object' && item !== null && Object.values(item).some(value => value !== ''),
  );
}

function checked(what: string, value: unknown, allowed: RegExp): string {
  const text = textOf(value);
  if (!allowed.test(text))
    throw new AppError('BAD_REQUEST', [`${what} cannot be ${JSON.stringify(text)}`]);
  return text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
