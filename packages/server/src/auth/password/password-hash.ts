import {createHash, randomBytes, scrypt, timingSafeEqual} from 'node:crypto';
import {promisify} from 'node:util';
import {compareBcrypt} from './bcrypt.ts';
import {HashQueue} from './hash-queue.ts';
import type {HashSettings} from '../../options/common-options.ts';

type ScryptCost = {readonly logN: number; readonly r: number; readonly p: number};

/** 32 MiB and some 0.2 s. */
const cost: ScryptCost = {logN: 15, r: 8, p: 3};
const keyBytes = 32;
const maxPasswordBytes = 1024;
/** Node hashes in threads that files are read in, too: half of them are left. */
const queue = new HashQueue(2, 32);
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);

/**
 * `$scrypt$ln=15,r=8,p=3$<salt>$<key>`, as other programs write it.
 * @param was the hash in whose place this one is, of the same password: what was given out on the
 * strength of that one stays good
 */
export async function hashPassword(password: string, was?: string): Promise<string> {
  if (Buffer.byteLength(password) > maxPasswordBytes) {
    throw new Error(`a password may have at most ${maxPasswordBytes} bytes`);
  }
  const salt = randomBytes(16);
  const key = await queue.run(() => scrypted(password, salt, cost));
  const {logN, r, p} = cost;
  const origin = was === undefined ? '' : `,was=${hashRevision(was)}`;
  return `$scrypt$ln=${logN},r=${r},p=${p}${origin}$${salt.toString('base64')}$${key.toString('base64')}`;
}

/** Changes when the password does, not when it is hashed in another way. */
export function hashRevision(stored: string): string {
  return scryptForm.exec(stored)?.groups?.['was'] ?? sha256(stored).toString('hex').slice(0, 32);
}

/** Whether a hash should be exchanged for one of `hashPassword` when its password is at hand. */
export function isOldHash(stored: string): boolean {
  return !stored.startsWith('$scrypt$');
}

/** Our own form and the three of the reference's password file, told apart by their look. */
export async function verifyPassword(
  settings: HashSettings,
  userName: string,
  password: string,
  stored: string,
): Promise<boolean> {
  if (Buffer.byteLength(password) > maxPasswordBytes) return false;
  const {logN, r, p, salt = '', key = ''} = scryptForm.exec(stored)?.groups ?? {};
  if (logN !== undefined) {
    const cost = {logN: Number(logN), r: Number(r), p: Number(p)};
    const made = await queue.run(() => scrypted(password, Buffer.from(salt, 'base64'), cost));
    const expected = Buffer.from(key, 'base64');
    return expected.length === made.length && timingSafeEqual(expected, made);
  }
  if (bcryptForm.test(stored)) return await queue.run(() => compareBcrypt(password, stored));
  if (!sha256Form.test(stored)) return false;
  const expected = Buffer.from(stored, 'hex');
  const salted = timingSafeEqual(sha256(`${password}{${userName}}`), expected);
  const plain = timingSafeEqual(sha256(password), expected);
  return (settings.saltedSha256 && salted) || (settings.plainSha256 && plain);
}

/** Whether a password can be checked against it, as far as its look tells. */
export function isKnownHash(stored: string): boolean {
  return [scryptForm, bcryptForm, sha256Form].some(form => form.test(stored));
}

const bcryptForm = /^\$2[abxy]\$\d\d\$.{53}$/;
const sha256Form = /^[0-9a-f]{64}$/i;

/** Bounds keep a line of the file from taking all memory. */
const scryptForm =
  /^\$scrypt\$ln=(?<logN>1?\d),r=(?<r>\d\d?),p=(?<p>\d\d?)(?:,was=(?<was>[0-9a-f]{32}))?\$(?<salt>[\w+/]{16,64}={0,2})\$(?<key>[\w+/]{43}=?)$/;

async function scrypted(password: string, salt: Buffer, {logN, r, p}: ScryptCost): Promise<Buffer> {
  return await derive(password, salt, keyBytes, {N: 2 ** logN, r, p, maxmem: 256 * 2 ** logN * r});
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
