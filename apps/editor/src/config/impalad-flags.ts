/** Flags of the analytic engine's daemon that say how it wants to be spoken to. */
export type ImpaladFlags = {
  readonly isKerberised: boolean;
  readonly httpPort: number;
  readonly maxResultCacheRows: number;
  /** Service users that may act for others; `*` is everybody. */
  readonly proxyUsers: readonly string[];
};

/**
 * Reads lines `-name=value` or `--name=value`. Other lines are no affair of ours: the daemon judges
 * its own file.
 */
export function readImpaladFlags(content: string): ImpaladFlags {
  const flags = new Map<string, string>();
  for (const line of content.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^\s*--?([\w-]+)(?:=(.*))?$/.exec(line) ?? [];
    if (name !== '') flags.set(name.replaceAll('-', '_'), value.trim());
  }
  const proxies = (flags.get('authorized_proxy_user_config') ?? '').split(';');
  return {
    isKerberised: (flags.get('principal') ?? '') !== '',
    httpPort: Number(flags.get('hs2_http_port')) || 28_000,
    maxResultCacheRows: Number(flags.get('max_result_cache_size')) || 0,
    proxyUsers: proxies.map(entry => entry.split('=')[0]?.trim() ?? '').filter(user => user !== ''),
  };
}
