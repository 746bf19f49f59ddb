import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import type {TestContext} from 'node:test';

type Json = Record<string, unknown>;
export type Received = {readonly headers: IncomingHttpHeaders; readonly body: Json};

/** Takes what is posted to it. */
export async function receiver(t: Pick<TestContext, 'after'>) {
  const got = {requests: [] as Received[], status: 204, url: ''};
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      if (got.status === 204)
        got.requests.push({headers: request.headers, body: JSON.parse(text) as Json});
      response.writeHead(got.status).end();
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  got.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook/of-a-secret`;
  return got;
}
