import {renameSync, rmSync} from 'node:fs';

/**
 * Makes room for a new file: `<file>` becomes `<file>.1`, that one `<file>.2` and so on;
 * `<file>.<copies>` goes. Those that are not there are passed over.
 */
export function rotateFiles(file: string, copies: number): void {
  const nameOf = (copy: number): string => (copy === 0 ? file : `${file}.${copy}`);
  rmSync(nameOf(copies), {force: true});
  for (let copy = copies - 1; copy >= 0; copy--) {
    try {
      renameSync(nameOf(copy), nameOf(copy + 1));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
