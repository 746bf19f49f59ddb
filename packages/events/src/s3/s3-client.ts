import {createHash} from 'node:crypto';
import {AppError} from '@gazetteer/model';
import {AwsClient} from 'aws4fetch';
import {exchange, textOf} from './exchange.ts';
import {refusalOf} from './s3-answers.ts';

export type S3Options = {
  /** `https://s3.eu-central-1.amazonaws.com`, `http://minio:9000` */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  readonly timeoutMs: number;
};

/** A bucket, an object in it, or all buckets. */
export type ObjectAddress = {readonly bucket: string; readonly key: string};

export type S3Request = {
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly signal?: AbortSignal | undefined;
  /** The store answers when it has copied or put together what may be gigabytes. */
  readonly isLong?: boolean;
};

/** So much longer than any other answer one may take that the store works for. */
const longFactor = 20;
/** Lists and the like; a page of a list has 1,000 names at most. */
const maxAnswerBytes = 16 * 2 ** 20;

/** Requests to a store that speaks S3, signed; what it refuses is thrown. */
export class S3Client {
  readonly #options: S3Options;
  readonly #signer: AwsClient;

  constructor(options: S3Options) {
    const {accessKeyId, secretAccessKey, sessionToken, region} = options;
    this.#options = options;
    this.#signer = new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      ...(sessionToken !== undefined && {sessionToken}),
    });
  }

  /** @throws NOT_FOUND, NOT_ALLOWED, CONFLICT, BAD_REQUEST, STATEMENT_FAILED */
  async send(method: string, place: ObjectAddress, request: S3Request = {}): Promise<Response> {
    const {query = {}, headers = {}, body, signal, isLong = false} = request;
    const timeoutMs = this.#options.timeoutMs * (isLong ? longFactor : 1);
    const signed = await this.#signer.sign(this.#url(place, query), {
      method,
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      ...(body !== undefined && {body}),
    });
    let answer: Response;
    try {
      // Bytes may take as long as they take; an answer without any may not.
      answer = await exchange(signed, body, signal ?? AbortSignal.timeout(timeoutMs));
    } catch (error) {
      if (signal?.aborted === true) throw error;
      throw this.#noAnswer(error);
    }
    if (answer.status < 300) return answer;
    throw refusalOf(`s3a://${place.bucket}/${place.key}`, answer.status, await wholeOf(answer));
  }

  /** The same where the answer is a text. Some tell there that it has not gone well after all. */
  async text(method: string, place: ObjectAddress, request: S3Request = {}): Promise<string> {
    const answer = await this.send(method, place, request);
    const text = await wholeOf(answer).catch((error: unknown) => {
      throw error instanceof AppError ? error : this.#noAnswer(error);
    });
    if (/^(?:<\?[^>]*>\s*)?<Error\b/.test(text))
      throw refusalOf(`s3a://${place.bucket}/${place.key}`, answer.status, text);
    return text;
  }

  /** An object as a whole, which may take as long as its bytes come. */
  async bytes(place: ObjectAddress): Promise<Buffer> {
    const idle = new AbortController();
    const timer = setTimeout(() => idle.abort(), this.#options.timeoutMs);
    try {
      const answer = await this.send('GET', place, {signal: idle.signal});
      const chunks: Uint8Array[] = [];
      for await (const chunk of answer.body ?? []) {
        timer.refresh();
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    } catch (error) {
      throw error instanceof AppError ? error : this.#noAnswer(error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @throws BAD_REQUEST for `.` and `..`, which lead elsewhere, however they are encoded */
  mustHaveAddress({bucket, key}: ObjectAddress): void {
    if (![bucket, ...key.split('/')].some(name => name === '.' || name === '..')) return;
    throw new AppError('BAD_REQUEST', [
      `No address leads to s3a://${bucket}/${key}, which has . or .. as a name: use tools of the store`,
    ]);
  }

  #noAnswer(error: unknown): AppError {
    const {message, code} = error as NodeJS.ErrnoException;
    const text = `No answer from ${this.#options.endpoint}: ${message || code}`;
    return new AppError('STATEMENT_FAILED', [text], {cause: error});
  }

  /** Buckets are part of the path, which every store understands. */
  #url({bucket, key}: ObjectAddress, query: Readonly<Record<string, string>>): string {
    this.mustHaveAddress({bucket, key});
    const path = [bucket, ...(key === '' ? [] : key.split('/'))].map(encoded).join('/');
    const pairs = Object.entries(query).map(
      ([name, value]) => `${encoded(name)}=${encoded(value)}`,
    );
    const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
    return `${this.#options.endpoint}/${path}${search}`;
  }
}

/** As signatures want it: everything but letters, digits and `-._~`. */
export function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

const wholeOf = async (answer: Response): Promise<string> =>
  await textOf(answer, maxAnswerBytes, 'The store');
