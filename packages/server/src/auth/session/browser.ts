import {timingSafeEqual} from 'node:crypto';
import type {FastifyRequest} from 'fastify';
import type {Session} from './session.ts';
import {csrfTokenOf} from './csrf-token.ts';

export type CsrfSettings = {
  readonly enabled: boolean;
  /** Comma-separated patterns, each of which must match the whole User-Agent. */
  readonly browserUserAgents: string;
  /** Comma-separated methods that change nothing. */
  readonly methodsToIgnore: string;
  readonly header: string;
};

export type BrowserRules = {
  /**
   * True for the User-Agent of a browser: only a browser can be made to send requests its user did
   * not want.
   */
  readonly isBrowser: (request: FastifyRequest) => boolean;
  /**
   * True unless a browser asks for a change without the token of its session: one that its
   * User-Agent gives away, or one that says itself that a page of another site is behind the
   * request.
   */
  readonly isWanted: (request: FastifyRequest, session: Session) => boolean;
};

export function browserRules(settings: CsrfSettings): BrowserRules {
  const patterns = split(settings.browserUserAgents).map(pattern => new RegExp(`^(?:${pattern})$`));
  const ignored = new Set(split(settings.methodsToIgnore).map(method => method.toUpperCase()));
  const header = settings.header.toLowerCase();
  const isBrowser = (request: FastifyRequest) => {
    const userAgent = request.headers['user-agent'] ?? '';
    return patterns.some(pattern => pattern.test(userAgent));
  };
  return {
    isBrowser,
    isWanted: (request, session) =>
      !settings.enabled ||
      ignored.has(request.method) ||
      !(isBrowser(request) || isFromOtherSite(request)) ||
      isSame(request.headers[header], csrfTokenOf(session)),
  };
}

/**
 * What only browsers send, and no page can forge. Where they do not say from which site a request
 * comes, they name its page's address; other programs send neither.
 */
export function isFromOtherSite(request: FastifyRequest): boolean {
  const {'sec-fetch-site': site, origin} = request.headers;
  if (site !== undefined) return site === 'cross-site' || site === 'same-site';
  return origin !== undefined && !isOrigin(origin, request.host);
}

/** A page's address leaves out the port that is its scheme's own; a proxy may pass it on. */
function isOrigin(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const own = `${page.protocol}//${host}`;
  return URL.canParse(own) && new URL(own).host === page.host;
}

function isSame(given: string | string[] | undefined, token: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function split(list: string): string[] {
  return list
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
}
