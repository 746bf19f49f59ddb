import {statfs} from 'node:fs/promises';

/** Below this a store on the disk cannot be relied on to take the next change. */
const fullBytes = 8 * 2 ** 20;

/** How much room there is on the disk that a folder lies on. */
export class DiskRoom {
  readonly #folder: string;
  readonly minFreeBytes: number;

  /** @param minFreeBytes what new work leaves for that which has to go on */
  constructor(folder: string, minFreeBytes: number) {
    this.#folder = folder;
    this.minFreeBytes = minFreeBytes;
  }

  async freeBytes(): Promise<number> {
    const {bavail, bsize} = await statfs(this.#folder);
    return bavail * bsize;
  }

  /** Why nothing new should be begun; undefined while there is room. */
  async problem(): Promise<string | undefined> {
    const free = await this.freeBytes();
    if (free >= this.minFreeBytes) return undefined;
    return `the disk of the server has ${sizeText(free)} left, less than the ${sizeText(this.minFreeBytes)} that stay free`;
  }

  /** Whether what has to go on can. */
  async isFull(): Promise<boolean> {
    return (await this.freeBytes()) < fullBytes;
  }
}

/** In powers of ten, as disks are sold: `1.5 GB`. */
export function sizeText(bytes: number): string {
  const [unit, size] =
    bytes < 1e6
      ? (['kB', 1e3] as const)
      : bytes < 1e9
        ? (['MB', 1e6] as const)
        : (['GB', 1e9] as const);
  return `${(bytes / size).toFixed(bytes < 10 * size ? 1 : 0)} ${unit}`;
}
