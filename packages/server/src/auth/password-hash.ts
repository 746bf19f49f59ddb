import {createHash, timingSafeEqual} from 'node:crypto';
import {compare, hash} from 'bcryptjs';

export type HashSettings = {
  /** Accept the plain SHA-256 of the password (`.v1-validation.enabled`). */
  readonly plainSha256: boolean;
  /** Accept the SHA-256 of `password{user}` (`.v2-validation.enabled`). */
  readonly saltedSha256: boolean;
};

const bcryptCost = 10;

/** Longer ones would be cut silently by bcrypt. */
export const maxPasswordBytes = 72;

export async function hashPassword(password: string): Promise<string> {
  if (Buffer.byteLength(password) > maxPasswordBytes) {
    throw new Error(`a password may have at most ${maxPasswordBytes} bytes`);
  }
  return await hash(password, bcryptCost);
}

/** The three forms of the reference's password file, told apart by their look. */
export async function verifyPassword(
  settings: HashSettings,
  userName: string,
  password: string,
  stored: string,
): Promise<boolean> {
  if (/^\$2[abxy]\$\d\d\$.{53}$/.test(stored)) return await compare(password, stored);
  if (!/^[0-9a-f]{64}$/i.test(stored)) return false;
  const expected = Buffer.from(stored, 'hex');
  const salted = timingSafeEqual(sha256(`${password}{${userName}}`), expected);
  const plain = timingSafeEqual(sha256(password), expected);
  return (settings.saltedSha256 && salted) || (settings.plainSha256 && plain);
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest();
}
