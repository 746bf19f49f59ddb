import type {IncomingMessage, Server, ServerResponse} from 'node:http';
import type {Socket} from 'node:net';
import type {Log} from '../log.ts';

/**
 * Cuts off clients that hold up their own request: they have not sent all of it, or do not take its
 * answer, and nothing has moved for `timeoutMs`. A client that waits for an operation is not one of
 * them, however long that takes.
 */
export function cutSlowClients(server: Server, timeoutMs: number, log: Log): void {
  const inFlight = new WeakMap<Socket, {request: IncomingMessage; response: ServerResponse}>();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const {socket} = request;
    inFlight.set(socket, {request, response});
    response.once('close', () => {
      if (inFlight.get(socket)?.response === response) inFlight.delete(socket);
    });
  });
  server.setTimeout(timeoutMs, (socket: Socket) => {
    const current = inFlight.get(socket);
    if (current === undefined) {
      // Kept open, and not used.
      socket.destroy();
      return;
    }
    const {request, response} = current;
    const isWaiting =
      request.complete && socket.writableLength === 0 && response.writableLength === 0;
    if (isWaiting) {
      socket.setTimeout(timeoutMs);
      return;
    }
    const {method, socket: {remoteAddress: address} = socket} = request;
    log.warn({method, address, timeoutMs}, 'a client that neither sends nor takes was cut off');
    socket.destroy();
  });
}
