const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)/;

/**
 * The addresses of one PostgreSQL database, one for each of its hosts, as libpq writes several:
 * `postgres://user:password@one:5432,two:5432/database`. What says which of them is wanted is left
 * out, as it differs from read to write, and so is what is for us alone (`pgbouncer`). Whatever
 * `sslmode` asks for TLS has the server's certificate checked, which the library warns it may not do
 * for ever.
 * @returns none where it is no address
 */
export function postgresAddresses(url: string): readonly string[] {
  const [all = '', before, hosts = ''] = parts.exec(url) ?? [];
  if (before === undefined) return [];
  const [path = '', query = ''] = url.slice(all.length).split('?', 2);
  const kept = query
    .split('&')
    .filter(one => one !== '' && !/^(?:target_session_attrs|pgbouncer)=/.test(one));
  const sure = kept.map(one =>
    one.replace(/^sslmode=(?:allow|prefer|require|verify-ca)$/, 'sslmode=verify-full'),
  );
  const rest = path + (sure.length === 0 ? '' : `?${sure.join('&')}`);
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
