import {hash, randomBytes} from 'node:crypto';
import type {Link} from './link.ts';
import {isSame, type ServerName} from './link-token.ts';

/** A login that a browser has begun at one half and takes to the other and back. */
export type SsoState = {
  /** Where it was begun. */
  readonly from: ServerName;
  /** Where the browser wants to go afterwards. */
  readonly next: string;
  /** Digest of the secret of that browser: what somebody else has begun logs nobody in here. */
  readonly browser: string;
  readonly until: number;
  readonly nonce: string;
};

type Signer = Pick<Link, 'sign'>;

/**
 * The state goes along with the browser, signed, so that nothing is kept for whoever only asks for
 * a page.
 */
export function newState(
  link: Signer,
  begun: Omit<SsoState, 'browser' | 'nonce'> & {readonly browser: string},
): string {
  const {from, next, browser, until} = begun;
  const nonce = randomBytes(12).toString('base64url');
  const state: SsoState = {from, next, browser: digestOf(browser), until, nonce};
  const text = Buffer.from(JSON.stringify(state)).toString('base64url');
  return `${text}.${link.sign(`state.${text}`)}`;
}

/** Undefined for one that neither half has made, or whose time is over. */
export function readState(link: Signer, state: unknown, now: number): SsoState | undefined {
  if (typeof state !== 'string') return undefined;
  const [text = '', signature = ''] = state.split('.', 2);
  const right = link.sign(`state.${text}`);
  if (right === undefined || `${text}.${signature}` !== state || !isSame(signature, right))
    return undefined;
  const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as SsoState;
  return read.until < now ? undefined : read;
}

export function isOfBrowser(state: SsoState, browser: string | undefined): boolean {
  return browser !== undefined && isSame(digestOf(browser), state.browser);
}

/** Secrets are compared and kept as digests. */
export function digestOf(text: string): string {
  return hash('sha256', `sso ${text}`, 'base64url');
}
