import {AppError} from '@gazetteer/model';
import type {Log} from '@gazetteer/server';
import type {EditorConfig} from '../config/editor-config.ts';
import {configuredEndpoint, type Endpoint} from '../config/endpoint.ts';
import {type Address, chooseServer} from './discovered-servers.ts';

export type EndpointName = 'hiveserver2' | 'llap';

/** What is registered now; throws when that cannot be known. */
export type ServerList = {current(): Promise<readonly Address[]>};

/**
 * A server that was killed stays registered until its session with ZooKeeper runs out: two minutes
 * by Hive's default.
 */
const avoidMs = 120_000;

/**
 * The endpoint in use of each kind. A discovered one stays in use as long as it is registered, also
 * when others come: sessions are not spread over servers without need. One that refused connections
 * is not chosen for a while, unless there is no other.
 */
export class Endpoints {
  readonly #config: EditorConfig;
  /** Absent where discovery is off. */
  readonly #lists: {readonly [Name in EndpointName]?: ServerList};
  readonly #log: Log;
  readonly #cache = new Map<EndpointName, Address>();
  /** Until when, by `host:port`. */
  readonly #avoided = new Map<string, number>();
  readonly #now: () => number;

  constructor(
    config: EditorConfig,
    lists: {readonly [Name in EndpointName]?: ServerList},
    log: Log,
    now: () => number = Date.now,
  ) {
    this.#config = config;
    this.#lists = lists;
    this.#log = log;
    this.#now = now;
  }

  /** Throws `no-running-server`. */
  async find(name: EndpointName): Promise<Endpoint> {
    const list = this.#lists[name];
    if (list === undefined) return configuredEndpoint(name, this.#config);
    const discovered = await this.#discovered(name, list);
    const cached = this.#cache.get(name);
    const choice = chooseServer(cached, this.#withoutAvoided(discovered));
    if (choice === undefined) {
      this.#cache.delete(name);
      throw noRunningServer(`none is registered under ${znodeOf(name, this.#config)} of ZooKeeper`);
    }
    if (choice.isReset) {
      this.#log.error(
        {was: cached, next: choice.server},
        'Current server is down, going on with the next available one',
      );
    }
    if (choice.server !== cached) {
      this.#log.debug({discovered}, 'Available servers');
      this.#log.debug({server: choice.server}, 'Selected server 0');
      this.#cache.set(name, choice.server);
    }
    return {...choice.server, isDiscovered: true};
  }

  /**
   * For when a server refuses connections: the next record starts from what is registered beside
   * it.
   */
  reset({host, port}: Address): void {
    for (const [name, cached] of this.#cache) {
      if (cached.host === host && cached.port === port) this.#cache.delete(name);
    }
    this.#avoided.set(`${host}:${port}`, this.#now() + avoidMs);
  }

  #withoutAvoided(discovered: readonly Address[]): readonly Address[] {
    for (const [name, until] of this.#avoided) if (until <= this.#now()) this.#avoided.delete(name);
    const others = discovered.filter(({host, port}) => !this.#avoided.has(`${host}:${port}`));
    return others.length > 0 ? others : discovered;
  }

  async #discovered(name: EndpointName, list: ServerList): Promise<readonly Address[]> {
    try {
      return await list.current();
    } catch (error) {
      throw noRunningServer(
        `${(error as Error).message} (looking for ${znodeOf(name, this.#config)})`,
        error,
      );
    }
  }
}

/** Where servers of a kind register. */
export function znodeOf(name: EndpointName, {beeswax}: EditorConfig): string {
  const path =
    name === 'llap' ? beeswax.hive_discovery_llap_znode : beeswax.hive_discovery_hiveserver2_znode;
  const node = `/${path.replaceAll(/^\/+|\/+$/g, '')}`;
  return name === 'llap' && beeswax.hive_discovery_llap_ha ? `${node}/instances` : node;
}

function noRunningServer(why: string, cause?: unknown): AppError {
  return new AppError('NO_RUNNING_SERVER', [`No running server is available: ${why}.`], {cause});
}
