import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {constants, createGunzip} from 'node:zlib';
import {formatOf} from './data-sets.ts';

/** A file elsewhere, whose bytes are fetched. */
export type FarFile = {
  readonly size: () => Promise<number>;
  readonly read: (from: number, length: number) => Promise<Buffer>;
};

/** From the end of a Parquet file: its footer is hardly ever longer. */
const tailBytes = 64 * 2 ** 10;
const maxFooterBytes = 64 * 2 ** 20;
/** From the beginning of a text: what the engine guesses types from. */
const headBytes = 2 ** 20;
const maxUnpackedBytes = 8 * 2 ** 20;

/**
 * Fetches what tells of the columns of a file, which is little of it, and lets the embedded engine
 * look at that: of Parquet the footer, of a text its first lines.
 */
export async function lookAtPart<Seen>(
  path: string,
  file: FarFile,
  use: (file: string, isPart: boolean) => Promise<Seen>,
): Promise<Seen> {
  const format = formatOf(path) ?? '';
  const part = format === 'parquet' ? await footerOf(file) : await headOf(path, format, file);
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-part-'));
  try {
    const local = join(folder, `part.${format}`);
    await writeFile(local, part.bytes);
    return await use(local, part.isPart);
  } finally {
    await rm(folder, {recursive: true});
  }
}

type Part = {readonly bytes: Buffer; readonly isPart: boolean};

/** A Parquet file without its rows. */
async function footerOf({size, read}: FarFile): Promise<Part> {
  const all = await size();
  const most = Math.min(all, tailBytes);
  const tail = most === 0 ? Buffer.alloc(0) : await read(all - most, most);
  if (tail.length < 12 || tail.subarray(-4).toString('latin1') !== 'PAR1')
    throw new Error('it is no whole Parquet file: it may be being written');
  const length = tail.readUInt32LE(tail.length - 8) + 8;
  if (length > Math.min(all, maxFooterBytes))
    throw new Error(`its footer has ${length} bytes, of ${maxFooterBytes} at most`);
  const footer = length <= tail.length ? tail.subarray(-length) : await read(all - length, length);
  return {bytes: Buffer.concat([Buffer.from('PAR1'), footer]), isPart: false};
}

async function headOf(path: string, format: string, {size, read}: FarFile): Promise<Part> {
  const all = await size();
  const fetched = all === 0 ? Buffer.alloc(0) : await read(0, Math.min(all, headBytes));
  const isZipped = path.toLowerCase().endsWith('.gz');
  const {bytes, isCut} = isZipped ? await unpacked(fetched) : {bytes: fetched, isCut: false};
  if (all <= headBytes && !isCut) return {bytes, isPart: false};
  return {
    bytes: format === 'json' && isArray(bytes) ? firstOf(bytes) : linesOf(bytes),
    isPart: true,
  };
}

/** As much of it as is there, and no more than anybody wants. */
async function unpacked(zipped: Buffer): Promise<{bytes: Buffer; isCut: boolean}> {
  const chunks: Buffer[] = [];
  let length = 0;
  const gunzip = createGunzip({finishFlush: constants.Z_SYNC_FLUSH});
  for await (const chunk of Readable.from([zipped]).compose<typeof gunzip>(gunzip)) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > maxUnpackedBytes) return {bytes: Buffer.concat(chunks), isCut: true};
  }
  return {bytes: Buffer.concat(chunks), isCut: false};
}

function linesOf(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf('\n');
  if (end < 0) throw new Error(`its first line is longer than ${bytes.length} bytes`);
  return bytes.subarray(0, end + 1);
}

function isArray(bytes: Buffer): boolean {
  return bytes.subarray(0, 1000).toString().trimStart().startsWith('[');
}

/** The elements of an array that are there as a whole. */
function firstOf(bytes: Buffer): Buffer {
  const [quote, backslash] = [0x22, 0x5c];
  const [opens, closes] = [new Set(Buffer.from('[{')), new Set(Buffer.from(']}'))];
  let [depth, end, isText] = [0, 0, false];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (isText && byte === backslash) at++;
    else if (byte === quote) isText = !isText;
    else if (!isText && opens.has(byte)) depth++;
    else if (!isText && closes.has(byte) && --depth === 1) end = at + 1;
  }
  if (end === 0) throw new Error(`its first element is longer than ${bytes.length} bytes`);
  return Buffer.concat([bytes.subarray(0, end), Buffer.from(']')]);
}
