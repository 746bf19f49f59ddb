import {randomInt} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type Server} from 'node:net';

/** Below those that Linux gives to connections going out (32768 and up). */
const [first, end] = [22_000, 32_000];

/**
 * Ports of 127.0.0.1 at which nobody listens, for servers that have to be told theirs. A server
 * that takes seconds to start, or is killed and started again, would now and then find one that the
 * system chose in the hands of somebody's outgoing connection.
 */
export async function freePorts(count: number): Promise<number[]> {
  const held: Server[] = [];
  const ports: number[] = [];
  while (ports.length < count) {
    const port = randomInt(first, end);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      continue;
    }
    held.push(server);
    ports.push(port);
  }
  await Promise.all(held.map(server => new Promise(resolve => server.close(resolve))));
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}
