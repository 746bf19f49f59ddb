import type {IncomingHttpHeaders} from 'node:http';
import {request as requestSecure} from 'node:https';
import type {LookupFunction} from 'node:net';

// An import of `node:http` itself loads its WebSocket as well, for a tenth of a second of CPU at
// each start.
const {request: requestPlain} = process.getBuiltinModule('node:http');

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
};

/** Much more than any answer that is waited for, where nobody says otherwise. */
const usualLength = 2 ** 20;

/**
 * One request and its answer. Not by `fetch`: a DataNode says `100 Continue` unasked, which `fetch`
 * takes for a broken answer. Redirects are answers like others.
 * @throws for a connection that fails, an answer that takes longer than `timeoutMs` or does not end
 */
export async function exchange(
  url: URL,
  {
    method,
    headers,
    body = Buffer.alloc(0),
    timeoutMs,
    giveUp,
    lookup,
    ca,
    maxLength = usualLength,
  }: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Buffer;
    readonly timeoutMs: number;
    /** That nobody waits for the answer any more. */
    readonly giveUp?: AbortSignal;
    /** Finds the address of a host, where not every address will do. */
    readonly lookup?: LookupFunction;
    /** Authorities that the certificate is checked against, in PEM; else the system's. */
    readonly ca?: string | undefined;
    /** Bytes that the answer may have. */
    readonly maxLength?: number;
  },
): Promise<Answer> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return await new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(timeoutMs);
    const signal = giveUp === undefined ? late : AbortSignal.any([late, giveUp]);
    const length = {'content-length': String(body.length)};
    const sent = request(
      url,
      {method, headers: {...headers, ...length}, signal, ...(lookup && {lookup}), ...(ca && {ca})},
      response => {
        const chunks: Buffer[] = [];
        let length = 0;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          length += chunk.length;
          if (length > maxLength)
            response.destroy(new Error(`The answer of ${url.host} does not end`));
        });
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(chunks);
          const {statusCode: status = 0, headers} = response;
          resolve({
            status,
            headers,
            bytes,
            get text() {
              return bytes.toString();
            },
          });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
