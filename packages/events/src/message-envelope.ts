import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';

/**
 * The envelope of messages on the topics ATLAS_ENTITIES and ATLAS_HOOK. A message that is too long
 * for a broker is compressed as a whole and, when that is not enough, cut into segments that share
 * an id.
 */
export type EnvelopeOptions = {
  /** `atlas.notification.message.max.length.bytes`, of a record. */
  readonly maxBytes: number;
  readonly compress: boolean;
  readonly sourceIp: string;
  readonly createdBy: string;
  /** Who speaks, and in which version. */
  readonly source: {readonly source: string; readonly version: string};
};

/** A record as it came: a whole message, or one segment of several. */
export type ReceivedRecord = {
  /** JSON, or what has to be decompressed and joined. */
  readonly text: string;
  readonly isCompressed: boolean;
  readonly segment?: {readonly messageId: string; readonly index: number; readonly count: number};
};

const version = {version: '1.0.0', versionParts: [1]};
/** What the fields around a segment may take of a record. */
const segmentOverhead = 512;
/** Unpacked. A message is JSON that is held in memory. */
const maxUnpackedBytes = 256 * 2 ** 20;

const zip = promisify(gzip);
const unzip = promisify(gunzip);

/**
 * @returns the records of one message, to be sent in their order. The same message makes the same
 * records.
 */
export async function toRecords(
  {id, body, time}: {readonly id: string; readonly body: string; readonly time: number},
  {maxBytes, compress, sourceIp, createdBy, source}: EnvelopeOptions,
): Promise<string[]> {
  const head = {
    source,
    version,
    msgCompressionKind: 'NONE',
    msgSplitIdx: 1,
    msgSplitCount: 1,
    msgSourceIP: sourceIp,
    msgCreatedBy: createdBy,
    msgCreationTime: time,
    spooled: false,
  };
  // The body is JSON already: parsing it only to print it again would cost as much as all the rest.
  const whole = `${JSON.stringify(head).slice(0, -1)},"message":${body}}`;
  const limit = maxBytes - segmentOverhead;
  if (Buffer.byteLength(whole) <= limit) return [whole];
  const text = compress ? (await zip(whole)).toString('base64') : whole;
  const parts = cut(text, limit);
  return parts.map((message, i) =>
    JSON.stringify({
      version,
      msgId: id,
      msgCompressionKind: compress ? 'GZIP' : 'NONE',
      msgSplitIdx: i + 1,
      msgSplitCount: parts.length,
      message,
    }),
  );
}

/** By the bytes that it takes inside JSON; never inside a character. */
function cut(text: string, maxBytes: number): string[] {
  const parts: string[] = [];
  let part = '';
  let bytes = 0;
  const isPlain = /^[\w+/=]*$/.test(text);
  if (isPlain) {
    for (let from = 0; from < text.length; from += maxBytes)
      parts.push(text.slice(from, from + maxBytes));
    return parts;
  }
  for (const character of text) {
    const size = Buffer.byteLength(JSON.stringify(character)) - 2;
    if (bytes + size > maxBytes) {
      parts.push(part);
      [part, bytes] = ['', 0];
    }
    part += character;
    bytes += size;
  }
  return [...parts, part];
}

/**
 * What a record holds. One without an envelope is a message by itself, as the first clients sent
 * them.
 * @throws for what is no JSON object, for a version that is newer than ours, and for a segment that
 * says nothing of its place
 */
export function readRecord(text: string): ReceivedRecord {
  const fields: unknown = JSON.parse(text);
  if (!isFields(fields)) throw new Error('a message is a JSON object');
  const given = fields['version'];
  const {message} = fields;
  if (!isFields(given) || message === undefined || message === null)
    return {text, isCompressed: false};
  if (isNewer(String(given['version'] ?? '1.0.0'))) {
    throw new Error(`version ${String(given['version'])} of messages is not known`);
  }
  const isCompressed = fields['msgCompressionKind'] === 'GZIP';
  const count = Number(fields['msgSplitCount'] ?? 1);
  const index = Number(fields['msgSplitIdx'] ?? 1);
  const inner = typeof message === 'string' ? message : JSON.stringify(message);
  if (count <= 1) return {text: inner, isCompressed};
  const messageId = fields['msgId'];
  if (typeof messageId !== 'string' || !Number.isInteger(index) || index < 1 || index > count) {
    throw new Error('a segment has to name its message and its place in it');
  }
  return {text: inner, isCompressed, segment: {messageId, index, count}};
}

/**
 * The JSON of a message whose records are all there, in any order. @throws for what does not fit
 * together
 */
export async function joinRecords(records: readonly ReceivedRecord[]): Promise<string> {
  const [first] = records;
  if (first === undefined) throw new Error('no record');
  const count = first.segment?.count ?? 1;
  const byIndex = new Map(records.map(record => [record.segment?.index ?? 1, record.text]));
  if (byIndex.size < count) throw new Error(`${byIndex.size} of ${count} segments are there`);
  const text = Array.from({length: count}, (_, i) => byIndex.get(i + 1) ?? '').join('');
  const whole = first.isCompressed
    ? (await unzip(Buffer.from(text, 'base64'), {maxOutputLength: maxUnpackedBytes})).toString(
        'utf8',
      )
    : text;
  // What was compressed or cut has its envelope inside.
  return first.isCompressed || count > 1 ? readRecord(whole).text : whole;
}

function isNewer(given: string): boolean {
  const [major = 0, ...rest] = given.split('.').map(Number);
  return !(major < 1 || (major === 1 && rest.every(part => part === 0)));
}

function isFields(value: unknown): value is {readonly [name: string]: unknown} {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
