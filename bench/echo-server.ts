// The least that any server of JSON over HTTP does: reads a body, parses it, answers with JSON.
// Prints its port.
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

const answer = JSON.parse(process.argv[2] ?? '{}') as unknown;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
