import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';

/** With more files than this a folder counts as full: to look at each of them takes as long as there are many. */
export const maxFiles = 10_000;

export type FolderUsage = {readonly bytes: number; readonly files: number};

/** What a folder with everything in it takes of the disk; what is removed meanwhile counts nothing. */
export async function folderUsage(folder: string): Promise<FolderUsage> {
  let [bytes, files] = [0, 0];
  for (const path of await filesIn(folder, maxFiles + 1)) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) continue;
    files++;
    // Blocks, not the length: a file with holes takes less than it is long.
    bytes += found.blocks * 512;
  }
  return {bytes, files};
}

/** Absolute paths of files in the folder and below, no more than `most` of them. */
export async function filesIn(folder: string, most: number): Promise<readonly string[]> {
  const entries = await readdir(folder, {withFileTypes: true}).catch(() => []);
  const found: string[] = [];
  for (const entry of entries) {
    if (found.length >= most) break;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) found.push(...(await filesIn(path, most - found.length)));
    else found.push(path);
  }
  return found;
}
