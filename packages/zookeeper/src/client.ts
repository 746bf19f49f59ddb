import {setTimeout as delay} from 'node:timers/promises';
import {Connection} from './connection.ts';
import {addressText, type Ensemble, type ServerAddress} from './ensemble.ts';
import {ZooKeeperError} from './error.ts';
import {JuteReader} from './jute.ts';
import {
  bareRequest,
  errorOf,
  noSession,
  type NodeStat,
  op,
  readHeader,
  readRequest,
  readStat,
  readWatchEvent,
  type Session,
  setWatchesRequest,
  xid,
} from './protocol.ts';
import {type Watcher, Watches, type WatchEvent, type WatchKind} from './watches.ts';

export type SessionState =
  | {readonly state: 'connected'; readonly server: string; readonly isNewSession: boolean}
  | {readonly state: 'lost'; readonly reason: string}
  | {readonly state: 'expired'};

export type ZooKeeperOptions = {
  readonly ensemble: Ensemble;
  /**
   * Asked for; the server may grant another. After so long without contact the server forgets the
   * watches.
   */
  readonly sessionTimeoutMs?: number;
  /** For one server to accept and greet, before the next one is tried. */
  readonly connectTimeoutMs?: number;
  /** For one request over all attempts and servers. */
  readonly requestTimeoutMs?: number;
  /** For the log: every connection made, lost, and every session that expired. */
  readonly onState?: (state: SessionState) => void;
};

type Request = {
  readonly opcode: number;
  readonly path: string;
  readonly watcher: Watcher | undefined;
  /** Set while it is on the wire of the present connection. */
  number: number | undefined;
  settle: ((error: ZooKeeperError | undefined, body: JuteReader) => void) | undefined;
};

const pauseMs = {first: 50, longest: 2000};

/**
 * Reads a ZooKeeper ensemble and watches it. Because it only reads, a request whose connection is
 * lost is sent again on the next one: callers see a value, a reason of the server's, or a timeout,
 * and never a lost connection.
 *
 * Watches are called once. They survive a change of the server; when the session expires, each is
 * called with
 * `session-expired`, since nobody can tell what happened meanwhile.
 */
export class ZooKeeper {
  readonly #options: Required<Omit<ZooKeeperOptions, 'onState'>> &
    Pick<ZooKeeperOptions, 'onState'>;
  readonly #watches = new Watches();
  readonly #closing = new AbortController();
  /** Unanswered requests, oldest first: replies come in this order. */
  readonly #requests: Request[] = [];
  readonly #ended: Promise<void>;
  #connection: Connection | undefined;
  #session: Session = noSession;
  #lastContact = 0;
  #lastZxid = 0n;
  #nextNumber = 1;
  #lastFailure = 'no server was tried yet';

