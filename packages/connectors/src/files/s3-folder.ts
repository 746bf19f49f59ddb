import {pagesOfObjects, S3Client, type S3Object, type S3Options} from '@gazetteer/events/s3';
import {AppError} from '@gazetteer/model';
import {type FileStore, ForbiddenFolder, isShown} from './file-store.ts';
import {lookAtPart} from './look-at-part.ts';

/** Of one folder; only their names are held. */
const maxListed = 1_000_000;

/** What is in a bucket below a prefix, with slashes as folders. */
export function s3Folder(options: S3Options, bucket: string, prefix: string): FileStore {
  const client = new S3Client(options);
  const keyOf = (path: string) => [prefix, path].filter(part => part !== '').join('/');
  return {
    list: async (path, signal) => {
      const key = keyOf(path);
      const start = key === '' ? '' : `${key}/`;
      const [files, folders] = [new Map<string, S3Object>(), new Set<string>()];
      const query = {prefix: start, isFlat: true};
      try {
        for await (const page of pagesOfObjects(client, bucket, query, maxListed)) {
          signal.throwIfAborted();
          for (const one of page.objects) files.set(one.key.slice(start.length), one);
          for (const one of page.prefixes) folders.add(one.slice(start.length, -1));
        }
      } catch (error) {
        throw withRemedy(error);
      }
      const shown = (names: Iterable<string>) =>
        [...names].filter(name => name !== '' && isShown(name)).toSorted();
      if (path === '' && files.size + folders.size === 0)
        throw new Error(`s3://${bucket}/${start} has nothing in it. Check path.`);
      return {
        files: shown(files.keys()),
        folders: shown(folders),
        statusOf: name => {
          const {size = 0, changedAt = 0} = files.get(name) ?? {};
          return Promise.resolve({size, modified: new Date(changedAt)});
        },
      };
    },
    look: async (path, signal, use) => {
      const place = {bucket, key: keyOf(path)};
      const size = async () =>
        Number((await client.send('HEAD', place)).headers.get('content-length'));
      const read = async (from: number, length: number) => {
        signal.throwIfAborted();
        const range = `bytes=${from}-${from + length - 1}`;
        const answer = await client.send('GET', place, {headers: {range}});
        return Buffer.from(await answer.arrayBuffer());
      };
      return await lookAtPart(path, {size, read}, use);
    },
  };
}

function withRemedy(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const {message, kind} = error;
  const remedies: Readonly<Record<string, string>> = {
    NOT_ALLOWED: 'Check access-key, secret-key and what the key may read.',
    NOT_FOUND: 'Check path.',
    STATEMENT_FAILED: 'Check endpoint, region, access-key and secret-key.',
  };
  const remedy = remedies[kind];
  if (remedy === undefined) return error;
  const Kind = kind === 'NOT_ALLOWED' ? ForbiddenFolder : Error;
  return new Kind(`${message}. ${remedy}`, {cause: error});
}
