import {readFileSync} from 'node:fs';
import {optionalText, secret} from '@gazetteer/settings';

export const passwordKeys = {
  password: secret(
    'Password of the user. Better `${NAME}`, which takes it from the environment, or `password-file`.',
  ),
  'password-file': optionalText('File whose content is the password.'),
};

export function passwordOf(config: {
  readonly password: string | undefined;
  readonly 'password-file': string | undefined;
}): string | undefined {
  const file = config['password-file'];
  return file === undefined ? config.password : readFileSync(file, 'utf8').replace(/\r?\n$/, '');
}
