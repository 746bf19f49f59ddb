import {lstat, readdir} from 'node:fs/promises';
import {join} from 'node:path';

/**
 * With more files than this a folder counts as full: to look at each of them takes the longer the
 * more there are.
 */
export const maxFiles = 10_000;

/** `path`: within the folder, with `/` between its parts. `bytes`: what it takes of the disk. */
export type StoredFile = {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedAt: number;
};

/**
 * Files in the folder and below, by name, no more than one beyond `maxFiles`; what is removed
 * meanwhile is not among them.
 */
export async function filesIn(folder: string): Promise<readonly StoredFile[]> {
  const paths = await pathsIn(folder, maxFiles + 1);
  const files = await Promise.all(paths.map(async path => await fileAt(folder, path)));
  return files.filter(file => file !== undefined).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Undefined where there is none, or something else than a file */
export async function fileAt(folder: string, path: string): Promise<StoredFile | undefined> {
  try {
    const found = await lstat(join(folder, path));
    // Blocks, not the length: a file with holes takes less than it is long.
    return found.isFile()
      ? {path, bytes: found.blocks * 512, modifiedAt: Math.round(found.mtimeMs)}
      : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Bytes that a file is long; undefined where there is none, or something else than a file */
export async function fileLength(file: string): Promise<number | undefined> {
  try {
    const found = await lstat(file);
    return found.isFile() ? found.size : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

async function pathsIn(folder: string, most: number): Promise<string[]> {
  const entries = await readdir(folder, {withFileTypes: true}).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const found: string[] = [];
  for (const entry of entries) {
    if (found.length >= most) break;
    if (!entry.isDirectory()) found.push(entry.name);
    else {
      const below = await pathsIn(join(folder, entry.name), most - found.length);
      found.push(...below.map(path => `${entry.name}/${path}`));
    }
  }
  return found;
}
