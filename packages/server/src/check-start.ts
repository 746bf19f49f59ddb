import {accessSync, constants, statSync} from 'node:fs';
import {lookup} from 'node:dns/promises';
import {userInfo} from 'node:os';
import {dirname, resolve} from 'node:path';
import {openLogin} from './auth/login/open-login.ts';
import {openTls} from './http/tls.ts';
import type {Serving} from './life-cycle.ts';
import type {House} from './link/link.ts';
import type {Log} from './log.ts';
import type {CommonOptions} from './options/common-options.ts';
import type {LoginOptions} from './options/login-options.ts';
import type {TlsOptions} from './options/tls-options.ts';

/** What is wrong with a configuration, one line each: errors keep a server from starting. */
export type Findings = {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly notices: readonly string[];
};

/** A server whose options and files were looked at, and that is not started yet. */
export type Ready = Findings & {
  /** The configuration in effect, secrets masked. */
  readonly inEffect: string;
  /**
   * The port that somebody chose, with the option that says so; undefined where it is the usual one
   * or any free one.
   */
  readonly chosenPort?:
    | {readonly host: string; readonly port: number; readonly option: string}
    | undefined;
  /** @param house the servers of this process, where there are two; throws for the operator */
  readonly start: (house?: House) => Promise<Serving>;
};

type Check = (log: Log) => unknown;
type Checked = CommonOptions & LoginOptions & TlsOptions;

/**
 * What would keep a server from starting with these options as far as files and names can tell, all
 * of it at once. Nothing is written, and no database, directory or other server is asked.
 * @param checks each throws an error for the operator, or logs a warning
 */
export async function checkStart(
  options: Checked,
  isPasswordFileChosen: boolean,
  checks: readonly Check[],
): Promise<Pick<Findings, 'errors' | 'warnings'>> {
  const errors: string[] = [];
  const warnings: string[] = [];
  const note = (list: string[]) => (fields: object, message: string) =>
    void list.push(withError(fields, message));
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: note(warnings),
    error: note(errors),
  };
  const passes = async (check: Check) => {
    try {
      await check(log);
      return true;
    } catch (error) {
      errors.push(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  const hasHost = await passes(async () => await checkHost(options.bindAddress));
  await passes(() => checkFolder(options.dataFolder, '--data'));
  await passes(() => openTls(options, log));
  // Who could reach an address that there is not needs no telling.
  const reachable = hasHost ? options : {...options, bindAddress: '127.0.0.1'};
  await passes(async () => await openLogin({options: reachable, isPasswordFileChosen, log}));
  for (const check of checks) await passes(check);
  return {errors, warnings};
}

function withError(fields: object, message: string): string {
  const {error} = fields as {error?: unknown};
  return error instanceof Error ? `${message}: ${error.message}` : message;
}

async function checkHost(host: string): Promise<void> {
  try {
    await lookup(host);
  } catch (cause) {
    throw new Error(
      `--bind ${host} is neither an address nor a name that this machine knows; name an address of this machine, such as 127.0.0.1`,
      {cause},
    );
  }
}

/**
 * Looks whether this user may write to a folder, or make it.
 * @param option where the folder is named
 * @throws Error for the operator
 */
export function checkFolder(folder: string, option: string): void {
  let existing = resolve(folder);
  let stat = statOf(existing, option);
  while (stat === undefined && dirname(existing) !== existing) {
    existing = dirname(existing);
    stat = statOf(existing, option);
  }
  if (stat?.isDirectory() === false) {
    throw new Error(`${option} ${folder}: ${existing} is a file; name a folder`);
  }
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw notWritable(existing, option, cause);
  }
}

function statOf(path: string, option: string) {
  try {
    return statSync(path, {throwIfNoEntry: false});
  } catch (cause) {
    // A file stands where a folder is meant: the file itself is found further up.
    if ((cause as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw notWritable(path, option, cause);
  }
}

function notWritable(path: string, option: string, cause: unknown): Error {
  const isReadOnly = (cause as NodeJS.ErrnoException).code === 'EROFS';
  return new Error(
    isReadOnly
      ? `${path} (${option}) is on a file system that is mounted read-only; name another folder`
      : `User ${userName()} may not write to ${path} (${option}); make the folder the user's own (chown), or name another one`,
    {cause},
  );
}

/** The user of this process; a container may run under a number without a name. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}
