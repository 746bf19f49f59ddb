// As much of a server of S3 as results need, in memory. It looks at no signature.
import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {buffer} from 'node:stream/consumers';
import type {S3Options} from '@gazetteer/events/s3';

export type MemoryS3 = {
  readonly options: S3Options;
  /** By bucket and key, each with the headers that it was begun with. */
  readonly objects: Map<string, {readonly bytes: Buffer; readonly headers: IncomingHttpHeaders}>;
};

/**
 * @param isConditional false for one that ignores `If-None-Match`, as some do
 */
export async function memoryS3(
  t: {after(work: () => void): void},
  isConditional = true,
): Promise<MemoryS3> {
  const objects: MemoryS3['objects'] = new Map();
  const uploads = new Map<string, {headers: IncomingHttpHeaders; parts: Buffer[]}>();
  const server = createServer((request, response) => {
    const answer = (status: number, body: string | Buffer = '') =>
      response.writeHead(status, {'content-length': Buffer.byteLength(body)}).end(body);
    const refuse = (status: number, code: string) =>
      answer(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    const {pathname, searchParams: query} = new URL(request.url ?? '', 'http://localhost');
    const name = decodeURIComponent(pathname.slice(1));
    const {method = '', headers} = request;
    const isTaken = () => isConditional && headers['if-none-match'] === '*' && objects.has(name);
    const act = async () => {
      const upload = uploads.get(query.get('uploadId') ?? '');
      if (method === 'GET' && query.has('list-type')) {
        answer(200, listed([...objects.keys()], name, query.get('prefix') ?? ''));
      } else if (method === 'GET') {
        const found = objects.get(name);
        if (found === undefined) refuse(404, 'NoSuchKey');
        else answer(200, found.bytes);
      } else if (method === 'DELETE') {
        objects.delete(name);
        answer(204);
      } else if (method === 'POST' && query.has('uploads')) {
        const id = `upload-${uploads.size}`;
        uploads.set(id, {headers, parts: []});
        answer(
          200,
          `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      } else if (method === 'PUT' && upload !== undefined) {
        upload.parts[Number(query.get('partNumber')) - 1] = await buffer(request);
        answer(200);
      } else if (method === 'POST' && upload !== undefined) {
        await text(request);
        if (isTaken()) refuse(412, 'PreconditionFailed');
        else {
          objects.set(name, {bytes: Buffer.concat(upload.parts), headers: upload.headers});
          answer(200, '<CompleteMultipartUploadResult/>');
        }
      } else {
        const bytes = await buffer(request);
        if (isTaken()) refuse(412, 'PreconditionFailed');
        else {
          objects.set(name, {bytes, headers});
          answer(200);
        }
      }
    };
    act().catch((error: unknown) => answer(500, String(error)));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    objects,
    options: {
      endpoint,
      region: 'us-east-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      timeoutMs: 30_000,
    },
  };
}

/** All at once, written this minute. */
function listed(names: readonly string[], bucket: string, prefix: string): string {
  const keys = names
    .filter(name => name.startsWith(`${bucket}/${prefix}`))
    .map(name => name.slice(bucket.length + 1));
  const at = new Date().toISOString();
  const contents = keys.map(
    key => `<Contents><Key>${key}</Key><Size>1</Size><LastModified>${at}</LastModified></Contents>`,
  );
  return `<ListBucketResult>${contents.join('')}</ListBucketResult>`;
}
