import type {Socket} from 'node:net';
import type {ByteSource} from './byte-source.ts';
import {malformed, SaslError} from './errors.ts';
import {KerberosContext} from './kerberos.ts';

/** Who we are to the server, on a socket. */
export type SocketAuth =
  /** No handshake and no frames. */
  | {readonly mechanism: 'NOSASL'}
  /** A name and a password; a server without authentication takes any but an empty one. */
  | {readonly mechanism: 'PLAIN'; readonly user: string; readonly password: string}
  /** Kerberos; `principal` is the server's, in full: `service/host@REALM`. */
  | {readonly mechanism: 'GSSAPI'; readonly principal: string};

/** Data after a handshake that agreed to sign it (auth-int) or to encrypt it (auth-conf). */
export type Protection = {
  /** The frames that a message becomes. */
  wrap(message: Buffer): Promise<readonly Buffer[]>;
  /** @throws {SaslError} for a frame that was changed, left out, or sent twice */
  unwrap(frame: Buffer): Promise<Buffer>;
};

type Mechanism = {
  readonly name: string;
  /** @param challenge what the server said last, undefined at the start */
  respond(challenge: Buffer | undefined): Promise<Buffer>;
  /** What the handshake agreed on, when it is over. */
  protection?(): Protection | undefined;
};

/** Status byte of a handshake frame. */
const word = {start: 1, ok: 2, bad: 3, error: 4, complete: 5} as const;

/** First bytes of TLS: an alert, or the begin of a handshake. */
const tlsRecords = new Set([0x15, 0x16]);

/** Tokens with many groups in them reach tens of kilobytes. */
const maxTokenBytes = 1024 * 1024;

/**
 * Thrift's SASL handshake: frames of a status byte, a 4-byte length and the mechanism's bytes.
 * @returns how what follows is protected; undefined: not by SASL
 * @throws {SaslError} when the server or the local Kerberos library refuses
 */
export async function handshake(
  socket: Socket,
  source: ByteSource,
  auth: SocketAuth,
): Promise<Protection | undefined> {
  if (auth.mechanism === 'NOSASL') return undefined;
  const mechanism =
    auth.mechanism === 'PLAIN' ? plain(auth.user, auth.password) : await gssapi(auth.principal);
  // Made before anything is sent: a missing ticket is this side's failure and no business of the
  // server's.
  const first = await mechanism.respond(undefined);
  send(socket, word.start, Buffer.from(mechanism.name));
  send(socket, word.ok, first);
  for (;;) {
    const header = await source.read(5);
    const [status, size] = [header.readUInt8(0), header.readUInt32BE(1)];
    if (header.toString('latin1') === 'HTTP/')
      throw malformed('a reply of HTTP; does the server speak HTTP?');
    if (tlsRecords.has(status)) throw malformed('a TLS record; does the server want TLS?');
    if (status < word.ok || status > word.complete)
      throw malformed(`SASL status ${status}; does the server use SASL?`);
    if (size > maxTokenBytes) throw malformed(`a SASL token of ${size} bytes`);
    const payload = await source.read(size);
    if (status === word.bad || status === word.error)
      throw SaslError.refused(status, payload.toString('utf8'));
    if (status === word.complete) return mechanism.protection?.();
    send(socket, word.ok, await mechanism.respond(payload));
  }
}

function send(socket: Socket, status: number, payload: Buffer): void {
  const header = Buffer.allocUnsafe(5);
  header.writeUInt8(status, 0);
  header.writeUInt32BE(payload.length, 1);
  socket.write(Buffer.concat([header, payload]));
}

function plain(user: string, password: string): Mechanism {
  if (user.includes('\0') || password.includes('\0'))
    throw new TypeError('A name or password may hold no NUL');
  return {
    name: 'PLAIN',
    respond: async challenge => {
      if (challenge !== undefined)
        throw new SaslError('The server asks more than PLAIN has to tell');
      return Buffer.from(`\0${user}\0${password}`);
    },
  };
}

/**
 * RFC 4752: the Kerberos tokens, then an agreement on how later data is protected: the best that
 * the server offers. What the two say of the size of messages binds what this side sends; servers
 * in Java send a whole answer at once, whatever the size.
 */
async function gssapi(principal: string): Promise<Mechanism> {
  const context = await KerberosContext.start(principal, 'krb5');
  let protection: Protection | undefined;
  return {
    name: 'GSSAPI',
    respond: async challenge => {
      if (!context.isComplete) return await context.step(challenge ?? Buffer.alloc(0));
      const offer = await context.unwrap(challenge ?? Buffer.alloc(0), false);
      if (offer.length !== 4)
        throw malformed(`an offer of ${offer.length} bytes for the protection of data`);
      const layer = [layers.encrypted, layers.signed, layers.none].find(
        bit => (offer.readUInt8(0) & bit) !== 0,
      );
      if (layer === undefined)
        throw malformed(`an offer of no known protection of data (${offer.readUInt8(0)})`);
      protection = await protectionOf(context, layer, offer.readUIntBE(1, 3));
      const answer = Buffer.from([layer, 0, 0, 0]);
      if (layer !== layers.none) answer.writeUIntBE(receiveBytes, 1, 3);
      return await context.wrap(answer, false);
    },
    protection: () => protection,
  };
}

/** Bits of the offer. */
const layers = {none: 1, signed: 2, encrypted: 4} as const;

/** What a server is told that it may send at once: all that three bytes can say. */
const receiveBytes = 0xff_ff_ff;

async function protectionOf(
  context: KerberosContext,
  layer: number,
  sendBytes: number,
): Promise<Protection | undefined> {
  if (layer === layers.none) return undefined;
  const isEncrypted = layer === layers.encrypted;
  const atOnce = await context.wrapLimit(sendBytes, isEncrypted);
  if (atOnce === 0) throw malformed(`a server that takes messages of ${sendBytes} bytes`);
  return {
    wrap: async message => {
      const frames: Buffer[] = [];
      for (let start = 0; start < message.length; start += atOnce) {
        frames.push(await context.wrap(message.subarray(start, start + atOnce), isEncrypted));
      }
      return frames;
    },
    unwrap: async frame => await context.unwrap(frame, isEncrypted),
  };
}
