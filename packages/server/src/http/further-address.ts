import {lookup} from 'node:dns/promises';
import {once} from 'node:events';
import {createServer, type Server as SocketServer, type Socket} from 'node:net';
import {Server as TlsServer} from 'node:tls';

export type FurtherAddress = {
  /** Takes nobody else in; resolves when the last connection that came here has ended. */
  readonly close: () => Promise<void>;
};

/** At least one; the first is told to people. */
export type Addresses = readonly [string, ...string[]];

/**
 * Lets clients in at one more address. What connects there is handed to the server as its own, so
 * that its certificate, its limits and its farewell hold for both, and there is one place to change
 * any of them.
 * @param server one that listens; both addresses together take its `maxConnections`
 * @throws NodeJS.ErrnoException
 */
export async function listenAlso(
  server: SocketServer,
  host: string,
  port: number,
): Promise<FurtherAddress> {
  const max = server.maxConnections ?? Infinity;
  let count = 0;
  const changeBy = (by: number): void => {
    count += by;
    if (max !== Infinity) server.maxConnections = max - count;
  };
  // As Node's own: HTTP answers clients that have said all; TLS has a word of its own for that.
  const allowHalfOpen = !(server instanceof TlsServer);
  const further = createServer({allowHalfOpen, noDelay: true}, (socket: Socket) => {
    changeBy(1);
    socket.once('close', () => changeBy(-1));
    server.getConnections((_error, others) => {
      if (count + others > max) socket.destroy();
      else server.emit('connection', socket);
    });
  });
  further.listen({host, port});
  await once(further, 'listening');
  return {
    close: async () => {
      const closed = once(further, 'close');
      further.close();
      await closed;
    },
  };
}

/**
 * What a name to listen on stands for: all of `localhost`, as clients try one after the other; else
 * the name itself.
 */
export async function addressesOf(host: string): Promise<Addresses> {
  if (host !== 'localhost') return [host];
  const found = await lookup(host, {all: true});
  const [first = host, ...others] = new Set(found.map(one => one.address));
  return [first, ...others];
}
