import {BlockList, isIP} from 'node:net';
import type {FastifyRequest} from 'fastify';
import {whileLoggingIn} from '../../http/limit-requests.ts';
import {type Actor, LoginError} from '../actor.ts';

/**
 * What one proxy user may do: each list is `*` or comma-separated, and an absent one allows
 * nothing.
 */
type Allowance = {
  readonly users: readonly string[];
  readonly groups: readonly string[];
  readonly hosts: readonly string[];
};

export type TrustedProxies = {
  /**
   * Whom the request is for: the actor who logged in, or the one in `doAs` that this actor may
   * speak for.
   * @throws {LoginError} 403 when the actor may not
   */
  readonly speakFor: (request: FastifyRequest, actor: Actor) => Promise<Actor>;
};

/**
 * Hadoop's rule of proxy users: `<user>.hosts` has the addresses it may come from, and
 * `<user>.users` or `<user>.groups` whom it may speak for.
 * @param settings `<user>.users|groups|hosts` and the values as they stand in the properties file
 * @param groupsOf groups of a person who did not log in here
 * @throws Error naming a setting that cannot be read
 */
export function trustedProxies(
  settings: Readonly<Record<string, string>>,
  groupsOf: (userName: string) => Promise<readonly string[]>,
): TrustedProxies {
  const allowances = readAllowances(settings);
  return {
    speakFor: async (request, actor) => {
      const userName = doAsOf(request);
      if (userName === undefined || userName === actor.userName) return actor;
      const allowance = allowances.get(actor.userName);
      const refused = (why: string): LoginError =>
        new LoginError(`User ${actor.userName} may not act as ${userName}${why}`, {
          isForbidden: true,
        });
      if (allowance === undefined) throw refused('');
      // Whoever speaks, not the one it speaks for.
      const address = request.raw.socket.remoteAddress ?? '';
      if (!comesFrom(allowance.hosts)(address)) throw refused(` from ${address}`);
      const groups = await whileLoggingIn(request, () => groupsOf(userName));
      const isAllowed =
        matches(allowance.users, userName) ||
        allowance.groups.includes('*') ||
        groups.some(group => allowance.groups.includes(group));
      if (!isAllowed) throw refused('');
      return {userName, groups};
    },
  };
}

function doAsOf(request: FastifyRequest): string | undefined {
  const mark = request.url.indexOf('?');
  if (mark < 0) return undefined;
  for (const [name, value] of new URLSearchParams(request.url.slice(mark))) {
    if (name.toLowerCase() === 'doas' && value !== '') return value;
  }
  return undefined;
}

function readAllowances(settings: Readonly<Record<string, string>>): Map<string, Allowance> {
  const allowances = new Map<string, Allowance>();
  for (const [name, value] of Object.entries(settings)) {
    const [, user = '', part] = /^(.+)\.(users|groups|hosts)$/.exec(name) ?? [];
    if (part === undefined) {
      throw new Error(
        `atlas.proxyuser.${name}: expected atlas.proxyuser.<user>.users, .groups or .hosts`,
      );
    }
    const list = value.split(',').map(item => item.trim());
    const before = allowances.get(user) ?? {users: [], groups: [], hosts: []};
    allowances.set(user, {...before, [part]: list.filter(item => item !== '')});
  }
  return allowances;
}

/**
 * Whether an address is one of `hosts`: addresses and networks such as `10.0.0.0/8`, or `*` for
 * all. Names are not looked up, as the answer could be somebody else's. Made once, as each request
 * asks.
 */
export function comesFrom(hosts: readonly string[]): (address: string) => boolean {
  if (hosts.includes('*')) return () => true;
  const family = (text: string): 'ipv4' | 'ipv6' => (isIP(text) === 6 ? 'ipv6' : 'ipv4');
  const list = new BlockList();
  for (const host of hosts) {
    const [net = '', bits] = host === 'localhost' ? ['127.0.0.0', '8'] : host.split('/');
    if (isIP(net) === 0) continue;
    if (bits === undefined) list.addAddress(net, family(net));
    else list.addSubnet(net, Number(bits), family(net));
  }
  return address => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
    return isIP(plain) !== 0 && list.check(plain, family(plain));
  };
}

/**
 * Whether an address is that of a proxy who may say for whom it asks: who may say who somebody is
 * may say from where. Undefined where there is none.
 */
export function trustedBy(options: {
  readonly trustedProxies: string;
  readonly headerEnabled: boolean;
  readonly headerFrom: string;
}): ((address: string) => boolean) | undefined {
  const {trustedProxies, headerEnabled, headerFrom} = options;
  const hosts = [trustedProxies, headerEnabled ? headerFrom : ''].flatMap(list => list.split(','));
  const trusted = hosts.map(host => host.trim()).filter(host => host !== '');
  return trusted.length === 0 ? undefined : comesFrom(trusted);
}

function matches(list: readonly string[], name: string): boolean {
  return list.includes('*') || list.includes(name);
}
