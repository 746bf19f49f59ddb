import {once} from 'node:events';
import {connect, createServer, type AddressInfo, type Server, type Socket} from 'node:net';
import {FrameSplitter} from '../src/frame-splitter.ts';
import {readConnectReply, type Session} from '../src/protocol.ts';

/**
 * A cable between a client and a server that a test can unplug, or that swallows what is sent
 * through it.
 */
export class Proxy {
  readonly address: string;
  /** Where new connections go. */
  target: string;
  readonly #server: Server;
  #greeting: Buffer = Buffer.alloc(0);
  readonly #sockets = new Set<Socket>();
  #isMute = false;
  #isRefusing = false;

  private constructor(server: Server, target: string) {
    this.target = target;
    this.#server = server;
    this.address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('connection', near => {
      if (this.#isRefusing) {
        near.destroy();
        return;
      }
      const [host = '', port] = this.target.split(':');
      const far = connect(Number(port), host);
      this.#join(near, far);
      this.#join(far, near);
      far.once('data', chunk => {
        if (this.#greeting.length === 0) this.#greeting = chunk;
      });
    });
  }

  static async to(target: string): Promise<Proxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Proxy(server, target);
  }

  /** The first session that went through, for a test that wants to end it. */
  firstSession(): Session | undefined {
    const [frame] = new FrameSplitter().push(this.#greeting);
    return frame === undefined ? undefined : readConnectReply(frame);
  }

  /** Connections stay open and nothing comes through any more. */
  mute(isMute: boolean): void {
    this.#isMute = isMute;
  }

  /** Cuts every connection, and refuses new ones until told otherwise. */
  refuse(isRefusing: boolean): void {
    this.#isRefusing = isRefusing;
    if (isRefusing) this.cut();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('data', chunk => {
      if (!this.#isMute) to.write(chunk);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}
