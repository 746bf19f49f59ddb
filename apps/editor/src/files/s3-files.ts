import {createHash} from 'node:crypto';
import {
  bucketsOf,
  copyObject,
  encoded,
  type ObjectAddress,
  pageOfObjects,
  pagesOfObjects,
  recordsOf,
  S3Client,
  type S3Object,
  type S3Options,
  writeObject,
} from '@gazetteer/events/s3';
import {AppError} from '@gazetteer/model';
import type {ContentSummary, FileStatus, FileSystem} from './file-system.ts';
import {s3Root} from './paths.ts';
import {statusIfThere} from './copy-files.ts';

/** So many objects are moved with a folder; more are moved by tools of the store. */
const maxMoved = 10_000;
/** In one call. */
const maxDeleted = 1000;

/** A bucket, or what is in it below a prefix that is empty or ends with a slash. */
export type ClosedPlace = {readonly bucket: string; readonly prefix: string};

/**
 * Objects of a store that speaks S3 as files: a slash in a key ends the name of a folder, which is
 * there as long as something is in it, or an empty object whose key ends with the slash. All are
 * read and written with the key of the server, whoever asks.
 */
export class S3Files implements FileSystem {
  readonly hasTrash = false;
  readonly #client: S3Client;
  readonly #closed: ClosedPlace | undefined;

  /** @param closed what nobody reads or writes as files: rows of results, which are for some */
  constructor(options: S3Options, closed?: ClosedPlace) {
    this.#client = new S3Client(options);
    this.#closed = closed;
  }

