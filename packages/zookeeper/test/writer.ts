import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {FrameSplitter} from '../src/frame-splitter.ts';
import {JuteReader, JuteWriter} from '../src/jute.ts';
import {
  bareRequest,
  connectRequest,
  noSession,
  op,
  readConnectReply,
  readHeader,
  type Session,
} from '../src/protocol.ts';

const create = 1;
const remove = 2;
const setData = 5;
const ephemeral = 1;

/**
 * What a SQL server does to ZooKeeper: registers itself and goes away with its session. The client
 * under test cannot write, so tests do it here, one request at a time.
 */
export class Writer {
  readonly session: Session;
  readonly #socket: Socket;
  readonly #frames: AsyncIterator<Buffer>;
  #number = 1;

  private constructor(socket: Socket, frames: AsyncIterator<Buffer>, session: Session) {
    this.#socket = socket;
    this.#frames = frames;
    this.session = session;
  }

  /** With a session of somebody else's, whatever this does to the session is done to theirs. */
  static async open(address: string, session: Session = noSession): Promise<Writer> {
    const [host = '', port] = address.split(':');
    const socket = connect(Number(port), host);
    await once(socket, 'connect');
    const frames = framesOf(socket);
    socket.write(connectRequest(session, 0n, 10_000));
    const granted = readConnectReply(await nextFrame(frames));
    if (granted === undefined) throw new Error('the session has expired');
    return new Writer(socket, frames, granted);
  }

  /** `rights`: what the world may do; 1 reads, 2 writes, 31 is everything. */
  async create(
    path: string,
    data = '',
    options: {isEphemeral?: boolean; rights?: number} = {},
  ): Promise<void> {
    const {isEphemeral = false, rights = 31} = options;
    const request = new JuteWriter()
      .int(this.#number)
      .int(create)
      .text(path)
      .buffer(Buffer.from(data));
    request.int(1).int(rights).text('world').text('anyone');
    await this.#ask(request.int(isEphemeral ? ephemeral : 0));
  }

  async delete(path: string): Promise<void> {
    await this.#ask(new JuteWriter().int(this.#number).int(remove).text(path).int(-1));
  }

  async setData(path: string, data: string): Promise<void> {
    await this.#ask(
      new JuteWriter().int(this.#number).int(setData).text(path).buffer(Buffer.from(data)).int(-1),
    );
  }

  /** Ends the session, and with it every ephemeral node. */
  async close(): Promise<void> {
    this.#socket.write(bareRequest(this.#number++, op.closeSession));
    await nextFrame(this.#frames);
    this.#socket.destroy();
  }

  async #ask(request: JuteWriter): Promise<void> {
    this.#socket.write(request.frame());
    const {xid, error} = readHeader(new JuteReader(await nextFrame(this.#frames)));
    if (xid !== this.#number++ || error !== 0)
      throw new Error(`ZooKeeper refused a write with ${error}`);
  }
}

async function* framesOf(socket: Socket): AsyncGenerator<Buffer, undefined> {
  const splitter = new FrameSplitter();
  for await (const chunk of socket) yield* splitter.push(chunk as Buffer);
  return undefined;
}

async function nextFrame(frames: AsyncIterator<Buffer>): Promise<Buffer> {
  const {value, done} = await frames.next();
  if (done === true) throw new Error('ZooKeeper closed the connection');
  return value;
}
