import {readFileSync} from 'node:fs';
import {integer, maskUrl, optionalText, ports, text} from '@gazetteer/settings';
import type {Config} from './connector.ts';
import {passwordKeys, passwordOf, tlsKeys} from './password.ts';

/** Keys of a database server that is reached over the network. */
export function serverKeys(usualPort: number, user: string) {
  return {
    host: text('localhost', 'Name or address of the server.'),
    port: integer(usualPort, ports, 'Port of the server.'),
    user: optionalText(user),
    ...passwordKeys,
    ...tlsKeys,
  };
}

type ServerConfig = Config<ReturnType<typeof serverKeys>>;

export function checkUser({user}: Pick<ServerConfig, 'user'>): string[] {
  return user === undefined ? ['user is missing: who to log in as.'] : [];
}

/** Where and as whom to connect, in the words that the drivers share. */
export function loginOf(config: ServerConfig) {
  const {host, port, user, tls} = config;
  const password = passwordOf(config);
  const ca = config['ca-file'];
  return {
    host,
    port,
    ...(user === undefined ? {} : {user}),
    ...(password === undefined ? {} : {password}),
    ...(tls ? {ssl: ca === undefined ? {} : {ca: readFileSync(ca, 'utf8')}} : {}),
  };
}

/** What to do about a code of the server. */
type Remedies = Readonly<Record<string, (message: string) => string>>;

/**
 * Why there is no connection, and what to do about it.
 * @param listening the server's setting of addresses where it listens
 * @param remedies by the server's own codes
 */
export function connectFailure(
  cause: unknown,
  {host, port, tls}: ServerConfig,
  {at = '', listening, remedies}: {at?: string; listening: string; remedies: Remedies},
): Error {
  const {message, code = ''} = cause as Error & {code?: string};
  const all: Remedies = {
    ECONNREFUSED: () =>
      `nothing listens there. Check host and port, and that the server listens on this address (${listening}).`,
    ENOTFOUND: () => 'there is no such host. Check host.',
    ...remedies,
  };
  const remedy = Object.hasOwn(all, code)
    ? all[code]?.(message)
    : tls
      ? `${message} (with TLS)`
      : message;
  return new Error(`${maskUrl(host)}:${port}${at}: ${remedy}`, {cause});
}
