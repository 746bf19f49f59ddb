import type {GivenConfig} from './keys.ts';
import type {Passwords} from './passwords.ts';

/** Where a store that speaks S3 is, and the key that the server has for it. */
export type S3Store = {
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
};

type Account = GivenConfig['aws']['aws_accounts']['named'][string];

/** Undefined where no such account is given, or no key is found for it. */
export function resolveS3(
  {aws}: GivenConfig,
  {env, passwords}: {readonly env: NodeJS.ProcessEnv; readonly passwords: Passwords},
  name: 'default' | 'results' = 'default',
): S3Store | undefined {
  const account = aws.aws_accounts.named[name];
  if (account === undefined) return undefined;
  const environment = account.allow_environment_credentials ? env : {};
  const at = `[aws] [[aws_accounts]] [[[${name}]]]`;
  const accessKeyId = passwords.first([
    {value: account.access_key_id},
    {key: `${at} access_key_id_script`, script: account.access_key_id_script},
    {value: environment['AWS_ACCESS_KEY_ID']},
  ]);
  const secretAccessKey = passwords.first([
    {value: account.secret_access_key},
    {key: `${at} secret_access_key_script`, script: account.secret_access_key_script},
    {value: environment['AWS_SECRET_ACCESS_KEY']},
  ]);
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return {
    endpoint: endpointOf(account),
    region: account.region,
    accessKeyId,
    secretAccessKey,
    // That of the environment belongs to the key of the environment.
    sessionToken:
      account.security_token ??
      (accessKeyId === environment['AWS_ACCESS_KEY_ID']
        ? environment['AWS_SESSION_TOKEN']
        : undefined),
  };
}

function endpointOf({host, port, is_secure: isSecure, region}: Account): string {
  const name = host ?? `s3.${region}.amazonaws.com`;
  if (/^https?:\/\//.test(name)) return name.replace(/\/+$/, '');
  return `${isSecure ? 'https' : 'http'}://${name}${port === undefined ? '' : `:${port}`}`;
}
