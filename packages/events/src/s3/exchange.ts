import {once} from 'node:events';
import http from 'node:http';
import https from 'node:https';
import {addAbortSignal, Readable} from 'node:stream';
import {AppError} from '@gazetteer/model';

/**
 * What a server answers, its bytes as they are: `fetch` would decompress an object that is kept
 * compressed, which then has another length than was asked for. Redirects are answers.
 */
export async function exchange(
  {method, url, headers}: Request,
  body: Uint8Array | undefined,
  signal: AbortSignal,
): Promise<Response> {
  const {request: send} = url.startsWith('https:') ? https : http;
  const request = send(url, {method, headers: Object.fromEntries(headers), signal});
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  // What breaks once there is an answer, its bytes tell.
  request.on('error', () => undefined);
  request.end(body);
  const [answer] = await answered;
  const {statusCode: status = 500} = answer;
  const isEmpty = method === 'HEAD' || status === 204 || answer.headers['content-length'] === '0';
  // So that its connection is free for the next one.
  if (isEmpty) answer.resume();
  const bytes = isEmpty ? null : Readable.toWeb(addAbortSignal(signal, answer));
  const told = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new Response(bytes as ReadableStream | null, {status, headers: told});
}

/** An answer, however it came. */
export type WithBytes = {readonly body: AsyncIterable<Uint8Array> | null};

/**
 * An answer that is held as a whole.
 * @param most bytes that it may have
 * @param who answers, for the failure
 * @throws STATEMENT_FAILED for more
 */
export async function textOf(answer: WithBytes, most: number, who: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength;
    if (length > most)
      throw new AppError('STATEMENT_FAILED', [
        `${who} answers more than ${most} bytes, such as for a folder with very many files`,
      ]);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
