import {whileLoggingIn} from '../../http/limit-requests.ts';
import {type Authenticator, LoginError} from '../actor.ts';
import {comesFrom} from './trusted-proxy.ts';

export type HeaderLogin = {
  /** Name of the header with the user's name. */
  readonly userHeader: string;
  /** Name of the header with the user's groups, separated by commas; empty for none. */
  readonly groupsHeader: string;
  /** Addresses and networks of the proxy that sets the headers. */
  readonly from: readonly string[];
  readonly groupsOf: (userName: string) => Promise<readonly string[]>;
};

/**
 * Takes over whom a proxy in front has logged in. From any other address the header is an attempt
 * to be somebody.
 */
export function headerAuthenticator({
  userHeader,
  groupsHeader,
  from,
  groupsOf,
}: HeaderLogin): Authenticator {
  const isTrusted = comesFrom(from);
  const [nameOfUser, nameOfGroups] = [userHeader.toLowerCase(), groupsHeader.toLowerCase()];
  return async request => {
    const userName = request.headers[nameOfUser];
    if (typeof userName !== 'string' || userName === '') return undefined;
    if (!isTrusted(request.raw.socket.remoteAddress ?? '')) {
      throw new LoginError(`The header ${userHeader} is not taken from this address`);
    }
    const groups = nameOfGroups === '' ? undefined : request.headers[nameOfGroups];
    const actor = {
      userName,
      groups:
        typeof groups === 'string'
          ? groups
              .split(',')
              .map(group => group.trim())
              .filter(group => group !== '')
          : await whileLoggingIn(request, () => groupsOf(userName)),
    };
    // The proxy decides with every request anew.
    return {actor, validForMs: 0};
  };
}
