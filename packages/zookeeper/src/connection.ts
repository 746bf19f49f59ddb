import {connect, type Socket} from 'node:net';
import {addressText, type ServerAddress} from './ensemble.ts';
import {ZooKeeperError} from './error.ts';
import {FrameSplitter} from './frame-splitter.ts';
import {bareRequest, connectRequest, op, readConnectReply, type Session, xid} from './protocol.ts';

export type Handshake = {
  /** The session to take over; `noSession` asks for a new one. */
  readonly session: Session;
  readonly lastZxid: bigint;
  readonly sessionTimeoutMs: number;
  /** For reaching the server and its first answer together. */
  readonly connectTimeoutMs: number;
};

export type ConnectionEvents = {
  /** Undefined: the server no longer knows the session; it ends the connection next. */
  onSession(session: Session | undefined): void;
  onFrame(frame: Buffer): void;
  /** Called once, whoever ended the connection and however far it had come. */
  onEnd(reason: ZooKeeperError): void;
};

/**
 * One TCP connection to one server. Keeps the session alive: says something every third of the
 * session's timeout, and gives the server up after two thirds of silence, so that a third is left
 * to reach another one.
 */
export class Connection {
  readonly server: string;
  readonly #socket: Socket;
  readonly #frames = new FrameSplitter();
  readonly #events: ConnectionEvents;
  #timer: NodeJS.Timeout;
  #session: Session | undefined;
  #lastSent = performance.now();
  #lastReceived = performance.now();

  constructor(address: ServerAddress, handshake: Handshake, events: ConnectionEvents) {
    this.server = addressText(address);
    this.#events = events;
    this.#timer = setTimeout(
      () => this.end(this.#lost(`no answer within ${handshake.connectTimeoutMs} ms`)),
      handshake.connectTimeoutMs,
    );
    const {session, lastZxid, sessionTimeoutMs} = handshake;
    this.#socket = connect({host: address.host, port: address.port, noDelay: true});
    this.#socket.once('connect', () =>
      this.send(connectRequest(session, lastZxid, sessionTimeoutMs)),
    );
    this.#socket.on('data', chunk => this.#receive(chunk));
    let reason: ZooKeeperError | undefined;
    this.#socket.on('error', error => {
      reason ??= error instanceof ZooKeeperError ? error : this.#lost(error.message, error);
    });
    this.#socket.once('close', () => {
      clearTimeout(this.#timer);
      // A server that knows less than this client, or has too many clients, says nothing more than
      // this.
      events.onEnd(
        reason ??
          this.#lost(`closed the connection${this.#session === undefined ? ' unanswered' : ''}`),
      );
    });
  }

  send(frame: Buffer): void {
    this.#lastSent = performance.now();
    this.#socket.write(frame);
  }

  end(reason: ZooKeeperError): void {
    this.#socket.destroy(reason);
  }

  #receive(chunk: Buffer): void {
    this.#lastReceived = performance.now();
    try {
      for (const frame of this.#frames.push(chunk)) {
        if (this.#socket.destroyed) return;
        if (this.#session === undefined) this.#greet(readConnectReply(frame));
        else this.#events.onFrame(frame);
      }
    } catch (error) {
      this.end(
        error instanceof ZooKeeperError
          ? error
          : new ZooKeeperError('malformed', String(error), {cause: error}),
      );
    }
  }

  #greet(session: Session | undefined): void {
    clearTimeout(this.#timer);
    this.#events.onSession(session);
    if (session === undefined) {
      this.end(this.#lost('the session has expired'));
      return;
    }
    this.#session = session;
    this.#timer = setInterval(
      () => this.#keepAlive(session.timeoutMs),
      Math.max(session.timeoutMs / 6, 10),
    );
  }

  #keepAlive(timeoutMs: number): void {
    const silentMs = performance.now() - this.#lastReceived;
    if (silentMs > (timeoutMs * 2) / 3)
      this.end(this.#lost(`was silent for ${Math.round(silentMs)} ms`));
    else if (performance.now() - this.#lastSent >= timeoutMs / 3)
      this.send(bareRequest(xid.ping, op.ping));
  }

  #lost(what: string, cause?: Error): ZooKeeperError {
    return new ZooKeeperError('lost', `${this.server}: ${what}`, {cause});
  }
}