  async status(_user: string, path: string): Promise<FileStatus> {
    const {bucket, key} = this.#placeOf(path);
    if (bucket === '') return folder('', 0);
    if (key === '') {
      await this.#client.send('HEAD', {bucket, key});
      return folder('', 0);
    }
    const object = await this.#object({bucket, key});
    if (object !== undefined)
      return object.isFolder ? folder('', object.changedAt) : file('', object);
    const {objects} = await pageOfObjects(this.#client, bucket, {
      prefix: `${key}/`,
      isFlat: false,
      count: 1,
    });
    if (objects.length === 0) throw new AppError('NOT_FOUND', [`${path} does not exist`]);
    return folder('', 0);
  }

  async list(user: string, path: string): Promise<readonly FileStatus[]> {
    const {bucket, key} = this.#placeOf(path);
    if (bucket === '')
      return (await bucketsOf(this.#client)).map(one => folder(one.key, one.changedAt));
    const prefix = key === '' ? '' : `${key}/`;
    const all: FileStatus[] = [];
    let isThere = key === '';
    for await (const page of pagesOfObjects(this.#client, bucket, {prefix, isFlat: true})) {
      isThere ||= page.objects.length + page.prefixes.length > 0;
      for (const one of page.prefixes) all.push(folder(one.slice(prefix.length, -1), 0));
      for (const one of page.objects) all.push(file(one.key.slice(prefix.length), one));
    }
    if (!isThere && (await this.status(user, path)).type === 'FILE')
      throw new AppError('BAD_REQUEST', [`${path} is no folder`]);
    // A key such as `a//b` has no path here.
    return all.filter(({pathSuffix}) => !['', '.', '..'].includes(pathSuffix));
  }

  async summary(user: string, path: string): Promise<ContentSummary> {
    const status = await this.status(user, path);
    if (status.type === 'FILE') return {fileCount: 1, directoryCount: 0, length: status.length};
    const {bucket, key} = this.#placeOf(path);
    if (bucket === '') return {directoryCount: (await bucketsOf(this.#client)).length};
    let [fileCount, length] = [0, 0];
    for await (const {objects} of this.#below(bucket, key))
      for (const one of objects) {
        if (!one.key.endsWith('/')) fileCount++;
        length += one.size;
      }
    return {fileCount, length, spaceConsumed: length};
  }

  async home(): Promise<string> {
    return await Promise.resolve(s3Root);
  }

  async read(
    _user: string,
    path: string,
    part: {readonly offset?: number; readonly length?: number; readonly signal?: AbortSignal} = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const {offset = 0, length, signal} = part;
    const nothing = new ReadableStream<Uint8Array>(empty);
    if (length === 0) return nothing;
    const end = length === undefined ? '' : offset + length - 1;
    const isAll = offset === 0 && length === undefined;
    const answer = await this.#client.send('GET', this.#objectAt(path), {
      ...(!isAll && {headers: {range: `bytes=${offset}-${end}`}}),
      signal,
    });
    return answer.body ?? nothing;
  }

  async write(
    user: string,
    path: string,
    bytes?: ReadableStream<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void> {
    const place = this.#objectAt(path);
    await this.#mustBeFree(user, path);
    await writeObject(this.#client, place, bytes ?? new ReadableStream(empty), {signal});
  }

  async makeFolder(user: string, path: string): Promise<void> {
    const {bucket, key} = this.#placeOf(path);
    if (key === '') {
      if (bucket === '') return;
      // Nobody makes one here, which asks for more than a name.
      await this.status(user, path);
      return;
    }
    const found = await statusIfThere(this, user, path);
    if (found?.type === 'DIRECTORY') return;
    if (found !== undefined) throw new AppError('CONFLICT', [`${path} is a file`]);
    await this.#client.text('PUT', {bucket, key: `${key}/`}, {body: new Uint8Array()});
  }

  /** Copied, and removed then: what breaks off in between leaves both. */
  async rename(user: string, path: string, destination: string): Promise<void> {
    const [from, to] = [this.#objectAt(path), this.#objectAt(destination)];
    for (const one of [path, destination]) this.#mustBeOpen(one);
    if (`${destination}/`.startsWith(`${path}/`))
      throw new AppError('CONFLICT', [`${path} could not become ${destination}, which is in it`]);
    const {type, length} = await this.status(user, path);
    await this.#mustBeFree(user, destination);
    if (type === 'FILE') {
      await this.#copy(from, to, length);
      await this.#client.text('DELETE', from);
      return;
    }
    // Those alone are removed: what comes into the folder meanwhile has not been copied.
    const moved: S3Object[] = [];
    for await (const {objects} of this.#below(from.bucket, from.key)) {
      moved.push(...objects);
      if (moved.length > maxMoved)
        throw new AppError('CONFLICT', [`${path} has more than ${maxMoved} files`]);
    }
    for (const {key} of moved) this.#client.mustHaveAddress({bucket: from.bucket, key});
    for (const {key, size} of moved) {
      const target = {bucket: to.bucket, key: to.key + key.slice(from.key.length)};
      await this.#copy({bucket: from.bucket, key}, target, size);
    }
    const marks = new Set([`${from.key}/`]);
    const keys = moved.map(({key}) => key);
    addMarks(marks, keys, from.key);
    await this.#deleteAll(from.bucket, keys);
    await this.#deleteMarks(from.bucket, marks);
  }

  async delete(user: string, path: string): Promise<void> {
    const {bucket, key} = this.#placeOf(path);
    if (key === '')
      throw new AppError('NOT_SUPPORTED', ['Buckets are removed by tools of the store']);
    this.#mustBeOpen(path);
    if ((await this.status(user, path)).type === 'FILE') {
      await this.#client.text('DELETE', {bucket, key});
      return;
    }
    // Stores that keep their objects in folders of a disk do not list the marks of these.
    const marks = new Set([`${key}/`]);
    for await (const {objects} of this.#below(bucket, key)) {
      const keys = objects.map(one => one.key);
      addMarks(marks, keys, key);
      await this.#deleteAll(bucket, keys);
    }
    await this.#deleteMarks(bucket, marks);
  }

  async #deleteMarks(bucket: string, marks: ReadonlySet<string>): Promise<void> {
    const deepestFirst = [...marks].sort((a, b) => b.length - a.length);
    await this.#deleteAll(bucket, deepestFirst);
  }

  async #deleteAll(bucket: string, all: readonly string[]): Promise<void> {
    for (let at = 0; at < all.length; at += maxDeleted)
      await this.#deleteSome(bucket, all.slice(at, at + maxDeleted));
  }

  async #deleteSome(bucket: string, all: readonly string[]): Promise<void> {
    const keys = all.map(key => `<Object><Key>${escaped(key)}</Key></Object>`);
    const body = Buffer.from(`<Delete><Quiet>true</Quiet>${keys.join('')}</Delete>`);
    const md5 = createHash('md5').update(body).digest('base64');
    const answer = await this.#client.text(
      'POST',
      {bucket, key: ''},
      {
        query: {delete: ''},
        headers: {'content-md5': md5},
        body,
      },
    );
    const [failed] = recordsOf(answer, 'Error');
    if (failed !== undefined)
      throw new AppError('STATEMENT_FAILED', [
        `s3a://${bucket}: not all is deleted: ${failed.get('Message') || failed.get('Code')}`,
      ]);
  }

  async #copy(from: ObjectAddress, to: ObjectAddress, size: number): Promise<void> {
    // The mark of a folder, which some stores do not copy.
    if (from.key.endsWith('/') && size === 0) {
      await this.#client.text('PUT', to, {body: new Uint8Array()});
      return;
    }
    const source = `/${[from.bucket, ...from.key.split('/')].map(encoded).join('/')}`;
    await copyObject(this.#client, source, to, size);
  }

  #below(bucket: string, key: string) {
    const prefix = key === '' ? '' : `${key}/`;
    return pagesOfObjects(this.#client, bucket, {prefix, isFlat: false});
  }

  async #object(place: ObjectAddress): Promise<(S3Object & {isFolder: boolean}) | undefined> {
    try {
      const {headers} = await this.#client.send('HEAD', place);
      return {
        key: place.key,
        size: Number(headers.get('content-length') ?? 0),
        changedAt: Date.parse(headers.get('last-modified') ?? '') || 0,
        // As stores say it that keep their objects in folders of a disk.
        isFolder: headers.get('content-type')?.startsWith('application/x-directory') ?? false,
      };
    } catch (error) {
      if (error instanceof AppError && error.kind === 'NOT_FOUND') return undefined;
      throw error;
    }
  }

  /** A folder has no object of its name, so that no condition of a request finds it. */
  async #mustBeFree(user: string, path: string): Promise<void> {
    if ((await statusIfThere(this, user, path)) !== undefined)
      throw new AppError('CONFLICT', [`${path} is there already`]);
  }

  /** @throws NOT_ALLOWED for what is closed */
  #placeOf(path: string): ObjectAddress {
    const place = placeOf(path);
    const closed = this.#closed;
    if (place.bucket === closed?.bucket && `${place.key}/`.startsWith(closed.prefix))
      throw new AppError('NOT_ALLOWED', [`${path} is where rows of results are kept`]);
    return place;
  }

  /**
   * One to write or read.
   * @throws BAD_REQUEST for a bucket, which is no file
   */
  #objectAt(path: string): ObjectAddress {
    const place = this.#placeOf(path);
    if (place.key === '') throw new AppError('BAD_REQUEST', [`${path} is no file in a bucket`]);
    return place;
  }

  /** @throws NOT_ALLOWED for a folder that something closed is in, which is changed as a whole */
  #mustBeOpen(path: string): void {
    const {bucket, key} = this.#placeOf(path);
    if (this.#closed?.bucket === bucket && this.#closed.prefix.startsWith(`${key}/`))
      throw new AppError('NOT_ALLOWED', [`Rows of results are kept in ${path}`]);
  }
}

