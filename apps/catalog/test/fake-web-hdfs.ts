import {once} from 'node:events';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/**
 * The calls of WebHDFS that the audit makes, over files in memory, for what a real HDFS cannot be
 * made to do.
 */
export type FakeWebHdfs = {
  readonly port: number;
  /** Content by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Bytes that a call to cut a file back took away. */
  readonly cut: () => number;
  /** Whether calls are taken and never answered. */
  hangs: boolean;
};

export async function startFakeWebHdfs(t: {after(work: () => void): void}): Promise<FakeWebHdfs> {
  const files = new Map<string, string>();
  let cut = 0;
  const state = {hangs: false};
  const server = createServer((request, response) => {
    void (async () => {
      const body = await textOf(request);
      if (!state.hangs) answer(request, response, body);
    })();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const answer = (request: IncomingMessage, response: ServerResponse, body: string) => {
    const url = new URL(request.url ?? '', `http://127.0.0.1:${port}`);
    const path = url.pathname.replace(/^\/(?:webhdfs\/v1|data)/, '');
    const operation = url.searchParams.get('op') ?? '';
    const content = files.get(path);
    const json = (status: number, value: object) =>
      response.writeHead(status, {'content-type': 'application/json'}).end(JSON.stringify(value));
    if (url.pathname.startsWith('/data')) {
      files.set(path, operation === 'CREATE' ? body : `${content ?? ''}${body}`);
      response.writeHead(operation === 'CREATE' ? 201 : 200).end();
    } else if (operation === 'CREATE' || operation === 'APPEND') {
      const location = `http://127.0.0.1:${port}/data${path}?op=${operation}`;
      if (url.searchParams.get('noredirect') === 'true') json(200, {Location: location});
      else response.writeHead(307, {location}).end();
    } else if (content === undefined) {
      json(404, {RemoteException: {exception: 'FileNotFoundException', message: `no ${path}`}});
    } else if (operation === 'TRUNCATE') {
      const length = Number(url.searchParams.get('newlength'));
      cut += content.length - length;
      files.set(path, content.slice(0, length));
      json(200, {boolean: true});
    } else json(200, {FileStatus: {length: content.length}});
  };
  return Object.assign(state, {port, files, cut: () => cut});
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}