  /** Begins to connect at once, and goes on until `close`. */
  constructor(options: ZooKeeperOptions) {
    this.#options = {
      sessionTimeoutMs: 20_000,
      connectTimeoutMs: 5_000,
      requestTimeoutMs: 30_000,
      ...options,
    };
    this.#ended = this.#stayConnected();
  }

  /** Undefined when there is no such node; the watch then waits for it to be created. */
  async exists(path: string, watcher?: Watcher): Promise<NodeStat | undefined> {
    try {
      return readStat(await this.#ask(op.exists, path, watcher));
    } catch (error) {
      if (error instanceof ZooKeeperError && error.kind === 'no-node') return undefined;
      throw error;
    }
  }

  /** Names, without the path, in no order. Throws `no-node`, and then the watch is not set. */
  async getChildren(path: string, watcher?: Watcher): Promise<string[]> {
    return (await this.#ask(op.getChildren, path, watcher)).texts();
  }

  /** Throws `no-node`, and then the watch is not set. */
  async getData(path: string, watcher?: Watcher): Promise<{data: Buffer; stat: NodeStat}> {
    const body = await this.#ask(op.getData, path, watcher);
    const data = Buffer.from(body.buffer());
    return {data, stat: readStat(body)};
  }

  /**
   * Ends the session, so that the server need not wait for its timeout. Open requests fail with
   * `closed`.
   */
  async close(): Promise<void> {
    if (!this.#closing.signal.aborted) {
      this.#closing.abort();
      this.#failRequests(new ZooKeeperError('closed', 'the ZooKeeper client was closed'));
      this.#connection?.send(bareRequest(this.#nextNumber++, op.closeSession));
    }
    const connection = this.#connection;
    const timer = setTimeout(() => connection?.end(new ZooKeeperError('closed', 'closed')), 1000);
    await this.#ended;
    clearTimeout(timer);
  }

  async #ask(opcode: number, path: string, watcher: Watcher | undefined): Promise<JuteReader> {
    if (this.#closing.signal.aborted)
      throw new ZooKeeperError('closed', 'the ZooKeeper client was closed');
    const request: Request = {opcode, path, watcher, number: undefined, settle: undefined};
    return await new Promise<JuteReader>((resolve, reject) => {
      const {requestTimeoutMs, ensemble} = this.#options;
      const timer = setTimeout(() => {
        // On the wire it stays in the queue: its reply may still come and must not be taken for the
        // next one's.
        request.settle = undefined;
        if (request.number === undefined) this.#requests.splice(this.#requests.indexOf(request), 1);
        const servers = ensemble.servers.map(addressText).join(',');
        const why = `no answer from ZooKeeper (${servers}) within ${requestTimeoutMs} ms: ${this.#lastFailure}`;
        reject(new ZooKeeperError('timeout', why));
      }, requestTimeoutMs);
      request.settle = (error, body) => {
        clearTimeout(timer);
        if (error === undefined) resolve(body);
        else reject(error);
      };
      this.#requests.push(request);
      if (this.#connection !== undefined) this.#send(this.#connection, request);
    });
  }

  #send(connection: Connection, request: Request): void {
    request.number = this.#nextNumber++;
    if (this.#nextNumber > 0x7fff_fff0) this.#nextNumber = 1;
    const path = this.#serverPath(request.path);
    connection.send(
      readRequest(request.number, request.opcode, path, request.watcher !== undefined),
    );
  }

  /** One server after the other; a round without success is followed by a pause that grows. */
  async #stayConnected(): Promise<void> {
    const servers = shuffled(this.#options.ensemble.servers);
    let failures = 0;
    for (let turn = 0; !this.#closing.signal.aborted; turn++) {
      const workedMs = await this.#useServer(servers[turn % servers.length] as ServerAddress);
      failures = workedMs > pauseMs.longest ? 0 : failures + 1;
      if (failures === 0 || failures % servers.length !== 0) continue;
      const round = failures / servers.length;
      const pause =
        Math.min(pauseMs.first * 2 ** (round - 1), pauseMs.longest) * (0.5 + Math.random() / 2);
      await delay(pause, undefined, {signal: this.#closing.signal}).catch(() => undefined);
    }
  }

  /** Connects, works until the connection ends, and tells how long it worked, in milliseconds. */
  async #useServer(address: ServerAddress): Promise<number> {
    this.#forgetStaleSession();
    let greetedAt: number | undefined;
    await new Promise<void>(resolve => {
      const connection: Connection = new Connection(address, this.#handshake(), {
        onSession: session => {
          greetedAt = performance.now();
          if (session === undefined) this.#expire();
          else this.#begin(connection, session);
        },
        onFrame: frame => this.#receive(frame),
        onEnd: reason => {
          this.#closing.signal.removeEventListener('abort', giveUp);
          this.#end(connection, reason);
          resolve();
        },
      });
      // Once greeted, `close` says farewell to the server itself.
      const giveUp = () => {
        if (greetedAt === undefined) connection.end(new ZooKeeperError('closed', 'closed'));
      };
      this.#closing.signal.addEventListener('abort', giveUp);
    });
    return greetedAt === undefined ? 0 : performance.now() - greetedAt;
  }

  #handshake(): ConstructorParameters<typeof Connection>[1] {
    const {sessionTimeoutMs, connectTimeoutMs} = this.#options;
    return {session: this.#session, lastZxid: this.#lastZxid, sessionTimeoutMs, connectTimeoutMs};
  }

  #begin(connection: Connection, session: Session): void {
    const isNewSession = session.id !== this.#session.id;
    this.#session = session;
    this.#lastContact = performance.now();
    this.#connection = connection;
    this.#options.onState?.({state: 'connected', server: connection.server, isNewSession});
    this.#restoreWatches(connection);
    this.#requests.splice(
      0,
      this.#requests.length,
      ...this.#requests.filter(request => request.settle !== undefined),
    );
    for (const request of this.#requests) this.#send(connection, request);
  }

  #end(connection: Connection, reason: ZooKeeperError): void {
    this.#lastFailure = reason.message;
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    for (const request of this.#requests) request.number = undefined;
    if (!this.#closing.signal.aborted)
      this.#options.onState?.({state: 'lost', reason: reason.message});
  }

  #receive(frame: Buffer): void {
    this.#lastContact = performance.now();
    const reader = new JuteReader(frame);
    const header = readHeader(reader);
    if (header.xid === xid.watchEvent) return this.#fire(reader);
    if (header.zxid > this.#lastZxid) this.#lastZxid = header.zxid;
    // Answers to pings, to the restored watches and to the farewell hold nothing to read.
    if (header.xid === xid.setWatches && header.error !== 0) throw errorOf(header.error, 'watches');
    if (header.xid === xid.ping || header.xid === xid.setWatches || this.#closing.signal.aborted)
      return undefined;
    const request = this.#requests.shift();
    if (request?.number !== header.xid) {
      const expected = request === undefined ? 'nothing was asked' : `${request.number} is due`;
      throw new ZooKeeperError('malformed', `an answer to request ${header.xid}, but ${expected}`);
    }
    const error = header.error === 0 ? undefined : errorOf(header.error, request.path);
    this.#watch(request, error);
    request.settle?.(error, reader);
    return undefined;
  }

  /** Before the caller hears of the answer: the event may be right behind it. */
  #watch({opcode, path, watcher, settle}: Request, error: ZooKeeperError | undefined): void {
    if (watcher === undefined || settle === undefined) return;
    if (error !== undefined && !(error.kind === 'no-node' && opcode === op.exists)) return;
    const found: Readonly<Record<number, WatchKind>> = {
      [op.exists]: error === undefined ? 'data' : 'exists',
      [op.getData]: 'data',
      [op.getChildren]: 'children',
    };
    const kind = found[opcode];
    if (kind !== undefined) this.#watches.add(kind, this.#serverPath(path), watcher);
  }

  #fire(reader: JuteReader): void {
    const event = readWatchEvent(reader);
    if (event === undefined) return;
    this.#tell(this.#watches.take(event.change, event.path), event.change, event.path);
  }

  /**
   * Apart from the reading of the reply, so that a fault of a watcher is not taken for one of the
   * connection.
   */
  #tell(watchers: Iterable<Watcher>, change: WatchEvent['change'], serverPath: string): void {
    const event = {change, path: this.#callerPath(serverPath)};
    for (const watcher of watchers) queueMicrotask(() => watcher(event));
  }

  #restoreWatches(connection: Connection): void {
    if (!this.#watches.isEmpty)
      connection.send(setWatchesRequest(this.#lastZxid, this.#watches.paths()));
  }

  /**
   * Out of contact for longer than the session lives, asking for it again is of no use, and would
   * be refused for ever by an ensemble that was set up anew and whose count of changes is below the
   * last one seen.
   */
  #forgetStaleSession(): void {
    const isStale = performance.now() - this.#lastContact > this.#session.timeoutMs;
    if (this.#session !== noSession && isStale) this.#expire();
  }

  #expire(): void {
    this.#session = noSession;
    this.#lastZxid = 0n;
    this.#options.onState?.({state: 'expired'});
    for (const {path, watchers} of this.#watches.takeAll())
      this.#tell(watchers, 'session-expired', path);
  }

  #failRequests(error: ZooKeeperError): void {
    for (const request of this.#requests.splice(0))
      request.settle?.(error, new JuteReader(Buffer.alloc(0)));
  }

  #serverPath(path: string): string {
    const {chroot} = this.#options.ensemble;
    return path === '/' && chroot !== '' ? chroot : chroot + path;
  }

  #callerPath(path: string): string {
    return path.slice(this.#options.ensemble.chroot.length) || '/';
  }
}

/** So that many editors do not all begin with the same server. */
function shuffled(servers: readonly ServerAddress[]): ServerAddress[] {
  return servers
    .map(server => ({server, order: Math.random()}))
    .sort((a, b) => a.order - b.order)
    .map(({server}) => server);
}
