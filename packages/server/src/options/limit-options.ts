import type {Options, OptionValues} from './option.ts';

const group = 'Limits';
const second = 1000;

/** What one client, one person and all together may ask for; every server has them. */
export const limitOptions = {
  maxRequests: {
    key: 'atlas.server.max.requests',
    cli: 'max-requests',
    group,
    type: 'integer',
    default: 1024,
    min: 1,
    max: 1_000_000,
    doc: 'Requests in work at a time; further ones answer 503 with Retry-After.',
  },
  maxRequestsPerUser: {
    key: 'atlas.server.max.requests.per.user',
    cli: 'max-requests-per-user',
    group,
    type: 'integer',
    default: 512,
    min: 1,
    max: 1_000_000,
    doc: 'Of these, requests of one user; further ones answer 429 with Retry-After.',
  },
  maxConnections: {
    key: 'atlas.server.max.connections',
    cli: 'max-connections',
    group,
    type: 'integer',
    default: 10_000,
    min: 1,
    max: 1_000_000,
    doc: 'Connections at a time; further ones are closed at once.',
  },
  maxUrlLength: {
    key: 'atlas.server.max.url.length',
    cli: 'max-url',
    group,
    type: 'bytes',
    default: 64 * 2 ** 10,
    min: 1024,
    max: 2 ** 20,
    doc: 'A longer address, query included, answers 414. Some 1,500 guids fit.',
  },
  maxHeaderBytes: {
    key: 'atlas.server.max.header.bytes',
    cli: 'max-header',
    group,
    type: 'bytes',
    default: 128 * 2 ** 10,
    min: 8 * 2 ** 10,
    max: 2 ** 20,
    doc: 'Larger headers, address included, answer 431. Kerberos tickets of people in many groups have some 64 KiB.',
  },
  headerTimeoutMs: {
    key: 'atlas.server.header.timeout',
    cli: 'header-timeout',
    group,
    type: 'duration',
    unit: 's',
    default: 20 * second,
    min: second,
    max: 600 * second,
    doc: 'A client that has not sent its headers by then gets 408.',
  },
  slowClientTimeoutMs: {
    key: 'atlas.server.slow.client.timeout',
    cli: 'slow-client-timeout',
    group,
    type: 'duration',
    unit: 's',
    default: 60 * second,
    min: second,
    max: 3600 * second,
    doc: 'A client that neither sends the rest of its request nor takes its answer is cut off after so long without a byte.',
  },
  requestTimeoutMs: {
    key: 'atlas.server.request.timeout',
    cli: 'request-timeout',
    group,
    type: 'duration',
    unit: 's',
    default: 1800 * second,
    min: second,
    max: 86_400 * second,
    doc: 'A client that has not sent its whole request by then gets 408, however steadily it sends.',
  },
} as const satisfies Options;

export type LimitOptions = OptionValues<typeof limitOptions>;
