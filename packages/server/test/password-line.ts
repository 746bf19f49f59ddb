import {randomBytes, scryptSync} from 'node:crypto';

/**
 * A line of the password file for somebody whose password is the name. In the servers' own form,
 * and as cheap as that may be: any other one is exchanged at the first login, for which a server
 * computes a third of a second.
 */
export function passwordLine(user: string, groups = ''): string {
  const salt = randomBytes(16);
  const key = scryptSync(user, salt, 32, {N: 16, r: 8, p: 1});
  return `${user}=${groups}::$scrypt$ln=4,r=8,p=1$${salt.toString('base64')}$${key.toString('base64')}`;
}
