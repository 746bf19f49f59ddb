import {lookup, lookupService} from 'node:dns/promises';
import {hostname} from 'node:os';

/**
 * Full name of a host, lower-case, found by its address as Kerberos services are registered under
 * it. This host's own for `localhost`, for the address that means all of them and for none. The
 * name itself where nobody knows better.
 */
export async function fullHostName(host: string): Promise<string> {
  const isHere = host === '' || host === '0.0.0.0' || host === 'localhost';
  const name = isHere ? hostname() : host;
  try {
    const {address} = await lookup(name);
    const {hostname: found} = await lookupService(address, 0);
    // An address without a name comes back as it is; `localhost` is no name that anybody else could
    // use.
    return (found === address || found === 'localhost' ? name : found).toLowerCase();
  } catch {
    return name.toLowerCase();
  }
}
