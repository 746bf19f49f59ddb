/** Where a SQL server is and how to log in to it: what one engine's sessions are opened with. */
export type QueryServerRecord = {
  /**
   * Kind of the engine: `main`, `procedural`, `catalog`, `sqlalt`, `analytic`, or the type of a
   * connector.
   */
  readonly server_name: string;
  readonly server_host: string;
  readonly server_port: number;
  /** `<service>/<host>@<REALM>` of the server; undefined where none is configured. */
  readonly principal: string | undefined;
  /**
   * Absent for the catalog. For `sqlalt` it is the main server's, by rule: connect to
   * `connectionTarget(record)`, which takes host and port from the record.
   */
  readonly http_url?: string;
  readonly transport_mode: 'http' | 'socket';
  readonly auth_username: string;
  readonly auth_password: string | undefined;
  readonly use_sasl: boolean;
  /** The next three are for the engines of the main server and for connectors. */
  readonly close_sessions?: boolean;
  readonly has_session_pool?: boolean;
  /** -1 for no limit. */
  readonly max_number_of_sessions?: number;
  readonly dialect: string;
  /** From here on for the analytic engine and for connectors. Times in seconds. */
  readonly impersonation_enabled?: boolean;
  readonly querycache_rows?: number;
  readonly QUERY_TIMEOUT_S?: number;
  readonly SESSION_TIMEOUT_S?: number;
};

export type ConnectionTarget = {
  readonly host: string;
  readonly port: number;
  /** Present for the HTTP transport. */
  readonly url?: string;
};

/**
 * The one address that sessions go to: always the record's own host and port. Of `http_url` only
 * the protocol and the path count, because a record that was built on another engine's keeps that
 * one's URL.
 */
export function connectionTarget(record: QueryServerRecord): ConnectionTarget {
  const {server_host: host, server_port: port, transport_mode, http_url} = record;
  if (transport_mode === 'socket') return {host, port};
  const {protocol, pathname} = new URL(http_url ?? 'http://unused/cliservice');
  return {host, port, url: `${protocol}//${bracketed(host)}:${port}${pathname}`};
}

/**
 * The record for the log: whether there is a password, never which. That there is no principal is
 * said, too.
 */
export function recordText(record: QueryServerRecord): string {
  const {auth_password, ...shown} = record;
  const principal = shown.principal ?? null;
  return JSON.stringify({
    ...shown,
    principal,
    auth_password_used: auth_password !== undefined && auth_password !== '',
  });
}

/** As a URL wants it. */
export function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}
