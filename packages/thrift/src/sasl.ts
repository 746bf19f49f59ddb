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
  | {readonly mechanism: 'GSSAPI'; readonly principal: string; readonly qop?: 'auth' | 'auth-int' | 'auth-conf'};

type Mechanism = {
  readonly name: string;
  /** @param challenge what the server said last, undefined at the start */
  respond(challenge: Buffer | undefined): Promise<Buffer>;
};

/** Status byte of a handshake frame. */
const word = {start: 1, ok: 2, bad: 3, error: 4, complete: 5} as const;

/** First bytes of TLS: an alert, or the begin of a handshake. */
const tlsRecords = new Set([0x15, 0x16]);

/** Tokens with many groups in them reach tens of kilobytes. */
const maxTokenBytes = 1024 * 1024;

/**
 * Thrift's SASL handshake: frames of a status byte, a 4-byte length and the mechanism's bytes.
 * @throws {SaslError} when the server or the local Kerberos library refuses
 */
export async function handshake(socket: Socket, source: ByteSource, auth: SocketAuth): Promise<void> {
  if (auth.mechanism === 'NOSASL') return;
  const mechanism =
    auth.mechanism === 'PLAIN' ? plain(auth.user, auth.password) : await gssapi(auth.principal, auth.qop);
  // Made before anything is sent: a missing ticket is this side's failure and no business of the server's.
  const first = await mechanism.respond(undefined);
  send(socket, word.start, Buffer.from(mechanism.name));
  send(socket, word.ok, first);
  for (;;) {
    const header = await source.read(5);
    const [status, size] = [header.readUInt8(0), header.readUInt32BE(1)];
    if (header.toString('latin1') === 'HTTP/') throw malformed('a reply of HTTP; does the server speak HTTP?');
    if (tlsRecords.has(status)) throw malformed('a TLS record; does the server want TLS?');
    if (status < word.ok || status > word.complete) throw malformed(`SASL status ${status}; does the server use SASL?`);
    if (size > maxTokenBytes) throw malformed(`a SASL token of ${size} bytes`);
    const payload = await source.read(size);
    if (status === word.bad || status === word.error) throw SaslError.refused(status, payload.toString('utf8'));
    if (status === word.complete) return;
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
  if (user.includes('\0') || password.includes('\0')) throw new TypeError('A name or password may hold no NUL');
  return {
    name: 'PLAIN',
    respond: async challenge => {
      if (challenge !== undefined) throw new SaslError('The server asks more than PLAIN has to tell');
      return Buffer.from(`\0${user}\0${password}`);
    },
  };
}

/** RFC 4752: the Kerberos tokens, then an agreement on how later data is protected, which here is not at all. */
async function gssapi(principal: string, qop = 'auth'): Promise<Mechanism> {
  if (qop !== 'auth') throw unsupportedProtection(`The quality of protection ${qop} was asked for`);
  const context = await KerberosContext.start(principal, 'krb5');
  return {
    name: 'GSSAPI',
    respond: async challenge => {
      if (!context.isComplete) return await context.step(challenge ?? Buffer.alloc(0));
      const offer = await context.unwrap(challenge ?? Buffer.alloc(0));
      if (offer.length !== 4) throw malformed(`an offer of ${offer.length} bytes for the protection of data`);
      if ((offer.readUInt8(0) & noLayer) === 0) {
        throw unsupportedProtection(`The server wants data to be signed or encrypted by SASL (offer ${offer[0]})`);
      }
      return await context.wrap(Buffer.from([noLayer, 0, 0, 0]));
    },
  };
}

/** Bit of the offer that allows plain frames after the handshake. */
const noLayer = 1;

function unsupportedProtection(why: string): SaslError {
  return new SaslError(
    `${why}, but the Kerberos library for Node cannot do auth-int and auth-conf. ` +
      'Protect the connection with TLS instead, and set hive.server2.thrift.sasl.qop=auth on the server',
    {isOurLimit: true},
  );
}
