import {inertRow, type InertKeys} from '../inert-keys.ts';
import {didYouMean} from '../nearest.ts';
import type {IniSection, IniValue, Where} from './ini.ts';
import type {Key} from './key.ts';
import type {Keys, Section, Sections, SectionsValues} from './section.ts';

/** Everything that an operator should be told, gathered over all files. */
export type Findings = {
  readonly errors: string[];
  readonly warnings: string[];
  readonly notices: string[];
};

export type ReadSections<S extends Sections> = {
  readonly values: SectionsValues<S>;
  /** Where a value stands, by `section.sub-section.key`; absent for defaults. */
  readonly origins: ReadonlyMap<string, Where>;
};

/**
 * Values of a table from the merged files. Says what is wrong, unknown or without effect, and goes
 * on.
 */
export function readSections<S extends Sections>(
  table: S,
  inert: readonly InertKeys[],
  root: IniSection,
  findings: Findings,
): ReadSections<S> {
  const reader = new Reader(inert, findings);
  const values = reader.readSection(
    {doc: '', keys: {}, sections: table, named: undefined},
    root.entries,
    '',
  );
  return {values: values as SectionsValues<S>, origins: reader.origins};
}

type Entries = ReadonlyMap<string, IniValue | IniSection>;

class Reader {
  readonly origins = new Map<string, Where>();
  readonly #inert: readonly InertKeys[];
  readonly #findings: Findings;

  constructor(inert: readonly InertKeys[], findings: Findings) {
    this.#inert = inert;
    this.#findings = findings;
  }

  readSection(section: Section, entries: Entries, path: string): Record<string, unknown> {
    const values: Record<string, unknown> = this.#readKeys(section.keys, entries, path);
    const known = new Set(
      Object.entries(section.keys).flatMap(([name, key]) => [name, ...(key.formerly ?? [])]),
    );
    for (const [name, inner] of Object.entries(section.sections)) {
      known.add(name).add(inner.alias ?? name);
      values[name] = this.readSection(
        inner,
        this.#entriesOf(name, inner, entries),
        join(path, name),
      );
    }
    if (section.named !== undefined)
      values['named'] = this.#readNamed(section.named, entries, path, known);
    this.#reportUnknown(entries, path, known);
    return values;
  }

  /** A section and the one that goes by its other name are one. */
  #entriesOf(name: string, section: Section, entries: Entries): Entries {
    const own = entries.get(name);
    const other = section.alias === undefined ? undefined : entries.get(section.alias);
    const parts = [other, own].filter(part => part?.kind === 'section');
    if (own?.kind === 'value')
      this.#findings.errors.push(`${own.where}: ${name} is a section, not a key.`);
    const together = new Map<string, IniValue | IniSection>();
    for (const part of parts) {
      for (const [key, entry] of part.entries) {
        const rival = together.get(key);
        if (rival !== undefined)
          this.#reportRivals(`[${section.alias}] ${key}`, rival, `[${name}] ${key}`, entry);
        together.set(key, entry);
      }
    }
    return together;
  }

  #readNamed(
    keys: Keys,
    entries: Entries,
    path: string,
    known: Set<string>,
  ): Record<string, unknown> {
    const values: Record<string, unknown> = {};
    for (const [name, entry] of entries) {
      if (entry.kind !== 'section' || name === 'DEFAULT') continue;
      known.add(name);
      const section = {doc: '', keys, sections: {}, named: undefined};
      values[name] = this.readSection(section, entry.entries, join(path, name));
      // Its mere presence says something, also when no key stands in it.
      this.origins.set(join(path, name), entry.where);
    }
    return values;
  }

  #readKeys(keys: Keys, entries: Entries, path: string): Record<string, unknown> {
    return Object.fromEntries(
      Object.entries(keys).map(([name, key]) => {
        const given = this.#given(name, key, entries);
        return [name, given === undefined ? key.default : this.#read(join(path, name), key, given)];
      }),
    );
  }

  #given(name: string, key: Key<unknown>, entries: Entries): IniValue | undefined {
    const found = [name, ...(key.formerly ?? [])].flatMap(each => {
      const entry = entries.get(each);
      return entry === undefined ? [] : [{name: each, entry}];
    });
    for (const {name: used, entry} of found) {
      if (entry.kind === 'section')
        this.#findings.errors.push(`${entry.where}: ${used} is a key, not a section.`);
      else if (used !== name)
        this.#findings.notices.push(`${entry.where}: ${used} is called ${name} now.`);
    }
    const [first, second] = found;
    if (first !== undefined && second !== undefined) {
      this.#reportRivals(second.name, second.entry, first.name, first.entry);
    }
    return first?.entry.kind === 'value' ? first.entry : undefined;
  }

  #read(path: string, key: Key<unknown>, given: IniValue): unknown {
    this.origins.set(path, given.where);
    const parsed = key.parse(given.text);
    if ('value' in parsed) return parsed.value;
    const shown = key.secret === 'all' ? '***' : JSON.stringify(given.text);
    this.#findings.errors.push(
      `${given.where}: ${describe(path)} = ${shown} is not valid; allowed is ${parsed.allowed}.`,
    );
    return key.default;
  }

  #reportRivals(
    name: string,
    one: IniValue | IniSection,
    other: string,
    two: IniValue | IniSection,
  ): void {
    if (one.kind === 'value' && two.kind === 'value' && String(one.text) === String(two.text))
      return;
    this.#findings.errors.push(
      `${name} (${one.where}) and ${other} (${two.where}) mean the same; give one of them.`,
    );
  }

  #reportUnknown(entries: Entries, path: string, known: ReadonlySet<string>): void {
    const inert: string[] = [];
    for (const [name, entry] of entries) {
      if (known.has(name) || name === 'DEFAULT') continue;
      const row = inertRow(
        this.#inert,
        entry.kind === 'section' ? `${join(path, name)}.` : join(path, name),
      );
      if (row !== undefined) {
        if (row.why === '' || !hasValues(entry)) inert.push(name);
        else
          this.#findings.warnings.push(
            `${entry.where}: ${name}${inside(path)} has no effect here; ${row.why}.`,
          );
        continue;
      }
      const what = entry.kind === 'section' ? `the section ${name}` : `the key ${name}`;
      this.#findings.warnings.push(
        `${entry.where}: ${what}${inside(path)} is unknown and ignored.${didYouMean(name, known)}`,
      );
    }
    if (inert.length > 0)
      this.#findings.notices.push(`Without effect${inside(path)}: ${inert.sort().join(', ')}.`);
  }
}

/** A template leaves sections without any behind, and keys with nothing. */
function hasValues(entry: IniValue | IniSection): boolean {
  return entry.kind === 'value'
    ? entry.text.length > 0
    : [...entry.entries.values()].some(hasValues);
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function inside(path: string): string {
  return path === '' ? '' : ` in ${bracketed(path)}`;
}

/** `[section] [[sub-section]] key`, as an operator has to look for it. */
export function describe(path: string): string {
  const at = path.lastIndexOf('.');
  return at === -1 ? path : `${bracketed(path.slice(0, at))} ${path.slice(at + 1)}`;
}

function bracketed(path: string): string {
  return path
    .split('.')
    .map((name, depth) => `${'['.repeat(depth + 1)}${name}${']'.repeat(depth + 1)}`)
    .join(' ');
}
