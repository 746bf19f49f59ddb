import {AppError} from '@gazetteer/model';
import {recordsOf} from './s3-answers.ts';
import type {ObjectAddress, S3Client} from './s3-client.ts';

/** A part in memory; larger ones from the 1,000th on, since there are 10,000 at most. */
const partBytes = (number: number) => (number <= 1000 ? 8 : 64) * 2 ** 20;
/** What a store copies in one call. */
const maxCopyBytes = 5 * 2 ** 30;
const copyPartBytes = 2 ** 30;

/** Refused where there is an object of this key, by stores that understand it. */
const onlyNew = {'if-none-match': '*'};

export type WriteOptions = {
  readonly signal?: AbortSignal | undefined;
  /** That the object gets, such as how it is encrypted. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether it takes the place of one of its key. */
  readonly mayReplace?: boolean;
};

/** Writes a new object as its bytes come; what breaks off leaves none. */
export async function writeObject(
  client: S3Client,
  place: ObjectAddress,
  bytes: AsyncIterable<Uint8Array>,
  {signal, headers: given = {}, mayReplace = false}: WriteOptions = {},
): Promise<void> {
  const end = mayReplace ? {} : onlyNew;
  const parts = partsOf(bytes)[Symbol.asyncIterator]();
  const first = await parts.next();
  const second = first.done === true ? first : await parts.next();
  if (second.done === true) {
    const body = first.done === true ? new Uint8Array() : first.value;
    await client.text('PUT', place, {body, headers: {...given, ...end}, signal});
    return;
  }
  await inParts(client, place, {begin: given, end}, async (number, query) => {
    const part = number === 1 ? first : number === 2 ? second : await parts.next();
    if (part.done === true) return undefined;
    const answer = await client.send('PUT', place, {query, body: part.value, signal});
    await answer.body?.cancel();
    return answer.headers.get('etag') ?? '';
  });
}

/** A copy that the store makes by itself. */
export async function copyObject(
  client: S3Client,
  source: string,
  to: ObjectAddress,
  size: number,
): Promise<void> {
  const headers = {'x-amz-copy-source': source};
  if (size <= maxCopyBytes) {
    await client.text('PUT', to, {headers, isLong: true});
    return;
  }
  await inParts(client, to, {begin: {}, end: {}}, async (number, query) => {
    const begin = (number - 1) * copyPartBytes;
    if (begin >= size) return undefined;
    const range = `bytes=${begin}-${Math.min(size, begin + copyPartBytes) - 1}`;
    const xml = await client.text('PUT', to, {
      query,
      headers: {...headers, 'x-amz-copy-source-range': range},
      isLong: true,
    });
    return recordsOf(xml, 'CopyPartResult')[0]?.get('ETag') ?? '';
  });
}

/** @param send puts a part there; undefined: there are no more */
async function inParts(
  client: S3Client,
  place: ObjectAddress,
  headers: Readonly<Record<'begin' | 'end', Readonly<Record<string, string>>>>,
  send: (number: number, query: Record<string, string>) => Promise<string | undefined>,
): Promise<void> {
  const begun = await client.text('POST', place, {
    query: {uploads: ''},
    headers: headers.begin,
  });
  const uploadId = recordsOf(begun, 'InitiateMultipartUploadResult')[0]?.get('UploadId') ?? '';
  // Without one the next calls would be about the object itself.
  if (uploadId === '')
    throw new AppError('STATEMENT_FAILED', ['The store does not answer as S3: no UploadId']);
  try {
    const done: string[] = [];
    for (let number = 1; ; number++) {
      const tag = await send(number, {partNumber: String(number), uploadId});
      if (tag === undefined) break;
      const etag = tag.replaceAll('"', '&quot;');
      done.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`);
    }
    const all = `<CompleteMultipartUpload>${done.join('')}</CompleteMultipartUpload>`;
    const body = Buffer.from(all);
    await client.text('POST', place, {
      query: {uploadId},
      headers: headers.end,
      body,
      isLong: true,
    });
  } catch (error) {
    await abort(client, place, uploadId, error);
    throw error;
  }
}

/**
 * What has come of it would be paid for and never seen. @throws the cause, with what is left, where
 * that fails as well
 */
async function abort(
  client: S3Client,
  place: ObjectAddress,
  uploadId: string,
  cause: unknown,
): Promise<void> {
  try {
    await client.text('DELETE', place, {query: {uploadId}});
  } catch (error) {
    const [why, left] = [cause, error].map(one => (one as Error).message);
    throw new AppError(
      cause instanceof AppError ? cause.kind : 'STATEMENT_FAILED',
      [`${why} Its parts stay in the store, which does not remove them: ${left}`],
      {cause},
    );
  }
}

/** The same bytes in parts of the size that a store wants. */
async function* partsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let number = 1;
  let part = new Uint8Array(partBytes(number));
  let length = 0;
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.byteLength;) {
      const taken = chunk.subarray(at, at + part.byteLength - length);
      part.set(taken, length);
      length += taken.byteLength;
      at += taken.byteLength;
      if (length < part.byteLength) continue;
      yield part;
      part = new Uint8Array(partBytes(++number));
      length = 0;
    }
  }
  if (length > 0) yield part.subarray(0, length);
}
