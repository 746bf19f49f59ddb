export type ServerAddress = {readonly host: string; readonly port: number};

export type Ensemble = {
  readonly servers: readonly ServerAddress[];
  /** Put before every path; empty or such as `/cluster1`. */
  readonly chroot: string;
};

/**
 * Reads `host:2181,host2:2181/chroot`. A server without a port has 2181; `[::1]:2181` is an IPv6
 * address. Throws a plain error that names the part that is wrong.
 */
export function parseEnsemble(text: string): Ensemble {
  const slash = text.indexOf('/');
  const chroot = slash === -1 ? '' : text.slice(slash).trim().replace(/\/+$/, '');
  const hosts = (slash === -1 ? text : text.slice(0, slash)).split(',').map(part => part.trim());
  const servers = hosts.filter(part => part !== '').map(parseServer);
  if (servers.length === 0) throw new Error('no server is named');
  return {servers, chroot};
}

function parseServer(text: string): ServerAddress {
  const parts = /^(?:\[([^\]]+)\]|([^:\s]+))(?::(\d{1,5}))?$/.exec(text);
  const port = Number(parts?.[3] ?? 2181);
  if (parts === null || port < 1 || port > 65535) throw new Error(`${text} is not <host>:<port>`);
  return {host: parts[1] ?? parts[2] ?? '', port};
}

export function addressText({host, port}: ServerAddress): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}
