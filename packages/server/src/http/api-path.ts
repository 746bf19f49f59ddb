import type {FastifyRequest} from 'fastify';

/**
 * Every API route exists under both: `meta` is ours, `atlas` answers field for field as clients of
 * the Atlas API expect.
 */
export type ApiStyle = 'meta' | 'atlas';

export const apiPrefixes = {meta: '/api/meta', atlas: '/api/atlas'} as const satisfies Record<
  ApiStyle,
  string
>;

export function pathOf({url}: Pick<FastifyRequest, 'url'>): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}

/** `undefined` outside both APIs. */
export function apiStyleOf(request: FastifyRequest): ApiStyle | undefined {
  if (request.url.startsWith('/api/meta/')) return 'meta';
  return request.url.startsWith('/api/atlas/') ? 'atlas' : undefined;
}
