import {BlockList, isIP} from 'node:net';
import {LoginError} from '../actor.ts';
import {passwdCommand, type HashSettings} from '../../options/common-options.ts';
import type {PasswordFile} from './password-file.ts';
import {verifyPassword} from './password-hash.ts';

// Users of the reference's own password file: their passwords are their names, as everybody knows.
const wellKnown = ['admin', 'rangertagsync'];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** False for names other than `localhost`: what they resolve to may change. */
export function isLoopback(address: string): boolean {
  if (address === 'localhost') return true;
  const family = isIP(address);
  return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Any site can give its name the address of this machine, and its page is then one of this server's
 * to a browser. So a password that everybody knows is good only where this server is called by an
 * address, or by a name that no site has.
 * @throws LoginError
 */
export function refuseDefaultElsewhere(
  userName: string,
  password: string,
  host: string | undefined,
): void {
  if (host === undefined || password !== userName || !wellKnown.includes(userName)) return;
  const name = host.replace(/:\d*$/, '').replace(/^\[|\]$/g, '');
  if (isIP(name) !== 0 || !name.includes('.') || /\.(?:localhost|internal)$/i.test(name)) return;
  throw new LoginError(
    `The default password of ${userName} does not work at ${name}: set one with "npm run passwd -- ${userName}", or log in at http://localhost`,
    {isForbidden: true},
  );
}

/**
 * Why this server may not be started: it would be reachable from other machines with a password
 * that everybody knows.
 * `undefined` when it may.
 */
export async function refuseDefaultCredentials(
  bindAddress: string,
  passwords: PasswordFile,
  settings: HashSettings,
): Promise<string | undefined> {
  if (isLoopback(bindAddress)) return undefined;
  for (const userName of wellKnown) {
    const hash = passwords.entries().get(userName)?.hash;
    if (hash === undefined || !(await verifyPassword(settings, userName, userName, hash))) continue;
    return (
      `Not started: ${bindAddress} can be reached from other machines, and ${userName} still has the default password. ` +
      `Set one with "${passwdCommand(userName, passwords.file)}" (it is kept in ${passwords.file}), ` +
      `or listen on 127.0.0.1 only.`
    );
  }
  return undefined;
}
