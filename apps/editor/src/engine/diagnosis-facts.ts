import {execFile} from 'node:child_process';
import {lookup, reverse} from 'node:dns/promises';
import {isIP} from 'node:net';
import {promisify} from 'node:util';
import type {Facts, TicketState} from './diagnosis.ts';

const run = promisify(execFile);
const timeoutMs = 3000;

/** Looks at tickets and names, within some seconds and without touching the server. Never throws. */
export async function gatherFacts(failed: Pick<Facts, 'contacted' | 'host' | 'principal' | 'failure'>): Promise<Facts> {
  const [ticket, dns] = await Promise.all([
    failed.principal === undefined ? undefined : ticketState(),
    inTime(namesOf(failed.host)),
  ]);
  return {...failed, ticket, dns};
}

/** @returns undefined without a usable klist */
export async function ticketState(klist = 'klist'): Promise<TicketState | undefined> {
  // Its words are translated, its layout is not; the validity comes from the exit status.
  const options = {timeout: timeoutMs, env: {...process.env, LC_ALL: 'C'}};
  try {
    const {stdout} = await run(klist, [], options);
    const isValid = await run(klist, ['-s'], options).then(
      () => true,
      () => false,
    );
    return {isValid, ...parseKlist(stdout)};
  } catch (error) {
    const {code} = error as {code?: unknown};
    return code === 1 ? {isValid: false, owner: undefined, services: []} : undefined;
  }
}

/** Reads the table that MIT's and Heimdal's klist print: the owner above it, a line for each ticket. */
export function parseKlist(text: string): Pick<TicketState, 'owner' | 'services'> {
  const owner = /^\s*(?:Default principal|Principal): (\S+)/m.exec(text)?.[1];
  const services = [...text.matchAll(/^[\d>].*\s(\S+@\S*)$/gm)].map(match => match[1] ?? '');
  return {owner, services};
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
  const late = new Promise<undefined>(resolve => (timer = setTimeout(resolve, timeoutMs, undefined)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
