import {WebHdfs, WebHdfsError, type WebHdfsOptions} from '@gazetteer/events/web-hdfs';
import {type FileStore, ForbiddenFolder, isShown} from './file-store.ts';
import {lookAtPart} from './look-at-part.ts';

/** A folder of a Hadoop cluster, over WebHDFS. */
export function hdfsFolder(options: WebHdfsOptions, root: string): FileStore {
  const hdfs = new WebHdfs(options);
  const pathOf = (path: string) => `${root}/${path}`.replace(/\/+$/, '') || '/';
  return {
    list: async (path, signal) => {
      const entries = await told(options, hdfs.list(pathOf(path), signal));
      const shown = entries.filter(one => isShown(one.pathSuffix));
      const names = (type: 'FILE' | 'DIRECTORY') =>
        shown.filter(one => one.type === type).map(one => one.pathSuffix);
      const byName = new Map(shown.map(one => [one.pathSuffix, one]));
      return {
        files: names('FILE').toSorted(),
        folders: names('DIRECTORY').toSorted(),
        statusOf: name => {
          const {length = 0, modificationTime = 0, owner = '', group = ''} = byName.get(name) ?? {};
          const modified = new Date(modificationTime);
          return Promise.resolve({size: length, modified, owner, group});
        },
      };
    },
    look: async (path, signal, use) => {
      const file = pathOf(path);
      const size = async () => (await hdfs.length(file)) ?? 0;
      const read = async (from: number, length: number) =>
        await hdfs.read(file, from, length, signal);
      return await lookAtPart(path, {size, read}, use);
    },
  };
}

async function told<Answer>({urls}: WebHdfsOptions, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof WebHdfsError && error.exception === 'FileNotFoundException')
      throw new Error(`${error.message}. Check path.`, {cause: error});
    if (error instanceof WebHdfsError && error.exception === 'AccessControlException')
      throw new ForbiddenFolder(error.message, {cause: error});
    if (error instanceof WebHdfsError || (error as Error).name === 'AbortError') throw error;
    const {message, code = ''} = error as NodeJS.ErrnoException;
    throw new Error(
      `no NameNode answers at ${urls.join(', ')}: ${message || code}. Check webhdfs.`,
      {cause: error},
    );
  }
}
