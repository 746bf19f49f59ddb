import {createHmac} from 'node:crypto';
import {exchange} from './http-exchange.ts';
import {publicLookup, refusePrivate} from './private-addresses.ts';

export type SignedPost = {
  /** `http:` or `https:`; a name and password in it are sent as Basic credentials. */
  readonly url: URL;
  /** JSON. */
  readonly body: string;
  /** By which the receiver can tell what it has had before. */
  readonly delivery: string;
  /** Signs the request; without one nothing is signed. */
  readonly secret: string;
  /** Whether addresses of this machine and of private networks may be reached. */
  readonly allowPrivate: boolean;
  readonly timeoutMs: number;
  readonly now?: () => number;
  readonly signal?: AbortSignal;
};

/**
 * Posts JSON to whoever wants to be told. The receiver can tell by the signature that it comes from
 * here and when it was sent. Anything but a 2xx is a failure, redirects too: they could lead
 * anywhere.
 */
export async function postSigned(post: SignedPost): Promise<void> {
  const {url, body, delivery, secret, allowPrivate, timeoutMs, now = Date.now, signal} = post;
  const timestamp = String(Math.floor(now() / 1000));
  const target = new URL(url);
  [target.username, target.password] = ['', ''];
  if (!allowPrivate) refusePrivate(target.hostname.replace(/^\[|\]$/g, ''));
  const answer = await exchange(target, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gazetteer-delivery': delivery,
      'x-gazetteer-timestamp': timestamp,
      ...(secret === ''
        ? {}
        : {'x-gazetteer-signature': `sha256=${signatureOf(secret, timestamp, body)}`}),
      ...(url.username === '' ? {} : {authorization: basic(url)}),
    },
    body: Buffer.from(body),
    timeoutMs,
    ...(signal && {giveUp: signal}),
    ...(allowPrivate ? {} : {lookup: publicLookup}),
  });
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${target.host} answered ${answer.status}`);
}

/** HMAC-SHA256 in hex of the timestamp, a dot and the body. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
}

function basic({username, password}: URL): string {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}
