/**
 * Numbers of the ZIP format (PKWARE's APPNOTE 6.3): signatures, and the values that say «look into
 * the 64-bit record».
 */
export const signature = {
  localFile: 0x04034b50,
  centralFile: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  end64Locator: 0x07064b50,
  descriptor: 0x08074b50,
} as const;

export const size = {localFile: 30, centralFile: 46, end: 22, end64: 56, end64Locator: 20} as const;

export const method = {stored: 0, deflated: 8} as const;

export const max16 = 0xffff;
export const max32 = 0xffffffff;

/** Bits of the general purpose field. */
export const flag = {encrypted: 1, sizesFollow: 8, utf8: 0x800} as const;

/**
 * January 1st 1980, the first day of the format: archives of the same content are the same bytes.
 */
const date = 0x0021;
/**
 * Of the format, that a reader needs; without 64-bit records where none are needed, as some readers
 * refuse them.
 */
const version = {plain: 20, wide: 45} as const;

/** A deflated file of an archive. */
export type PackedFile = {
  readonly name: Buffer;
  readonly crc: number;
  /** Bytes unpacked and packed. */
  readonly size: number;
  readonly packed: number;
  /** Its sizes are known only behind its content, where a `descriptor` tells them. */
  readonly isStreamed: boolean;
};

/** What stands before a file's content. */
export function localHead(file: PackedFile): Buffer {
  const known = file.isStreamed ? {...file, crc: 0, size: 0, packed: 0} : file;
  return Buffer.concat([
    record([4, signature.localFile], [2, version.plain], ...common(known), [2, 0]),
    file.name,
  ]);
}

/** What stands behind the content of a streamed file. */
export function descriptor({crc, size, packed}: PackedFile): Buffer {
  return record([4, signature.descriptor], [4, crc], [4, packed], [4, size]);
}

/** A file's record in the directory at the end of the archive. */
export function centralHead(file: PackedFile, offset: number): Buffer {
  const isFar = offset >= max32;
  const needed = isFar ? version.wide : version.plain;
  const extra = isFar ? record([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
  const head = record(
    [4, signature.centralFile],
    [2, needed],
    [2, needed],
    ...common(file),
    [2, extra.length],
    ...([
      [2, 0],
      [2, 0],
      [2, 0],
      [4, 0],
    ] as const),
    [4, Math.min(offset, max32)],
  );
  return Buffer.concat([head, file.name, extra]);
}

/** What stands behind the directory of `length` bytes that begins at `begin`. */
export function archiveEnd(count: number, begin: number, length: number): Buffer {
  const entries = Math.min(count, max16);
  const end = record(
    [4, signature.end],
    ...([
      [2, 0],
      [2, 0],
    ] as const),
    [2, entries],
    [2, entries],
    [4, Math.min(length, max32)],
    [4, Math.min(begin, max32)],
    [2, 0],
  );
  if (count < max16 && begin < max32 && length < max32) return end;
  const wide = record(
    [4, signature.end64],
    [8, size.end64 - 12],
    [2, version.wide],
    [2, version.wide],
    ...([
      [4, 0],
      [4, 0],
    ] as const),
    ...([
      [8, count],
      [8, count],
      [8, length],
      [8, begin],
    ] as const),
  );
  return Buffer.concat([
    wide,
    record([4, signature.end64Locator], [4, 0], [8, begin + length], [4, 1]),
    end,
  ]);
}

type FieldOfRecord = readonly [bytes: 2 | 4 | 8, value: number];

/** What the head before a file and its record in the directory have in common. */
function common({name, crc, size, packed, isStreamed}: PackedFile): FieldOfRecord[] {
  const flags = flag.utf8 | (isStreamed ? flag.sizesFollow : 0);
  return [
    [2, flags],
    [2, method.deflated],
    [2, 0],
    [2, date],
    [4, crc],
    [4, packed],
    [4, size],
    [2, name.length],
  ];
}

/** Fields of a record in their order. */
function record(...fields: readonly FieldOfRecord[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [length]) => sum + length, 0));
  let at = 0;
  for (const [length, value] of fields) {
    if (length === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, length);
    at += length;
  }
  return bytes;
}
