import {createHash} from 'node:crypto';

/** Most file systems allow 255 bytes; what is longer is told apart by its hash. */
const longest = 120;

/**
 * The name of a person's folder: another one for each name, also where the file system takes `Ada`
 * and `ada` for the same, and none that leads elsewhere. Everything but small letters, digits, `-`
 * and `_` is written as the `%hh` of its UTF-8 bytes.
 */
export function personFolder(userName: string): string {
  const text = [...Buffer.from(userName, 'utf8')].map(written).join('');
  if (text.length <= longest) return text === '' ? '%' : text;
  return `${text.slice(0, longest - 65)}%${createHash('sha256').update(userName).digest('hex')}`;
}

function written(byte: number): string {
  const char = String.fromCharCode(byte);
  return /[\da-z_-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
}
