import {copyFile, open, rm} from 'node:fs/promises';
import {setTimeout as delay} from 'node:timers/promises';
import {DuckDbProcess} from './duckdb-process.ts';

/** The head of the file and the two heads of which one is in force. */
const headBytes = 3 * 4096;
const [mostTries, pauseMs] = [50, 200];

/**
 * Copies a database of the embedded engine while somebody may be writing to it, as of one moment:
 * what was committed before is in it.
 *
 * The engine adds what it commits to a log beside the file, and writes into the file only blocks
 * that its head does not refer to, until a checkpoint writes another head. So a log that was copied
 * before a file whose head did not change meanwhile go together; otherwise both are copied anew.
 * The copy is opened, which takes over its log and fails for one that is torn.
 * @returns how many tables there are
 * @throws {Error} when there was no moment between two checkpoints, or the copy cannot be read
 */
export async function copyDuckDbDatabase(file: string, to: string): Promise<number> {
  for (let tried = 0; tried < mostTries; tried++) {
    const head = await headOf(file);
    const hasLog = await copyIfThere(`${file}.wal`, `${to}.wal`);
    await copyFile(file, to);
    if (head.equals(await headOf(file))) return await checkpoint(to);
    await rm(to);
    if (hasLog) await rm(`${to}.wal`);
    await delay(pauseMs);
  }
  throw new Error(`${file} is written to without a pause`);
}

async function checkpoint(copy: string): Promise<number> {
  const process = new DuckDbProcess();
  try {
    return await process.call('checkpoint', copy);
  } finally {
    await process.stop();
  }
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const {buffer, bytesRead} = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** @returns false when there is no such file */
async function copyIfThere(file: string, to: string): Promise<boolean> {
  try {
    await copyFile(file, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
