import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

export type TokenServer = {
  readonly port: number;
  /** Each call in its order: `OpenSession <authorization>`. */
  readonly calls: readonly string[];
  readonly stop: () => Promise<void>;
};

/**
 * As much of a SQL server over HTTP as opening, asking for and closing sessions needs; all else it
 * refuses. It lets in whom
 * `accepts` says.
 * @param accepts told the header `Authorization`
 */
export async function startTokenServer(
  accepts: (authorization: string) => boolean,
): Promise<TokenServer> {
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const method = body.toString('latin1', 8, 8 + body.readInt32BE(4));
    const authorization = request.headers.authorization ?? '';
    calls.push(`${method} ${authorization}`);
    if (!accepts(authorization)) response.writeHead(401).end();
    else response.end(reply(method, body.subarray(8 + method.length, 12 + method.length)));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    stop: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

// Thrift's binary protocol: type byte, field number, value; a struct ends with 0.
const i32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);
const text = (value: string) => Buffer.concat([i32(value.length), Buffer.from(value)]);
const field = (type: number, id: number, value: Buffer) =>
  Buffer.concat([Buffer.from([type, 0, id]), value]);
const struct = (...fields: Buffer[]) => Buffer.concat([...fields, Buffer.from([0])]);
const status = (code: number) =>
  field(12, 1, struct(field(8, 1, i32(code)), field(11, 5, text('It does no more'))));
const handle = struct(
  field(12, 1, struct(field(11, 1, text('0123456789abcdef')), field(11, 2, text('secret')))),
);

function reply(method: string, sequence: Buffer): Buffer {
  const fields: Record<string, Buffer[]> = {
    OpenSession: [field(8, 2, i32(9)), field(12, 3, handle)],
    CloseSession: [],
    GetInfo: [field(12, 2, struct(field(11, 1, text('SQL'))))],
  };
  const known = fields[method];
  const answer = struct(status(known === undefined ? 3 : 0), ...(known ?? []));
  return Buffer.concat([i32(0x80010002 | 0), text(method), sequence, struct(field(12, 0, answer))]);
}
