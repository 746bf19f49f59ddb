import type {HashSettings} from '../../options/common-options.ts';
import type {Log} from '../../log.ts';
import type {PasswordFile} from './password-file.ts';
import {hashPassword, hashRevision, isOldHash, verifyPassword} from './password-hash.ts';
import type {PasswordSource} from '../password-source.ts';
import {replaceHash} from './set-password.ts';

/**
 * Passwords of the file, remembered until the user's line changes. A hash that is cheap to guess at
 * is exchanged when its password is at hand, where the file may be written.
 */
export function passwordFileSource(
  file: PasswordFile,
  settings: HashSettings,
  log: Pick<Log, 'warn'>,
): PasswordSource {
  const exchange = async (userName: string, password: string, was: string) => {
    try {
      replaceHash(file.file, userName, was, await hashPassword(password, was));
    } catch (error) {
      log.warn(
        {error, file: file.file, user: userName},
        'the old hash of a password could not be exchanged',
      );
    }
  };
  return {
    rememberMs: Number.POSITIVE_INFINITY,
    revisionOf: userName => {
      const entry = file.entries().get(userName);
      return entry === undefined ? undefined : `${hashRevision(entry.hash)} ${entry.groups.join()}`;
    },
    pretend: async password => {
      const [[userName, entry] = ['', undefined]] = file.entries();
      if (entry !== undefined) await verifyPassword(settings, userName, password, entry.hash);
    },
    verify: async (userName, password) => {
      const entry = file.entries().get(userName);
      if (entry === undefined || !(await verifyPassword(settings, userName, password, entry.hash)))
        return undefined;
      if (isOldHash(entry.hash) && !file.isDefault) await exchange(userName, password, entry.hash);
      return {userName, groups: entry.groups};
    },
  };
}
