import {hash} from 'node:crypto';
import {gzipSync} from 'node:zlib';
import type {FastifyReply, FastifyRequest} from 'fastify';

type Kept = {readonly bytes: Buffer; readonly tag: string; packed?: Buffer};

/** Of each there is one for a set of rights and filters; most ask for the same. */
const maxKept = 8;

/**
 * Answers that hardly ever change and are asked for all the time. Whoever gives the very same text
 * again has it sent as the bytes that were made of it the first time, compressed once for those who
 * ask for it, and not at all to those who have it.
 */
export class KeptAnswers {
  readonly #known = new Map<string, Kept>();
  readonly #finish: (text: string) => string;

  /** @param finish what is done to a text before it is sent */
  constructor(finish: (text: string) => string = text => text) {
    this.#finish = finish;
  }

  /** @returns what to send in place of `text`; null when there is nothing to send */
  answer(request: FastifyRequest, reply: FastifyReply, text: string): Buffer | null {
    const kept = this.#keep(text);
    void reply.header('etag', kept.tag).header('vary', 'accept-encoding');
    if (hasTag(request.headers['if-none-match'], kept.tag)) {
      void reply.code(304).removeHeader('content-type');
      return null;
    }
    if (!takesGzip(request.headers['accept-encoding'])) return kept.bytes;
    void reply.header('content-encoding', 'gzip');
    return (kept.packed ??= gzipSync(kept.bytes));
  }

  #keep(text: string): Kept {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const bytes = Buffer.from(this.#finish(text));
    // Weak: the same tag stands for both encodings.
    const kept = {bytes, tag: `W/"${hash('sha256', bytes, 'base64url')}"`};
    const [oldest] = this.#known.keys();
    if (this.#known.size >= maxKept && oldest !== undefined) this.#known.delete(oldest);
    this.#known.set(text, kept);
    return kept;
  }
}

function hasTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  const opaque = (one: string) => one.trim().replace(/^W\//, '');
  return header.split(',').some(one => one.trim() === '*' || opaque(one) === opaque(tag));
}

/** Of a header `Accept-Encoding`. */
export function takesGzip(header: string | undefined): boolean {
  return (header ?? '').split(',').some(one => {
    const [coding, ...parameters] = one.split(';').map(part => part.trim().toLowerCase());
    return coding === 'gzip' && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter));
  });
}
