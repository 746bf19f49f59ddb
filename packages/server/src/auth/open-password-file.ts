import {existsSync} from 'node:fs';
import {type CommonOptions, passwordFileOf} from '../options/common-options.ts';
import {PasswordFile} from './password-file.ts';

/** @param isChosen whether somebody named the file; else its default place is meant, where it need not be */
export function openPasswordFile(
  options: Pick<CommonOptions, 'passwordFile' | 'passwordFileEnabled' | 'dataFolder'>,
  isChosen: boolean,
): PasswordFile {
  if (!options.passwordFileEnabled) {
    throw new Error('Nobody could log in: atlas.authentication.method.file is false and there is no other way yet');
  }
  const file = passwordFileOf(options);
  // Whoever names a file wants its users; falling back to admin/admin would open what was meant to be closed.
  if (isChosen && !existsSync(file)) {
    throw new Error(`Password file ${file} does not exist; "npm run passwd -- <user>" with the same options makes it`);
  }
  return new PasswordFile(file);
}
