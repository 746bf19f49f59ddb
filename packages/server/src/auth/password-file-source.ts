import type {PasswordFile} from './password-file.ts';
import {type HashSettings, verifyPassword} from './password-hash.ts';
import type {PasswordSource} from './password-source.ts';

/** Passwords of the file, remembered until the user's line changes. */
export function passwordFileSource(file: PasswordFile, settings: HashSettings): PasswordSource {
  return {
    rememberMs: Number.POSITIVE_INFINITY,
    revisionOf: userName => {
      const entry = file.entries().get(userName);
      return entry === undefined ? undefined : `${entry.hash} ${entry.groups.join()}`;
    },
    pretend: async password => {
      const [[userName, entry] = ['', undefined]] = file.entries();
      if (entry !== undefined) await verifyPassword(settings, userName, password, entry.hash);
    },
    verify: async (userName, password) => {
      const entry = file.entries().get(userName);
      if (entry === undefined || !(await verifyPassword(settings, userName, password, entry.hash))) return undefined;
      return {userName, groups: entry.groups};
    },
  };
}
