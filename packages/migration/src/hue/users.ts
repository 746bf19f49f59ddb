import {readFile} from 'node:fs/promises';
import {hasAdministrators} from '@gazetteer/model';
import type {HueUser} from './hue-types.ts';

/** Lines `name in Hue=name here`. @throws Error for another line */
export async function readNames(file: string): Promise<ReadonlyMap<string, string>> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/).map(line => line.trim());
  return new Map(
    lines
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => {
        const [from = '', to = '', ...more] = line.split('=').map(part => part.trim());
        if (from === '' || to === '' || more.length > 0)
          throw new Error(`${file}: "${line}" is no line of the form: name in Hue=name here`);
        return [from, to];
      }),
  );
}

/**
 * Lines of a password file, one for each name; only superusers become administrators, whatever
 * groups of Hue are called.
 */
export function userLines(users: readonly HueUser[]): {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
} {
  const faults: string[] = [];
  const lines = [...Map.groupBy(users, ({name}) => name)].flatMap(([name, same]) => {
    if (/[\r\n]/.test(name)) {
      faults.push(`${JSON.stringify(name)} can't be the name of a user here: left out`);
      return [];
    }
    const isAdmin = same.some(one => one.isAdmin);
    const groups = new Set(same.flatMap(one => one.groups));
    for (const group of groups) {
      const why = reasonToLeave(group);
      if (why === undefined) continue;
      groups.delete(group);
      if (!isAdmin)
        faults.push(`${name} is in a group ${JSON.stringify(group)} in Hue, ${why}: left out`);
    }
    if (isAdmin) groups.add('ADMIN');
    return [`${escaped(name)}=${[...groups].map(escaped).join(',')}::`];
  });
  return {lines, faults};
}

function reasonToLeave(group: string): string | undefined {
  if (hasAdministrators([group.trim()])) return 'which is for administrators here';
  if (/[,\r\n]|::/.test(group)) return "which can't be one here";
  return undefined;
}

/** As keys and values of a properties file have it. */
const escaped = (name: string): string => name.replaceAll(/[\\=:#!\s]/g, String.raw`\$&`);
