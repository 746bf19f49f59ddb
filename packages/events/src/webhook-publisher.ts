import {createHmac} from 'node:crypto';
import {lookup as lookUp} from 'node:dns';
import {BlockList, isIP, type LookupFunction} from 'node:net';
import {exchange} from './http-exchange.ts';
import type {OutgoingMessage, Publisher} from './publisher.ts';

export type WebhookOptions = {
  readonly name: string;
  /** `http:` or `https:`; a name and password in it are sent as Basic credentials. */
  readonly url: URL;
  /** Signs each request; without one nothing is signed. */
  readonly secret: string;
  /** Whether addresses of this machine and of private networks may be reached. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly now?: () => number;
};

/**
 * Posts messages as `{"changes": […]}`. Anything but a 2xx is a failure, redirects too: they could
 * lead anywhere. The receiver can tell by the signature that it comes from here and when it was
 * sent, and by `id` what it has had before.
 */
export class WebhookPublisher implements Publisher {
  readonly name: string;
  readonly #options: WebhookOptions;
  readonly #closing = new AbortController();

  constructor(options: WebhookOptions) {
    this.name = options.name;
    this.#options = options;
  }

  async publish(messages: readonly OutgoingMessage[]): Promise<void> {
    const {url, secret, allowPrivate, timeoutMs, now = Date.now} = this.#options;
    const body = `{"changes":[${messages.map(one => one.body).join(',')}]}`;
    const timestamp = String(Math.floor(now() / 1000));
    const target = new URL(url);
    [target.username, target.password] = ['', ''];
    if (!allowPrivate) refusePrivate(target.hostname.replace(/^\[|\]$/g, ''));
    const answer = await exchange(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-gazetteer-delivery': `${messages[0]?.id ?? ''} ${messages.at(-1)?.id ?? ''}`,
        'x-gazetteer-timestamp': timestamp,
        ...(secret === ''
          ? {}
          : {'x-gazetteer-signature': `sha256=${signatureOf(secret, timestamp, body)}`}),
        ...(url.username === '' ? {} : {authorization: basic(url)}),
      },
      body: Buffer.from(body),
      timeoutMs,
      giveUp: this.#closing.signal,
      ...(allowPrivate ? {} : {lookup: publicLookup}),
    });
    if (answer.status < 200 || answer.status > 299)
      throw new Error(`${target.host} answered ${answer.status}`);
  }

  async close(): Promise<void> {
    // A receiver that does not answer keeps nobody from stopping; it gets its messages again.
    this.#closing.abort(new Error('closed'));
  }
}

/** HMAC-SHA256 in hex of the timestamp, a dot and the body. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

function basic({username, password}: URL): string {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/**
 * This machine, private networks, link-local (among it the metadata services of clouds), and what
 * is no host at all.
 */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv4');
}
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 32],
  ['100::', 64],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const) {
  privateAddresses.addSubnet(network, prefix, 'ipv6');
}

/** An IPv4 address inside an IPv6 one is that address. */
export function isPrivate(address: string): boolean {
  const kind = isIP(address);
  return kind !== 0 && privateAddresses.check(address, kind === 4 ? 'ipv4' : 'ipv6');
}

function refusePrivate(address: string): void {
  if (isPrivate(address)) {
    throw new Error(
      `${address} is an address of this machine or of a private network (--webhook-allow-private)`,
    );
  }
}

/** The address is checked that is then connected to: a name may lead elsewhere a moment later. */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname, {...options, all: true}, (error, addresses) => {
    if (error !== null) return callback(error, '', 0);
    try {
      for (const {address} of addresses) refusePrivate(address);
    } catch (refusal) {
      return callback(refusal as Error, '', 0);
    }
    if (options.all) return callback(null, addresses);
    return callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
  });
};
