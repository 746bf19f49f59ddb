import {BinaryReader} from './binary-reader.ts';
import {BinaryWriter} from './binary-writer.ts';
import {struct, string, i32, type Codec} from './codec.ts';
import {ApplicationError, malformed} from './errors.ts';
import {messageType, strictVersion} from './wire.ts';

const applicationException = struct(
  'TApplicationException',
  {},
  {message: [1, string], type: [2, i32]},
);

/** The bytes of a call. */
export function encodeCall<T>(method: string, sequence: number, codec: Codec<T>, args: T): Buffer {
  const writer = new BinaryWriter();
  writer.i32((strictVersion << 16) | messageType.call);
  writer.string(method);
  writer.i32(sequence);
  codec.write(writer, args);
  return writer.finish();
}

/**
 * The result in the bytes of an answer.
 * @throws {ApplicationError} when the server's Thrift layer refused the call
 * @throws {TransportError} when the bytes are no answer to this call
 */
export function decodeReply<T>(
  bytes: Buffer,
  method: string,
  sequence: number,
  codec: Codec<T>,
): T {
  const reader = new BinaryReader(bytes);
  const version = reader.i32();
  if (version >>> 16 !== strictVersion) throw malformed(`version ${(version >>> 0).toString(16)}`);
  const name = reader.string();
  const answered = reader.i32();
  if (name !== method || answered !== sequence) {
    throw malformed(
      `an answer to ${name.slice(0, 80)} ${answered} where ${method} ${sequence} was called`,
    );
  }
  const type = version & 0xff;
  if (type === messageType.exception) {
    const {type: kind = 0, message} = applicationException.read(reader, 0);
    throw new ApplicationError(
      method,
      kind,
      message ?? `The server failed at ${method} and does not say why`,
    );
  }
  if (type !== messageType.reply) throw malformed(`message type ${type}`);
  const result = codec.read(reader, 0);
  if (reader.left > 0) throw malformed(`${reader.left} bytes after the end`);
  return result;
}
