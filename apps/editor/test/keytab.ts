const aes256 = 18;

/** A keytab (version 2 of its format) with one key of 32 bytes for `service/host@REALM`. */
export function keytabOf(
  {service, host, realm}: {service: string; host: string; realm: string},
  key: Buffer,
): Buffer {
  const number = (value: number, bytes: 1 | 2 | 4) => {
    const buffer = Buffer.alloc(bytes);
    buffer.writeUIntBE(value, 0, bytes);
    return buffer;
  };
  const counted = (bytes: Buffer) => Buffer.concat([number(bytes.length, 2), bytes]);
  const names = [realm, service, host].map(one => counted(Buffer.from(one)));
  const [kindOfName, time, version] = [number(3, 4), number(0, 4), number(1, 1)];
  const entry = Buffer.concat([
    number(2, 2),
    ...names,
    kindOfName,
    time,
    version,
    number(aes256, 2),
    counted(key),
  ]);
  return Buffer.concat([Buffer.from([5, 2]), number(entry.length, 4), entry]);
}
