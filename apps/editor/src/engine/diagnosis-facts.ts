import {execFile} from 'node:child_process';
import {lookup, reverse} from 'node:dns/promises';
import {readFile} from 'node:fs/promises';
import {isIP} from 'node:net';
import {promisify} from 'node:util';
import type {Facts, TicketState} from './diagnosis.ts';

const run = promisify(execFile);
const timeoutMs = 3000;

/**
 * Looks at tickets and names, within some seconds and without touching the server. Never throws.
 */
export async function gatherFacts(
  failed: Pick<
    Facts,
    'contacted' | 'host' | 'principal' | 'failure' | 'fetchesTickets' | 'ticketProblem'
  >,
): Promise<Facts> {
  const [ticket, takesNames, dns] = await Promise.all([
    failed.principal === undefined ? undefined : ticketState(),
    namesAreTaken(process.env['KRB5_CONFIG'] ?? '/etc/krb5.conf'),
    inTime(namesOf(failed.host)),
  ]);
  return {...failed, ticket, takesNames, dns};
}

/**
 * Whether krb5.conf says that names of hosts are taken as they are. @param files as in KRB5_CONFIG,
 * with colons between them
 */
export async function namesAreTaken(files: string): Promise<boolean> {
  const texts = await Promise.all(
    files.split(':').map(file => readFile(file, 'utf8').catch(() => '')),
  );
  const isOff = (key: string) => {
    const found = texts.map(
      text => new RegExp(String.raw`^\s*${key}\s*=\s*(\S+)`, 'm').exec(text)?.[1],
    );
    return /^(?:false|no|off|n|f|0|nil)$/i.test(found.find(value => value !== undefined) ?? '');
  };
  return isOff('rdns') && isOff('dns_canonicalize_hostname');
}

/** @returns undefined without a usable klist */
export async function ticketState(klist = 'klist'): Promise<TicketState | undefined> {
  // In English, to be read; dates are in every tool's own form, so the validity comes from the exit
  // status.
  const options = {timeout: timeoutMs, env: {...process.env, LC_ALL: 'C'}};
  try {
    const {stdout} = await run(klist, [], options);
    const isValid = await run(klist, ['-s'], options).then(
      () => true,
      () => false,
    );
    return {isValid, owner: ownerOf(stdout)};
  } catch (error) {
    const {code} = error as {code?: unknown};
    return code === 1 ? {isValid: false, owner: undefined} : undefined;
  }
}

/** Whose tickets they are, as the tools of MIT and of Heimdal print it. */
export function ownerOf(listing: string): string | undefined {
  return /^\s*(?:Default principal|Principal): (\S+)/m.exec(listing)?.[1];
}

async function namesOf(host: string): Promise<Facts['dns']> {
  const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
  if (addresses === undefined) return undefined;
  const names = await Promise.all(addresses.map(address => reverse(address).catch(() => [])));
  return {addresses, names: [...new Set(names.flat())]};
}

async function addressesOf(host: string): Promise<readonly string[] | undefined> {
  try {
    return (await lookup(host, {all: true})).map(({address}) => address);
  } catch (error) {
    return (error as {code?: string}).code === 'ENOTFOUND' ? [] : undefined;
  }
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>(
    resolve => (timer = setTimeout(resolve, timeoutMs, undefined)),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
