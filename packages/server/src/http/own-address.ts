import type {FastifyRequest} from 'fastify';

/**
 * This server as the browser of a request sees it, such as `https://catalog.example.com:21443`. A
 * proxy has to pass on the host.
 */
export function addressOf(request: FastifyRequest): string {
  const protocol = request.server.secureCookies ? 'https' : request.protocol;
  return `${protocol}://${request.host}`;
}

/**
 * Whether this is an address on this server. Anything else could lead to another site: `//host` and
 * `/\host` do, too.
 */
export function isOwnPath(next: string): boolean {
  return /^\/(?![/\\])[^\s\\\p{C}]*$/u.test(next);
}
