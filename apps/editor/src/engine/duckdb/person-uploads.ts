import {randomUUID} from 'node:crypto';
import {mkdir, open, rename, rm} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {AppError} from '@gazetteer/model';
import {sizeText} from '@gazetteer/server';
import type {EngineUploads, UploadPart} from '../sql-engine.ts';
import {fileLength} from './folder-usage.ts';

/** Among the files, so that what was given up counts, is listed and can be deleted. */
const folderName = '.uploads';
/** What is sent again at most where a connection breaks. */
const maxPartBytes = 64 * 2 ** 20;
/** Characters that make a pattern of a name in statements. */
const ofPatterns = /[*?[\]{}]/;

type Room = {
  /** Why nothing more may be stored. */
  readonly full: () => Promise<string | undefined>;
  readonly freeBytes: () => Promise<number>;
};

/**
 * Files that come into a person's folder piece by piece: each piece goes behind what is there, so
 * that whoever was cut off asks how much came and goes on from there.
 */
export class PersonUploads implements EngineUploads {
  readonly #files: string;
  readonly #room: Room;
  /** Ids of those that are written to right now. */
  readonly #busy = new Set<string>();
  /** Bytes that these still have to get, by id. */
  readonly #expected = new Map<string, number>();
  /** Looks at the folder, and what follows from them, one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(files: string, room: Room) {
    this.#files = files;
    this.#room = room;
  }

  async received(id: string): Promise<number> {
    return (await fileLength(this.#fileOf(id))) ?? 0;
  }

  async append(id: string, {offset, total, bytes}: UploadPart): Promise<number> {
    return await this.#alone(id, async file => {
      const there = (await fileLength(file)) ?? 0;
      if (offset !== there) throw conflict(`${there} bytes have come: go on from there`);
      const expect = (length: number) => this.#expected.set(id, total - length);
      await this.#inTurn(async () => {
        await this.#checkRoom(total - there);
        expect(there);
      });
      try {
        await this.#makeFolder();
        return await appended(file, there, Math.min(total, there + maxPartBytes), bytes, expect);
      } finally {
        this.#expected.delete(id);
      }
    });
  }

  async finish(id: string, name: string, total: number, replace: boolean): Promise<void> {
    checkName(name);
    await this.#alone(id, async file => {
      const there = await fileLength(file);
      if (there !== total) throw conflict(`${there ?? 0} of ${total} bytes have come`);
      const target = join(this.#files, name);
      await this.#inTurn(async () => {
        const taken = await fileLength(target);
        if (taken !== undefined && !replace)
          throw new AppError('NAME_TAKEN', [`You have a file ${name} already`]);
        await renamed(file, target);
      });
    });
  }

  /** A file that somebody else writes, whole or not at all, in place of one of its name. */
  async make(name: string, write: (file: string, maxBytes: number) => Promise<void>) {
    checkName(name);
    await this.#checkRoom(0);
    await this.#makeFolder();
    const file = this.#fileOf(randomUUID());
    try {
      await write(file, await this.#freeBytes());
      await renamed(file, join(this.#files, name));
    } finally {
      await rm(file, {force: true});
    }
  }

  async drop(id: string): Promise<void> {
    await this.#alone(id, async file => await rm(file, {force: true}));
  }

  async #makeFolder(): Promise<void> {
    const folder = join(this.#files, folderName);
    await mkdir(folder, {recursive: true, mode: 0o700}).catch((error: unknown) => {
      throw conflict(`Delete the file ${folderName}: a folder of that name is needed`, error);
    });
  }

  #fileOf(id: string): string {
    if (!/^[\da-z-]{8,64}$/.test(id))
      throw new AppError('BAD_REQUEST', ['id has 8 to 64 small letters, digits and hyphens']);
    return join(this.#files, folderName, id);
  }

  /** Two that write to one file would mix their bytes. */
  async #alone<T>(id: string, work: (file: string) => Promise<T>): Promise<T> {
    const file = this.#fileOf(id);
    if (this.#busy.has(id)) throw conflict('Another part of this file is on its way');
    this.#busy.add(id);
    try {
      return await work(file);
    } finally {
      this.#busy.delete(id);
    }
  }

  /** What one looks at stays as it is until the work on it is done. */
  async #inTurn(work: () => Promise<void>): Promise<void> {
    const mine = this.#turn.then(work);
    this.#turn = mine.catch(() => undefined);
    await mine;
  }

  /** Without what the parts that are on their way take. */
  async #freeBytes(): Promise<number> {
    const expected = [...this.#expected.values()].reduce((sum, one) => sum + one, 0);
    return Math.max(0, (await this.#room.freeBytes()) - expected);
  }

  /** @throws CONFLICT where the rest of the file has no room */
  async #checkRoom(bytes: number): Promise<void> {
    const full = await this.#room.full();
    if (full !== undefined) throw conflict(full);
    const free = await this.#freeBytes();
    if (bytes > free)
      throw conflict(
        `The file needs ${sizeText(bytes)} more, and you have ${sizeText(free)} left: drop tables and run CHECKPOINT, or delete files`,
      );
  }
}

async function renamed(file: string, target: string): Promise<void> {
  await rename(file, target).catch((error: unknown) => {
    throw conflict(`There is something else by the name ${basename(target)}`, error);
  });
}

/** Puts bytes behind those of a file. @param tell how long it is @returns how long it is then */
async function appended(
  file: string,
  there: number,
  most: number,
  bytes: AsyncIterable<Uint8Array>,
  tell: (length: number) => void,
): Promise<number> {
  const handle = await open(file, 'a', 0o600);
  try {
    let length = there;
    for await (const chunk of bytes) {
      if (length + chunk.byteLength > most) {
        await handle.truncate(there);
        throw new AppError('BAD_REQUEST', [
          `A part has no more than ${sizeText(maxPartBytes)}, and a file no more than its total`,
        ]);
      }
      await handle.writeFile(chunk);
      length += chunk.byteLength;
      tell(length);
    }
    return length;
  } finally {
    await handle.close();
  }
}

function conflict(text: string, cause?: unknown): AppError {
  return new AppError('CONFLICT', [text], {cause});
}

/** @throws BAD_REQUEST for what is no plain name that statements can say */
function checkName(name: string): void {
  const isPlain =
    /^[^./\\\s][^/\\\p{Cc}]*$/u.test(name) && name.isWellFormed() && !ofPatterns.test(name);
  if (!isPlain || Buffer.byteLength(name) > 200)
    throw new AppError('BAD_REQUEST', [
      `${JSON.stringify(name)} is no name for a file here: it has no slashes, no * ? [ ] { }, no dot at its beginning and at most 200 bytes`,
    ]);
}
