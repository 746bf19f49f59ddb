import {lookup as lookUp} from 'node:dns';
import {BlockList, isIP, type LookupFunction} from 'node:net';

/**
 * This machine, private networks, link-local (among it the metadata services of clouds), and what
 * is no host at all.
 */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** An IPv4 address inside an IPv6 one is that address. */
export function isPrivate(address: string): boolean {
  const kind = isIP(address);
  return kind !== 0 && privateAddresses.check(address, kind === 4 ? 'ipv4' : 'ipv6');
}

/** @throws Error for such an address */
export function refusePrivate(address: string): void {
  if (isPrivate(address)) {
    throw new Error(
      `${address} is an address of this machine or of a private network, which webhooks reach only where the administrator allows it`,
    );
  }
}

/** The address is checked that is then connected to: a name may lead elsewhere a moment later. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, {...options, all: true}, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    try {
      for (const {address} of addresses) refusePrivate(address);
    } catch (refusal) {
      return callback(refusal as Error, '', 0);
    }
    if (options.all) return callback(null, addresses);
    return callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
  });
};
