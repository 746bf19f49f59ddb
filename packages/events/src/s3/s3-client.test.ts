import assert from 'node:assert/strict';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {test} from 'node:test';
import {AppError} from '@gazetteer/model';
import {S3Client} from './s3-client.ts';

test('an object whose bytes break off is told as a store that does not answer', async t => {
  const server = createServer((_request, response) => {
    response.writeHead(200, {'content-length': '9'}).write('some', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = {region: 'r', accessKeyId: 'id', secretAccessKey: 'secret', timeoutMs: 10_000};
  const client = new S3Client({endpoint, ...keys});
  const failure = (error: unknown) =>
    error instanceof AppError && error.message.startsWith('No answer from http');
  await assert.rejects(client.bytes({bucket: 'b', key: 'k'}), failure);
  await assert.rejects(client.text('GET', {bucket: 'b', key: 'k'}), failure);
});
