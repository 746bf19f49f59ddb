export type Address = {readonly host: string; readonly port: number};

/**
 * Servers registered by name, as `serverUri=<host>:<port>;version=<v>;sequence=<n>`, in the order
 * in which they came. Other nodes lie beside them and are passed over.
 */
export function serversByName(children: readonly string[]): Address[] {
  const servers = children.flatMap(child => {
    const [, uri = ''] = /^serverUri=([^;]+)/.exec(child) ?? [];
    const address = addressOf(uri);
    return address === undefined
      ? []
      : [{address, sequence: Number(/sequence=(\d+)/.exec(child)?.[1] ?? 0)}];
  });
  return servers.sort((a, b) => a.sequence - b.sequence).map(({address}) => address);
}

/**
 * The active one of servers that register by a JSON record each: the endpoint whose API is
 * `activeEndpoint`. Servers write it under `internal`; `external` is read as well, which is where
 * the registry's own description puts it.
 */
export function activeServers(records: readonly string[]): Address[] {
  return records.flatMap(record => {
    const {internal, external} = recordOf(record);
    return [...endpointsOf(internal), ...endpointsOf(external)].slice(0, 1);
  });
}

/**
 * Undefined for no server at all. `isReset`: the cached one is gone, so that whatever was known of
 * it is of no use.
 */
export function chooseServer(
  cached: Address | undefined,
  discovered: readonly Address[],
): {readonly server: Address; readonly isReset: boolean} | undefined {
  // Port and all: two servers may share a host.
  const isThere = (server: Address) => server.host === cached?.host && server.port === cached.port;
  if (cached !== undefined && discovered.some(isThere)) return {server: cached, isReset: false};
  const [server] = discovered;
  return server === undefined ? undefined : {server, isReset: cached !== undefined};
}

/** The port may be a number or a text. */
function endpointsOf(list: unknown): Address[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap(
    (entry: {api?: unknown; addresses?: {host?: unknown; port?: unknown}[]} | null) => {
      const first =
        entry?.api === 'activeEndpoint' && Array.isArray(entry.addresses)
          ? entry.addresses[0]
          : undefined;
      const address =
        first === undefined || first === null
          ? undefined
          : addressOf(`${String(first.host)}:${String(first.port)}`);
      return address === undefined ? [] : [address];
    },
  );
}

/** A record that is no JSON is somebody else's node. */
function recordOf(text: string): {internal?: unknown; external?: unknown} {
  try {
    const record: unknown = JSON.parse(text);
    return typeof record === 'object' && record !== null ? record : {};
  } catch {
    return {};
  }
}

function addressOf(text: string): Address | undefined {
  const at = text.lastIndexOf(':');
  const host = text.slice(0, at).replaceAll(/^\[|\]$/g, '');
  const port = /^\d{1,5}$/.test(text.slice(at + 1)) ? Number(text.slice(at + 1)) : 0;
  return host !== '' && port >= 1 && port <= 65535 ? {host, port} : undefined;
}