/** Marks of the folders below `folder` that these keys are in. */
function addMarks(marks: Set<string>, keys: readonly string[], folder: string): void {
  for (const key of keys)
    for (let at = key.indexOf('/', folder.length + 1); at > 0; at = key.indexOf('/', at + 1))
      marks.add(key.slice(0, at + 1));
}

const empty = {start: (controller: ReadableStreamDefaultController) => controller.close()};

function placeOf(path: string): ObjectAddress {
  const rest = path.slice(s3Root.length);
  const at = rest.indexOf('/');
  return at < 0 ? {bucket: rest, key: ''} : {bucket: rest.slice(0, at), key: rest.slice(at + 1)};
}

const common = {owner: '', group: '', accessTime: 0, blockSize: 0, replication: 1} as const;

function folder(pathSuffix: string, modificationTime: number): FileStatus {
  return {
    ...common,
    pathSuffix,
    type: 'DIRECTORY',
    length: 0,
    permission: '777',
    modificationTime,
  };
}

function file(pathSuffix: string, {size, changedAt}: S3Object): FileStatus {
  return {
    ...common,
    pathSuffix,
    type: 'FILE',
    length: size,
    permission: '666',
    modificationTime: changedAt,
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"'\r\n]/g, sign => `&#${sign.charCodeAt(0)};`);
}
