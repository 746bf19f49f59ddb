import {randomBytes} from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import {dirname} from 'node:path';
import {parseLines, stringify} from 'dot-properties';
import {type PasswordEntries, readEntries} from './password-file.ts';
import {hashPassword} from './password-hash.ts';

/**
 * Writes the line of one user into a password file, which is created when it is not there; other
 * lines and comments stay. The file is replaced as a whole, so a server that reads it at that
 * moment sees the old or the new one, and only its owner may read it.
 * @param group where it is not given, whoever is there keeps theirs: a new password makes nobody an
 * administrator
 * @returns the group in the line
 */
export async function setPassword(
  file: string,
  userName: string,
  group: string | undefined,
  password: string,
): Promise<string> {
  if (!/^[^\s:=#!\\][^\s:=\\]*$/.test(userName))
    throw new Error(`${JSON.stringify(userName)} cannot be a user name`);
  if (group !== undefined && !/^[\w-]+(,[\w-]+)*$/.test(group)) {
    throw new Error(`${JSON.stringify(group)} cannot be a group`);
  }
  const given = group ?? groupFor(userName, existsSync(file) ? readEntries(file) : new Map());
  const line = [userName, `${given}::${await hashPassword(password)}`];
  const lines = existsSync(file) ? parseLines(readFileSync(file, 'utf8')) : [];
  const at = lines.findIndex(old => Array.isArray(old) && old[0] === userName);
  const kept = lines.filter(
    (old, index) => index === at || !Array.isArray(old) || old[0] !== userName,
  );
  const next = at < 0 ? [...kept, line] : kept.with(kept.indexOf(lines[at] ?? ''), line);
  replaceFile(file, `${stringify(next, {keySep: '=', lineWidth: null, latin1: false})}\n`);
  return given;
}

/** Exchanges a hash for another one of the same password, unless the line has changed meanwhile. */
export function replaceHash(file: string, userName: string, was: string, hash: string): void {
  const lines = parseLines(readFileSync(file, 'utf8'));
  const at = lines.findLastIndex(line => Array.isArray(line) && line[0] === userName);
  const value = (lines[at]?.[1] ?? '').trimEnd();
  if (at < 0 || !value.endsWith(`::${was}`)) return;
  const next = lines.with(at, [userName, `${value.slice(0, -was.length)}${hash}`]);
  replaceFile(file, `${stringify(next, {keySep: '=', lineWidth: null, latin1: false})}\n`);
}

/** Somebody has to be able to look after a fresh server: `admin`, and else whoever is first. */
function groupFor(userName: string, entries: PasswordEntries): string {
  const known = entries.get(userName);
  if (known !== undefined) return known.groups.join(',');
  return userName === 'admin' || entries.size === 0 ? 'ADMIN' : 'USER';
}

function replaceFile(file: string, text: string): void {
  mkdirSync(dirname(file), {recursive: true});
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  const fd = openSync(fresh, 'wx', 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  try {
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh);
    throw error;
  }
}
