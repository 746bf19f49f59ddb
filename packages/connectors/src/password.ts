import {readFileSync} from 'node:fs';
import {flag, optionalText, secret} from '@gazetteer/settings';

export const passwordKeys = {
  password: secret(
    'Password of the user. Better `${NAME}`, which takes it from the environment, or `password-file`.',
  ),
  'password-file': optionalText('File whose content is the password.'),
};

export const tlsKeys = {
  tls: flag(false, 'Whether to connect with TLS; the certificate of the server is checked.'),
  'ca-file': optionalText(
    'PEM file of the authorities that the certificate of the server is checked against.',
    "the system's",
  ),
};

export function passwordOf(config: {
  readonly password: string | undefined;
  readonly 'password-file': string | undefined;
}): string | undefined {
  const file = config['password-file'];
  return file === undefined ? config.password : readFileSync(file, 'utf8').replace(/\r?\n$/, '');
}
