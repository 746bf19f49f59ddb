// As much of a server of S3 as results need, in memory. It looks at no signature.
import {createServer, type IncomingHttpHeaders} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {buffer} from 'node:stream/consumers';
import type {S3Options} from '@gazetteer/events/s3';

type MemoryObject = {
  readonly bytes: Buffer;
  readonly headers: IncomingHttpHeaders;
  readonly at: Date;
};

export type MemoryS3 = {
  readonly options: S3Options;
  /** By bucket and key, each with the headers that it was begun with. */
  readonly objects: Map<string, MemoryObject>;
  /** What goes wrong: it refuses with a code, or does what it is asked and breaks the connection. */
  trouble: (method: string, name: string) => readonly [number, string] | 'lost' | undefined;
};

const options = {
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  timeoutMs: 30_000,
};

/**
 * @param isConditional false for one that ignores `If-None-Match`, as some do
 */
export async function memoryS3(
  t: {after(work: () => void): void},
  isConditional = true,
): Promise<MemoryS3> {
  const objects: MemoryS3['objects'] = new Map();
  const store: Pick<MemoryS3, 'objects' | 'trouble'> = {objects, trouble: () => undefined};
  const uploads = new Map<string, {headers: IncomingHttpHeaders; parts: Buffer[]}>();
  const server = createServer((request, response) => {
    const answer = (status: number, body: string | Buffer = '') => {
      if (trouble === 'lost') response.destroy();
      else respond(status, body);
    };
    const respond = (status: number, body: string | Buffer) =>
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
        const isFlat = query.has('delimiter');
        answer(200, listed(objects, name, query.get('prefix') ?? '', isFlat));
      } else if (method === 'HEAD') {
        const found = objects.get(name);
        const headers = {'last-modified': found?.at.toUTCString() ?? ''};
        response.writeHead(found === undefined ? 404 : 200, headers).end();
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
          const bytes = Buffer.concat(upload.parts);
          objects.set(name, {bytes, headers: upload.headers, at: new Date()});
          answer(200, '<CompleteMultipartUploadResult/>');
        }
      } else {
        const bytes = await buffer(request);
        if (isTaken()) refuse(412, 'PreconditionFailed');
        else {
          objects.set(name, {bytes, headers, at: new Date()});
          answer(200);
        }
      }
    };
    const trouble = store.trouble(method, name);
    if (typeof trouble === 'object') {
      refuse(...trouble);
      return;
    }
    act().catch((error: unknown) => answer(500, String(error)));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(store, {options: {...options, endpoint}});
}

/** All at once. */
function listed(
  objects: MemoryS3['objects'],
  bucket: string,
  prefix: string,
  isFlat: boolean,
): string {
  const prefixes = new Set<string>();
  const contents: string[] = [];
  for (const [name, {at}] of objects) {
    const key = name.slice(bucket.length + 1);
    if (!name.startsWith(`${bucket}/${prefix}`)) continue;
    const end = isFlat ? key.indexOf('/', prefix.length) : -1;
    if (end >= 0) prefixes.add(key.slice(0, end + 1));
    else
      contents.push(
        `<Contents><Key>${key}</Key><Size>1</Size><LastModified>${at.toISOString()}</LastModified></Contents>`,
      );
  }
  for (const one of prefixes)
    contents.push(`<CommonPrefixes><Prefix>${one}</Prefix></CommonPrefixes>`);
  return `<ListBucketResult>${contents.join('')}</ListBucketResult>`;
}
