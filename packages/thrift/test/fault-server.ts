import {once} from 'node:events';
import {createServer, type AddressInfo, type Server, type Socket} from 'node:net';
import {BinaryWriter} from '../src/binary-writer.ts';
import type {Codec} from '../src/codec.ts';

/** What the server does with a connection; the handshake is its own affair. */
export type Behaviour = (socket: Socket, next: (size?: number) => Promise<Buffer>) => Promise<void>;

const running = new Set<() => Promise<void>>();

/** For `afterEach`: a failed test leaves no server that would keep the run from ending. */
export async function stopFaultServers(): Promise<void> {
  for (const stop of running) await stop();
}

/** A server in this process that does what no real one can be made to do. */
export async function faultServer(
  behave: Behaviour,
): Promise<{port: number; connections: () => number; stop(): Promise<void>}> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    behave(socket, reader(socket)).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    running.delete(stop);
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  running.add(stop);
  return {port: (server.address() as AddressInfo).port, connections: () => sockets.size, stop};
}

function reader(socket: Socket): (size?: number) => Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  let wake = (): void => undefined;
  let isOver = false;
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    wake();
  });
  socket.on('close', () => {
    isOver = true;
    wake();
  });
  return async size => {
    while (bytes.length < (size ?? 1)) {
      if (isOver) throw new Error('the client is gone');
      await new Promise<void>(resolve => (wake = resolve));
    }
    const taken = bytes.subarray(0, size ?? bytes.length);
    bytes = bytes.subarray(taken.length);
    return taken;
  };
}

/** Lets anybody in by PLAIN, as a server does. */
export async function letIn(
  socket: Socket,
  next: (size?: number) => Promise<Buffer>,
): Promise<void> {
  for (let word = 0; word < 2; word++) await next((await next(5)).readUInt32BE(1));
  socket.write(saslFrame(5, ''));
}

export function saslFrame(status: number, text: string): Buffer {
  const header = Buffer.alloc(5);
  header.writeUInt8(status);
  header.writeUInt32BE(Buffer.byteLength(text), 1);
  return Buffer.concat([header, Buffer.from(text)]);
}

/** The client's next call, of which a good answer has to repeat name and number. */
export async function nextCall(
  next: (size?: number) => Promise<Buffer>,
): Promise<{name: string; sequence: number}> {
  const bytes = await next((await next(4)).readInt32BE(0));
  const length = bytes.readInt32BE(4);
  return {name: bytes.toString('utf8', 8, 8 + length), sequence: bytes.readInt32BE(8 + length)};
}

export function frame(message: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeInt32BE(message.length);
  return Buffer.concat([header, message]);
}

/** @param type 2 is an answer, 3 an exception */
export function reply<T>(
  call: {name: string; sequence: number},
  type: number,
  codec: Codec<T>,
  value: T,
): Buffer {
  const writer = new BinaryWriter();
  writer.i32((0x8001 << 16) | type);
  writer.string(call.name);
  writer.i32(call.sequence);
  codec.write(writer, value);
  return writer.finish();
}
