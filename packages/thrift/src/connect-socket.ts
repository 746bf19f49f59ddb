import {connect as connectPlain, type OnReadOpts, type Socket} from 'node:net';
import {connect as connectTls} from 'node:tls';
import {ByteSource} from './byte-source.ts';
import {ThriftError, TransportError} from './errors.ts';
import {handshake, type SocketAuth} from './sasl.ts';
import {SocketTransport} from './socket-transport.ts';
import {defaultMaxMessageBytes, type Transport} from './transport.ts';

export type TlsOptions = {
  /** PEM texts of the authorities to trust; default: those that Node trusts. */
  readonly ca?: string | readonly string[];
  /** PEM texts of this side's certificate and key, for servers that want one. */
  readonly cert?: string;
  readonly key?: string;
  /** The name that the server's certificate has to carry; default: the host. */
  readonly serverName?: string;
  /** False takes any certificate, which protects from nobody who can get in between. */
  readonly verify?: boolean;
};

export type SocketOptions = {
  readonly host: string;
  readonly port: number;
  readonly auth: SocketAuth;
  readonly tls?: TlsOptions | undefined;
  /** For the connection and the handshake together; default 30 s. */
  readonly timeoutMs?: number;
  readonly maxMessageBytes?: number;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Connects and proves who we are. Leaves no socket behind when it fails.
 * @throws {TransportError} reason `connect`, `tls`, `timeout`, or `closed` when the server hangs up
 * in the handshake
 * @throws {SaslError} when the handshake is refused
 */
export async function connectSocket(options: SocketOptions): Promise<Transport> {
  const {
    host,
    port,
    timeoutMs = 30_000,
    maxMessageBytes = defaultMaxMessageBytes,
    signal,
  } = options;
  signal?.throwIfAborted();
  const peer = `${host}:${port}`;
  const source = new ByteSource();
  const socket = open(options, source.onread);
  source.listenTo(socket);
  const timer = setTimeout(() => {
    source.fail(new TransportError('timeout', `No connection to ${peer} within ${timeoutMs} ms`));
  }, timeoutMs);
  const abort = (): void =>
    void source.fail(new TransportError('closed', 'Given up', {cause: signal?.reason}));
  signal?.addEventListener('abort', abort, {once: true});
  try {
    await established(socket, source, options);
    const protection = await handshake(socket, source, options.auth);
    const framed = options.auth.mechanism !== 'NOSASL';
    return new SocketTransport(socket, source, {peer, framed, protection, maxMessageBytes});
  } catch (error) {
    source.fail(new TransportError('closed', 'The handshake failed', {cause: error}));
    signal?.throwIfAborted();
    throw error instanceof ThriftError || error instanceof TypeError
      ? error
      : new TransportError('connect', `No connection to ${peer}: ${describe(error)}`, {
          cause: error,
        });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function open({host, port, tls}: SocketOptions, onread: OnReadOpts): Socket {
  if (tls === undefined) return connectPlain({host, port, noDelay: true, keepAlive: true, onread});
  // As of other sockets, which the type library does not know.
  const options = {...tlsSettings(host, tls), host, port, onread};
  return connectTls(options).setNoDelay(true).setKeepAlive(true);
}

/** The same settings for Node's socket and HTTPS clients. */
export function tlsSettings(host: string, tls: TlsOptions) {
  const serverName = tls.serverName ?? host;
  return {
    // A name for the server to choose its certificate by; addresses are not allowed there.
    ...(/^[\d.]+$|:/.test(serverName) ? {} : {servername: serverName}),
    ...(tls.ca === undefined ? {} : {ca: [tls.ca].flat()}),
    ...(tls.cert === undefined ? {} : {cert: tls.cert}),
    ...(tls.key === undefined ? {} : {key: tls.key}),
    rejectUnauthorized: tls.verify ?? true,
  };
}

async function established(
  socket: Socket,
  source: ByteSource,
  {host, port, tls}: SocketOptions,
): Promise<void> {
  let isConnected = false;
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => (isConnected = true));
    socket.once(tls === undefined ? 'connect' : 'secureConnect', () => resolve());
    // Told by the source, which hears of an error, a close and a timeout alike; it came to listen
    // first.
    socket.once('close', () =>
      reject(source.failure ?? new TransportError('closed', 'The connection is closed')),
    );
  }).catch((error: TransportError) => {
    if (error.reason === 'timeout') throw error;
    const cause = error.cause ?? error;
    throw isConnected
      ? new TransportError('tls', `No secure connection to ${host}:${port}: ${describe(cause)}`, {
          cause,
        })
      : new TransportError('connect', `No connection to ${host}:${port}: ${describe(cause)}`, {
          cause,
        });
  });
}

/** An address with several numbers fails with several errors, whose sum has no text of its own. */
export function describe(error: unknown): string {
  if (error instanceof AggregateError && error.message === '')
    return error.errors.map(describe).join('; ');
  return error instanceof Error ? error.message : String(error);
}
