import type {IncomingHttpHeaders} from 'node:http';
import {request as requestSecure} from 'node:https';
import type {LookupFunction} from 'node:net';

// An import of `node:http` itself loads its WebSocket as well, for a tenth of a second of CPU at
// each start.
const {request: requestPlain} = process.getBuiltinModule('node:http');

export type Answer = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
};

/** Much more than any answer that is waited for here. */
const maxAnswerLength = 2 ** 20;

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
  }: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: Buffer;
    readonly timeoutMs: number;
    /** That nobody waits for the answer any more. */
    readonly giveUp?: AbortSignal;
    /** Finds the address of a host, where not every address will do. */
    readonly lookup?: LookupFunction;
  },
): Promise<Answer> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  return await new Promise((resolve, reject) => {
    const late = AbortSignal.timeout(timeoutMs);
    const signal = giveUp === undefined ? late : AbortSignal.any([late, giveUp]);
    const length = {'content-length': String(body.length)};
    const sent = request(
      url,
      {method, headers: {...headers, ...length}, signal, ...(lookup && {lookup})},
      response => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
          if (text.length > maxAnswerLength)
            response.destroy(new Error(`The answer of ${url.host} does not end`));
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({status: response.statusCode ?? 0, headers: response.headers, text}),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
