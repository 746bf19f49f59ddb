import {existsSync} from 'node:fs';
import {type CommonOptions, passwdCommand, passwordFileOf} from '../../options/common-options.ts';
import {PasswordFile} from './password-file.ts';
import {isKnownHash} from './password-hash.ts';

/**
 * @param isChosen whether somebody named the file; else its default place is meant, where it need
 * not be
 * @param isOtherWay whether people can log in otherwise; then the default user is not there, and
 * the file only if it is
 */
export function openPasswordFile(
  options: Pick<CommonOptions, 'passwordFile' | 'passwordFileEnabled' | 'dataFolder'>,
  isChosen: boolean,
  isOtherWay: boolean,
): PasswordFile | undefined {
  if (!options.passwordFileEnabled) {
    if (isOtherWay) return undefined;
    throw new Error(
      'Nobody could log in: --password-file-login is false, and no other way to log in is set up',
    );
  }
  const file = passwordFileOf(options);
  // Whoever names a file wants its users; falling back to admin/admin would open what was meant to
  // be closed.
  if (isChosen && !existsSync(file)) {
    throw new Error(
      `Password file ${file} does not exist; "npm run passwd -- <user>" with the same options makes it`,
    );
  }
  // Who sets up a directory or Kerberos does not expect a user whose password everybody knows.
  if (isOtherWay && !existsSync(file)) return undefined;
  const passwords = new PasswordFile(file);
  // Where there is no other way in, a server that lets nobody in is of no use and hard to
  // understand.
  if (!isOtherWay && ![...passwords.entries().values()].some(({hash}) => isKnownHash(hash))) {
    const [first = `${file} names no user`, ...more] = passwords.faults;
    const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
    throw new Error(
      `Nobody could log in: ${first}${others}. Set a password: ${passwdCommand('admin', file)}`,
    );
  }
  return passwords;
}
