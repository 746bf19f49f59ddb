const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s;

/**
 * The addresses of one PostgreSQL database, one for each of its hosts, as libpq writes several:
 * `postgres://user:password@one:5432,two:5432/database`. What says which of them is wanted is left
 * out: writes want the primary.
 * @returns none where it is no address
 */
export function postgresAddresses(url: string): readonly string[] {
  const [, before, hosts = '', after = ''] = parts.exec(url) ?? [];
  if (before === undefined) return [];
  const rest = after.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_, start: string, end) =>
    end === '&' ? start : '',
  );
  const addresses = hosts.split(',').map(host => before + host.trim() + rest);
  return addresses.every(one => URL.canParse(one)) ? addresses : [];
}
