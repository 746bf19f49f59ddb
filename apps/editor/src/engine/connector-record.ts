import {AppError} from '@gazetteer/model';
import type {EditorConfig} from '../config/editor-config.ts';
import {flagOf, readOptions} from '../config/interpreters.ts';
import {bracketed, type QueryServerRecord} from './query-server-record.ts';

/** A server that a request names by itself instead of the configuration. */
export type Connector = {
  readonly type: string;
  /** Goes behind the type, so that two connectors of a type have sessions of their own. */
  readonly name?: string;
  readonly dialect?: string;
  readonly options: Readonly<Record<string, unknown>>;
};

/** Seconds after which a server that a connector names ends what is idle. */
const idleTimeoutS = 900;
const cachedRows = 1000;

/**
 * The record of a connector. Its options come as JSON of any shape; what the options leave open has
 * the defaults of the main server, except for the transport, which is HTTP.
 */
export function connectorRecord(
  connector: Connector,
  {beeswax, hiveSite}: EditorConfig,
): QueryServerRecord {
  const issues: string[] = [];
  const known = readOptions(connector.options, message => issues.push(message));
  const flag = (name: string, fallback: boolean) =>
    readFlag(connector.options, name, fallback, issues);
  const text = (name: string) => textOf(connector.options[name]);
  // A tunnel ends on this machine.
  const host = flag('has_ssh', false) ? '127.0.0.1' : (known.server_host ?? 'localhost');
  const port = known.server_port ?? beeswax.hive_server_port;
  const closeSessions = flag('close_sessions', beeswax.close_sessions);
  const record: QueryServerRecord = {
    server_name:
      connector.name === undefined ? connector.type : `${connector.type}-${connector.name}`,
    server_host: host,
    server_port: port,
    principal: known.principal,
    http_url:
      text('http_url') ??
      `${hiveSite.isSsl ? 'https' : 'http'}://${bracketed(host)}:${port}/${hiveSite.httpPath}`,
    transport_mode:
      (text('transport_mode') ?? known.transportMode ?? 'http') === 'http' ? 'http' : 'socket',
    auth_username: text('auth_username') ?? beeswax.auth_username,
    auth_password: text('auth_password') ?? beeswax.auth_password,
    use_sasl: known.use_sasl ?? beeswax.use_sasl,
    close_sessions: closeSessions,
    has_session_pool: flag('has_session_pool', false) && !closeSessions,
    max_number_of_sessions: beeswax.max_number_of_sessions,
    dialect: connector.dialect ?? '',
    impersonation_enabled: flag('impersonation_enabled', hiveSite.isImpersonating),
    querycache_rows: cachedRows,
    QUERY_TIMEOUT_S: idleTimeoutS,
    SESSION_TIMEOUT_S: idleTimeoutS,
  };
  if (issues.length > 0) {
    throw new AppError('INVALID_CONNECTOR', [
      `The connector ${connector.type} cannot be used: ${issues.join('; ')}.`,
    ]);
  }
  return record;
}

/** JSON has switches of its own; forms send texts. */
function readFlag(
  options: Connector['options'],
  name: string,
  fallback: boolean,
  issues: string[],
): boolean {
  const value = options[name];
  if (value === undefined || value === null || value === '') return fallback;
  const flag =
    typeof value === 'boolean' || typeof value === 'string' ? flagOf(String(value)) : undefined;
  if (flag === undefined)
    issues.push(`${name} = ${JSON.stringify(value)} is not valid; allowed is true or false`);
  return flag ?? fallback;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
