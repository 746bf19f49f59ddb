import {existsSync} from 'node:fs';
import {type CommonOptions, passwordFileOf} from '../options/common-options.ts';
import {PasswordFile} from './password-file.ts';

/**
 * @param isChosen whether somebody named the file; else its default place is meant, where it need not be
 * @param isOtherWay whether people can log in otherwise; then the default user is not there, and the file only if it is
 */
export function openPasswordFile(
  options: Pick<CommonOptions, 'passwordFile' | 'passwordFileEnabled' | 'dataFolder'>,
  isChosen: boolean,
  isOtherWay: boolean,
): PasswordFile | undefined {
  if (!options.passwordFileEnabled) {
    if (isOtherWay) return undefined;
    throw new Error('Nobody could log in: atlas.authentication.method.file is false and no other way is set up');
  }
  const file = passwordFileOf(options);
  // Whoever names a file wants its users; falling back to admin/admin would open what was meant to be closed.
  if (isChosen && !existsSync(file)) {
    throw new Error(`Password file ${file} does not exist; "npm run passwd -- <user>" with the same options makes it`);
  }
  // Who sets up a directory or Kerberos does not expect a user whose password everybody knows.
  if (isOtherWay && !existsSync(file)) return undefined;
  return new PasswordFile(file);
}
