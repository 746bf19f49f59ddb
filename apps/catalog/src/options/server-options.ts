import type {Options} from '@gazetteer/settings';
import {commonOptions} from '@gazetteer/server';

const maxInteger = 2 ** 31 - 1;

/** The REST API as a server: ports, sizes, headers. */
export const serverOptions = {
  httpPort: {
    key: 'atlas.server.http.port',
    cli: 'http-port',
    group: 'Server',
    type: 'integer',
    default: 21000,
    min: 0,
    max: 65535,
    doc: 'Port of the REST API and the web pages; 0 takes a free one.',
  },
  httpsPort: {
    key: 'atlas.server.https.port',
    cli: 'https-port',
    group: 'Server',
    type: 'integer',
    default: 21443,
    min: 0,
    max: 65535,
    doc: 'Port with HTTPS (`--tls`), instead of the other one.',
  },
  bindAddress: commonOptions.bindAddress,
  trustedProxies: commonOptions.trustedProxies,
  stopTimeoutMs: commonOptions.stopTimeoutMs,
  mcp: commonOptions.mcp,
  checkConfig: commonOptions.checkConfig,
  maxBodyBytes: {
    key: 'atlas.rest.max.body.bytes',
    cli: 'max-body',
    group: 'Server',
    type: 'bytes',
    default: 64 * 2 ** 20,
    min: 1024,
    max: 2 ** 29,
    doc: 'A larger request body answers 413.',
  },
  maxEntitiesPerRequest: {
    key: 'atlas.rest.max.entities',
    cli: 'max-entities',
    group: 'Server',
    type: 'integer',
    default: 100_000,
    min: 1,
    max: 10_000_000,
    doc: 'A request with more entities answers 413; the plan of a save is held in memory.',
  },
  queryParamMaxLength: {
    key: 'atlas.query.param.max.length',
    cli: 'query-param-max-length',
    group: 'Server',
    type: 'integer',
    default: 4096,
    min: 1,
    max: maxInteger,
    doc: 'A longer query parameter answers 400; values of unique attributes have no limit.',
  },
  serverHeader: {
    key: 'atlas.http.header.server.value',
    cli: 'server-header',
    group: 'Server',
    type: 'string',
    default: 'Gazetteer',
    doc: 'The Server header of every answer; empty for none.',
  },
  headers: {
    key: 'atlas.headers',
    cli: 'header',
    group: 'Server',
    type: 'map',
    default: {},
    doc: 'Further headers for every answer, such as --header "X-Robots-Tag=none". They replace built-in ones.',
  },
} as const satisfies Options;
