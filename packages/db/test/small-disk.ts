import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {closeSync, mkdtempSync, openSync, rmdirSync, writeSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/**
 * A file system of its own, so that nobody else is short of room; undefined where this user may not
 * have one.
 */
export function smallDisk(t: {after(work: () => void): void}): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-small-disk-'));
  const {status} = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=40m', 'tmpfs', folder]);
  t.after(() => {
    // Also while somebody uses it.
    if (status === 0) spawnSync('umount', ['--lazy', folder]);
    rmdirSync(folder);
  });
  return status === 0 ? folder : undefined;
}

/** Takes all the room that is left. */
export function fillDisk(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (const size of [2 ** 20, 4096, 1]) {
      for (;;) {
        try {
          if (writeSync(descriptor, Buffer.alloc(size)) < size) break;
        } catch (error) {
          assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
          break;
        }
      }
    }
  } finally {
    closeSync(descriptor);
  }
}
