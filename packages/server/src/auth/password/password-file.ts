import {existsSync, statSync} from 'node:fs';
import {hashRevision, isKnownHash} from './password-hash.ts';
import {parseProperties, type Property, readProperties} from '@gazetteer/settings';

export type PasswordEntry = {readonly groups: readonly string[]; readonly hash: string};
export type PasswordEntries = ReadonlyMap<string, PasswordEntry>;

// admin/admin in the reference's own form, the SHA-256 of `admin{admin}`.
const defaultEntries: PasswordEntries = parseEntries(
  'admin=ADMIN::a4a88c0872bf652bb9ed803ece5fd6e82354838a9bf59ab4babb1dab322154e1',
);

/** A stat for every request would be wasted; a second is soon enough for a changed password. */
const defaultCheckEveryMs = 1000;

/**
 * The users of a password file, as it is now. While no file was ever there, the default user is in
 * it; a file that is deleted later leaves nobody, because deleting it must not open the door.
 */
export class PasswordFile {
  readonly file: string;
  readonly #checkEveryMs: number;
  readonly #listeners: ((changed: ReadonlySet<string>) => void)[] = [];
  #entries: PasswordEntries = defaultEntries;
  #seen = '';
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(file: string, checkEveryMs = defaultCheckEveryMs) {
    this.file = file;
    this.#checkEveryMs = checkEveryMs;
    this.entries();
  }

  /** True until a password file is there. */
  get isDefault(): boolean {
    return this.#entries === defaultEntries;
  }

  /** Lines that let nobody in, each with its place and what is wrong with it. */
  get faults(): readonly string[] {
    return this.isDefault || !existsSync(this.file)
      ? []
      : readProperties(this.file).flatMap(faultOf(this.file));
  }

  /** Called with the names whose lines were added, changed or removed. */
  onChange(listener: (changed: ReadonlySet<string>) => void): void {
    this.#listeners.push(listener);
  }

  /**
   * Throws when the file cannot be read: an unreadable file must not let the old passwords live on.
   */
  entries(): PasswordEntries {
    const now = performance.now();
    if (now - this.#checkedAt < this.#checkEveryMs) return this.#entries;
    const stat = statSync(this.file, {throwIfNoEntry: false});
    const version = stat === undefined ? '' : `${stat.ino} ${stat.mtimeMs} ${stat.size}`;
    if (version !== this.#seen) {
      const before = this.#entries;
      this.#entries = stat === undefined ? new Map() : readEntries(this.file);
      this.#seen = version;
      const changed = changedUsers(before, this.#entries);
      for (const listener of this.#listeners) listener(changed);
    }
    this.#checkedAt = now;
    return this.#entries;
  }
}

export function readEntries(file: string): PasswordEntries {
  return toEntries(readProperties(file));
}

function parseEntries(text: string): PasswordEntries {
  return toEntries(parseProperties(text));
}

/**
 * Lines `user=GROUP::hash`; several groups are separated by commas. A line of another form lets
 * nobody in.
 */
function toEntries(properties: readonly {key: string; value: string}[]): PasswordEntries {
  const entries = new Map<string, PasswordEntry>();
  for (const {key, value} of properties) {
    const at = value.indexOf('::');
    if (at < 0) continue;
    const groups = value
      .slice(0, at)
      .split(',')
      .map(group => group.trim());
    entries.set(key, {
      groups: groups.filter(group => group !== ''),
      hash: value.slice(at + 2).trim(),
    });
  }
  return entries;
}

function faultOf(file: string): (property: Property) => string[] {
  return ({key, value, line}) => {
    const at = value.indexOf('::');
    const form = 'user=GROUP::hash, as "npm run passwd" writes it';
    if (at < 0)
      return [
        `${file}:${line}: the line of ${JSON.stringify(key)} lets nobody in: it is not ${form}`,
      ];
    if (isKnownHash(value.slice(at + 2).trim())) return [];
    return [
      `${file}:${line}: ${key} cannot log in: what stands behind "::" is no scrypt, bcrypt or SHA-256 hash`,
    ];
  };
}

function changedUsers(before: PasswordEntries, after: PasswordEntries): Set<string> {
  const names = new Set([...before.keys(), ...after.keys()]);
  for (const name of names) {
    const [a, b] = [before.get(name), after.get(name)];
    if (
      a !== undefined &&
      b !== undefined &&
      hashRevision(a.hash) === hashRevision(b.hash) &&
      a.groups.join() === b.groups.join()
    ) {
      names.delete(name);
    }
  }
  return names;
}
