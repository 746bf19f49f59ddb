import type {Given} from '../kind.ts';
import {emptySection, type IniSection, type IniValue} from './ini.ts';

/**
 * Sections are put together, deep; of values the later one counts. Files of an administrator's
 * additions rely on it.
 */
export function mergeIni(files: readonly IniSection[], errors: string[]): IniSection {
  const merged = emptySection(files[0]?.where ?? '');
  for (const file of files) mergeInto(merged, file, errors);
  return merged;
}

function mergeInto(target: IniSection, source: IniSection, errors: string[]): void {
  for (const [name, entry] of source.entries) {
    const present = target.entries.get(name);
    if (present !== undefined && present.kind !== entry.kind) {
      errors.push(
        `${entry.where}: ${name} is a ${entry.kind} here and a ${present.kind} in ${present.where}.`,
      );
    } else if (entry.kind === 'value') {
      target.entries.set(name, entry);
    } else {
      const section = present?.kind === 'section' ? present : emptySection(entry.where);
      target.entries.set(name, section);
      mergeInto(section, entry, errors);
    }
  }
}

const reference = /%\(([^)]*)\)s/g;

/**
 * Replaces `%(name)s` by the value of that key in the same section, in the `[DEFAULT]` of that
 * section, or in those of the sections around it. `defaults` stand in the outermost `[DEFAULT]`,
 * before what a file says there.
 */
export function interpolateIni(
  root: IniSection,
  defaults: Readonly<Record<string, string>>,
  errors: string[],
): void {
  const names = root.entries.get('DEFAULT') ?? emptySection('');
  if (names.kind === 'section') {
    root.entries.set('DEFAULT', names);
    for (const [name, text] of Object.entries(defaults)) {
      names.entries.set(name, {kind: 'value', text, where: 'built in'});
    }
  }
  // Written back last of all, so that each value is judged by what the files say.
  for (const {section, name, value} of resolvedIn([root], errors)) section.entries.set(name, value);
}

function resolvedIn(
  path: readonly IniSection[],
  errors: string[],
): {section: IniSection; name: string; value: IniValue}[] {
  const section = path.at(-1) as IniSection;
  return [...section.entries].flatMap(([name, entry]) => {
    if (entry.kind === 'section') return resolvedIn([...path, entry], errors);
    const fail = (message: string) => errors.push(`${entry.where}: ${name}: ${message}.`);
    return [{section, name, value: {...entry, text: resolve(entry, path, new Set([entry]), fail)}}];
  });
}

/** `pending`: the values that wait for this one; one of them again is a circle. */
function resolve(
  value: IniValue,
  path: readonly IniSection[],
  pending: ReadonlySet<IniValue>,
  fail: (message: string) => void,
): Given {
  const replaced = (text: string) =>
    text.replaceAll(reference, (whole, name: string) => {
      const found = lookUp(path, name);
      if (found === undefined)
        fail(`${whole} names no key of this section, of one around it, or of [DEFAULT]`);
      else if (pending.has(found.value)) fail(`${whole} leads back to itself`);
      else
        return String(resolve(found.value, found.path, new Set([...pending, found.value]), fail));
      return whole;
    });
  if (typeof value.text !== 'string')
    return value.text.some(text => text.includes('%(')) ? value.text.map(replaced) : value.text;
  return value.text.includes('%(') ? replaced(value.text) : value.text;
}

function lookUp(
  path: readonly IniSection[],
  name: string,
): {value: IniValue; path: readonly IniSection[]} | undefined {
  for (let depth = path.length; depth > 0; depth--) {
    const section = path[depth - 1];
    const inner = section?.entries.get('DEFAULT');
    for (const place of [section, inner]) {
      const entry = place?.kind === 'section' ? place.entries.get(name) : undefined;
      if (entry?.kind === 'value') return {value: entry, path: path.slice(0, depth)};
    }
  }
  return undefined;
}
