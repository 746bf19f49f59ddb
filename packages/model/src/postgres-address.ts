const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)/;

/**
 * The addresses of one PostgreSQL database, one for each of its hosts, as libpq writes several:
 * `postgres://user:password@one:5432,two:5432/database`. What says which of them is wanted is left
 * out, as it differs from read to write, and so is what is for us alone (`pgbouncer`). A `sslmode`
 * means what PostgreSQL says it means, where the client library's own meaning is another one.
 * @returns none where it is no address
 */
export function postgresAddresses(url: string): readonly string[] {
  const [all = '', before, hosts = ''] = parts.exec(url) ?? [];
  if (before === undefined) return [];
  const [path = '', query = ''] = url.slice(all.length).split('?', 2);
  const kept = query
    .split('&')
    .filter(one => one !== '' && !/^(?:target_session_attrs|pgbouncer)=/.test(one));
  if (kept.some(one => /^sslmode=(?:prefer|require|verify-ca)$/.test(one)))
    kept.push('uselibpqcompat=true');
  const rest = path + (kept.length === 0 ? '' : `?${kept.join('&')}`);
  const addresses = hosts.split(',').map(host => before + host.trim() + rest);
  return addresses.every(one => URL.canParse(one)) ? addresses : [];
}

/**
 * Whether a pooler is in between that gives each transaction some connection: `?pgbouncer=true`, as
 * other clients call it.
 */
export function isPooledTransaction(url: string): boolean {
  return /[?&]pgbouncer=true(?:&|$)/.test(url);
}

/**
 * Whether reads may go to followers: `?target_session_attrs=prefer-standby`, as libpq calls it.
 * Writes find the primary in any case.
 */
export function prefersFollowers(url: string): boolean {
  return /[?&]target_session_attrs=prefer-standby(?:&|$)/.test(url);
}
