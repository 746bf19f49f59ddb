import type {Server, Socket} from 'node:net';

/**
 * Closes connections of an address that has so many already, so that nobody takes those of all
 * others. Those of a trusted proxy are its clients'.
 */
export function limitConnections(
  server: Server,
  max: number,
  isProxy: (address: string) => boolean = () => false,
): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const {remoteAddress: address} = socket;
    if (address === undefined || isProxy(address)) return;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (count > max) socket.destroy();
  });
}
