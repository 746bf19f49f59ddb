import type {EditorConfig} from '../config/editor-config.ts';
import {configuredEndpoint, type Endpoint} from '../config/endpoint.ts';
import type {Engine} from '../config/interpreters.ts';
import {type Connector, connectorRecord} from './connector-record.ts';
import {expandPrincipal} from './principal.ts';
import {bracketed, type QueryServerRecord} from './query-server-record.ts';

export type QueryServerInput = {
  readonly engine: Engine;
  readonly connector?: Connector;
  readonly config: EditorConfig;
  /**
   * For the engines of the main server, as `endpointSource` says; the others have a host of their
   * own.
   */
  readonly endpoint?: Endpoint;
  /** Full name of a host, for `_HOST` in a principal. */
  readonly fullNameOf: (host: string) => string;
};

/**
 * The record that sessions of an engine are opened with. Reads nothing: whoever calls has found the
 * endpoint and the names of hosts before. A connector counts only while connectors are enabled.
 */
export function assembleQueryServer(input: QueryServerInput): QueryServerRecord {
  const record = assemble(input);
  return record.dialect === '' ? {...record, dialect: record.server_name} : record;
}

function assemble(input: QueryServerInput): QueryServerRecord {
  const {engine, connector, config} = input;
  if (connector !== undefined && usesConnector(connector, config))
    return connectorRecord(connector, config);
  if (engine === 'analytic') return analyticRecord(config);
  if (engine === 'catalog') return catalogRecord(input);
  return engine === 'sqlalt' ? secondEngineRecord(mainRecord(input), input) : mainRecord(input);
}

export function usesConnector(connector: Connector | undefined, {desktop}: EditorConfig): boolean {
  return connector !== undefined && desktop.enable_connectors;
}

/**
 * Which cached endpoint an engine's record starts from. The second engine's does so too, for the
 * keys that it takes over from the main server.
 */
export function endpointSource(engine: Engine): 'hiveserver2' | 'llap' | undefined {
  if (engine === 'catalog' || engine === 'analytic') return undefined;
  return engine === 'llap' ? 'llap' : 'hiveserver2';
}

/**
 * The main server, its low-latency variant (which goes by the same name) and the procedural one.
 */
function mainRecord(input: QueryServerInput): QueryServerRecord {
  const {engine, config, fullNameOf} = input;
  const {beeswax, hiveSite} = config;
  const endpoint =
    input.endpoint ?? configuredEndpoint(endpointSource(engine) ?? 'hiveserver2', config);
  const {host} = endpoint;
  return {
    server_name: engine === 'procedural' ? 'procedural' : 'main',
    server_host: host,
    server_port: mainPort(engine, endpoint, config),
    principal: expanded(hiveSite.principal, host, fullNameOf),
    http_url: `${hiveSite.isSsl ? 'https' : 'http'}://${bracketed(host)}:${endpoint.port}/${hiveSite.httpPath.replace(/^\//, '')}`,
    transport_mode: transportMode(config),
    auth_username: beeswax.auth_username,
    auth_password: beeswax.auth_password,
    use_sasl: beeswax.use_sasl,
    close_sessions: beeswax.close_sessions,
    has_session_pool: hasSessionPool(config),
    max_number_of_sessions: beeswax.max_number_of_sessions,
    dialect: '',
  };
}

/**
 * What is discovered listens on its port in either transport; what is configured has a port for
 * each.
 */
function mainPort(engine: Engine, endpoint: Endpoint, config: EditorConfig): number {
  if (endpoint.isDiscovered || transportMode(config) === 'http') return endpoint.port;
  return engine === 'llap' ? config.beeswax.llap_server_port : config.beeswax.hive_server_port;
}

/**
 * Of the main server's record exactly these keys change. Without its own principal the handshake
 * would be made in the name of the main server's service and be refused, so an unset one is no
 * reason to keep that.
 */
