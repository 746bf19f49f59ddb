/**
 * A `fetch` that tells how much of the body is on its way: the browser's own does not. Answers come
 * as from any other.
 * @param tell from 0 to 1, as far as the browser knows how long the body is
 */
export function uploadFetch(tell: (part: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', input instanceof Request ? input.url : input);
      // Whatever comes, a Response takes it.
      request.responseType = 'blob';
      new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({lengthComputable, loaded, total}) => {
        if (lengthComputable) tell(total === 0 ? 1 : loaded / total);
      });
      request.addEventListener('load', () => resolve(answerOf(request)));
      // As `fetch` fails, so that the session knows it.
      request.addEventListener('error', () => reject(new TypeError('The connection failed')));
      request.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(init.body as XMLHttpRequestBodyInit | null | undefined);
    });
}

/** These have no content, and a Response refuses one. */
const empty: ReadonlySet<number> = new Set([204, 205, 304]);

function answerOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const body = empty.has(request.status) ? null : (request.response as Blob);
  return new Response(body, {status: request.status, statusText: request.statusText, headers});
}
