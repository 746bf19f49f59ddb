import {setTimeout as delay} from 'node:timers/promises';
import type {Log} from '@gazetteer/server';
import {type ZooKeeper, ZooKeeperError} from '@gazetteer/zookeeper';
import {activeServers, type Address, serversByName} from './discovered-servers.ts';

export type WatchedServersOptions = {
  readonly zooKeeper: Pick<ZooKeeper, 'exists' | 'getChildren' | 'getData'>;
  /** Node whose children are the servers. */
  readonly path: string;
  /**
   * Whether the names of the children say where servers are, or a record in each tells which one is
   * active.
   */
  readonly by: 'name' | 'record';
  readonly log: Log;
};

const pauseAfterFailureMs = 5_000;

/**
 * The servers that are registered in ZooKeeper, kept in memory and read again when ZooKeeper says
 * that something changed: no request has to wait for it. While ZooKeeper cannot be reached, the
 * servers last seen are still good.
 */
export class WatchedServers {
  readonly #options: WatchedServersOptions;
  readonly #closing = new AbortController();
  #known: readonly Address[] | undefined;
  /** For those who ask before anything is known; renewed with every failure. */
  #first = Promise.withResolvers<readonly Address[]>();
  #isReading = false;
  #isOutdated = true;

  constructor(options: WatchedServersOptions) {
    this.#options = options;
    this.#expectNoCaller();
    void this.#read();
  }

  /** Throws the reason while nothing is known and ZooKeeper does not answer. */
  async current(): Promise<readonly Address[]> {
    return this.#known ?? (await this.#first.promise);
  }

  close(): void {
    this.#closing.abort();
    this.#first.reject(new ZooKeeperError('closed', 'discovery was closed'));
  }

  readonly #onChange = (): void => {
    this.#isOutdated = true;
    void this.#read();
  };

  /**
   * One at a time; a change that comes meanwhile is read after it, so that the last word is
   * ZooKeeper's last.
   */
  async #read(): Promise<void> {
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isOutdated && !this.#closing.signal.aborted) {
      this.#isOutdated = false;
      try {
        this.#know(await this.#servers());
      } catch (error) {
        await this.#fail(error);
      }
    }
    this.#isReading = false;
  }

  async #servers(): Promise<Address[]> {
    const {path, by} = this.#options;
    const children = await this.#children(path);
    if (by === 'name') return serversByName(children);
    const records = await Promise.all(
      children.sort().map(child => this.#record(`${path}/${child}`)),
    );
    return activeServers(records);
  }

  /** None while the node is not there, and then its creation is waited for. */
  async #children(path: string): Promise<string[]> {
    const {zooKeeper} = this.#options;
    try {
      return await zooKeeper.getChildren(path, this.#onChange);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // Created in between: read again, because a watch tells only of what comes after it.
      if ((await zooKeeper.exists(path, this.#onChange)) !== undefined) this.#isOutdated = true;
      return [];
    }
  }

  /**
   * Empty for a server that went away since its name was read; the change of the children tells of
   * it too.
   */
  async #record(path: string): Promise<string> {
    try {
      return (await this.#options.zooKeeper.getData(path, this.#onChange)).data.toString('utf8');
    } catch (error) {
      if (isMissing(error)) return '';
      throw error;
    }
  }

  #know(servers: readonly Address[]): void {
    const isNews = JSON.stringify(servers) !== JSON.stringify(this.#known);
    this.#known = servers;
    this.#first.resolve(servers);
    const list = servers.map(({host, port}) => `${host}:${port}`);
    if (isNews)
      this.#options.log.info(
        {path: this.#options.path, servers: list},
        'servers found in ZooKeeper',
      );
  }

  async #fail(reason: unknown): Promise<void> {
    if (
      this.#closing.signal.aborted ||
      (reason instanceof ZooKeeperError && reason.kind === 'closed')
    ) {
      this.close();
      return;
    }
    this.#options.log.warn(
      {path: this.#options.path, error: reason},
      'ZooKeeper cannot be read, will try again',
    );
    this.#isOutdated = true;
    if (this.#known === undefined) {
      this.#first.reject(reason);
      this.#first = Promise.withResolvers();
      this.#expectNoCaller();
    }
    await delay(pauseAfterFailureMs, undefined, {signal: this.#closing.signal}).catch(
      () => undefined,
    );
  }

  /** That nobody asked is no reason to end the process when the answer is an error. */
  #expectNoCaller(): void {
    this.#first.promise.catch(() => undefined);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof ZooKeeperError && error.kind === 'no-node';
}