function secondEngineRecord(
  main: QueryServerRecord,
  {config, fullNameOf}: QueryServerInput,
): QueryServerRecord {
  const {sqlalt} = config;
  const principal = secondEngineIsSecure(config) ? sqlalt.sql_server_principal : undefined;
  return {
    ...main,
    ...ownTransport(config),
    server_name: 'sqlalt',
    server_host: sqlalt.sql_server_host,
    server_port: sqlalt.sql_server_port,
    use_sasl: sqlalt.use_sasl,
    principal: expanded(principal, sqlalt.sql_server_host, fullNameOf),
  };
}

/** Whoever names a principal and not the switch means that it is used. */
function secondEngineIsSecure({sqlalt}: EditorConfig): boolean {
  return sqlalt.security_enabled ?? sqlalt.sql_server_principal !== undefined;
}

/**
 * How the second engine is spoken to, where keys of its own section say so: one that speaks another
 * transport than the main server, or no TLS where that has it, could not be reached otherwise. What
 * nobody says is the main server's, whatever options an interpreter has.
 */
function ownTransport(config: EditorConfig): Partial<QueryServerRecord> {
  const {sqlalt, hiveSite} = config;
  const {sql_server_host: host, sql_server_port: port, sql_server_http_path: path} = sqlalt;
  const {sql_server_transport_mode: mode, sql_server_use_ssl: hasTls} = sqlalt;
  if (mode === undefined && path === undefined && hasTls === undefined) return {};
  if ((mode ?? hiveSite.transport) !== 'http') return {transport_mode: 'socket'};
  const protocol = secondEngineHasTls(config) ? 'https' : 'http';
  return {
    transport_mode: 'http',
    http_url: `${protocol}://${bracketed(host)}:${port}/${(path ?? hiveSite.httpPath).replace(/^\//, '')}`,
  };
}

export function secondEngineHasTls({sqlalt, hiveSite}: EditorConfig): boolean {
  return sqlalt.sql_server_use_ssl ?? hiveSite.isSsl;
}

/**
 * The metastore has a service of its own where hive-site.xml says so, else it shares the main
 * server's.
 */
function catalogRecord({config, fullNameOf}: QueryServerInput): QueryServerRecord {
  const {beeswax, hiveSite} = config;
  const host = beeswax.hive_metastore_host;
  return {
    server_name: 'catalog',
    server_host: host,
    server_port: beeswax.hive_metastore_port,
    principal: expanded(hiveSite.metastorePrincipal ?? hiveSite.principal, host, fullNameOf),
    transport_mode: transportMode(config),
    auth_username: beeswax.auth_username,
    auth_password: beeswax.auth_password,
    use_sasl: beeswax.use_sasl,
    dialect: '',
  };
}

function analyticRecord({impala}: EditorConfig): QueryServerRecord {
  const usesOwnHttpPort = impala.use_thrift_http && impala.proxy_endpoint === '';
  const port = usesOwnHttpPort ? impala.hs2_http_port : impala.server_port;
  const protocol = impala.ssl.enabled ? 'https' : 'http';
  return {
    server_name: 'analytic',
    server_host: impala.server_host,
    server_port: port,
    principal: impala.impala_principal,
    http_url: `${protocol}://${bracketed(impala.server_host)}:${port}${impala.proxy_endpoint}`,
    transport_mode: impala.use_thrift_http ? 'http' : 'socket',
    auth_username: impala.auth_username,
    auth_password: impala.auth_password,
    use_sasl: impala.use_sasl,
    dialect: 'analytic',
    impersonation_enabled: impala.impersonation_enabled,
    querycache_rows: impala.querycache_rows,
    QUERY_TIMEOUT_S: impala.query_timeout_s,
    SESSION_TIMEOUT_S: impala.session_timeout_s,
  };
}

/** Sessions that stay open are pooled, unless a user has one only. */
export function hasSessionPool({beeswax}: EditorConfig): boolean {
  return beeswax.max_number_of_sessions !== 1 && !beeswax.close_sessions;
}

export function transportMode({hiveSite}: EditorConfig): 'http' | 'socket' {
  return hiveSite.transport === 'http' ? 'http' : 'socket';
}

function expanded(
  principal: string | undefined,
  host: string,
  fullNameOf: (host: string) => string,
): string | undefined {
  return principal === undefined ? undefined : expandPrincipal(principal, fullNameOf(host));
}
