import {strFromU8, strToU8, unzipSync, zipSync} from 'fflate';

/** A zip of texts, by their paths in it. */
export function zipTexts(files: readonly (readonly [path: string, text: string])[]): Uint8Array {
  return zipSync(Object.fromEntries(files.map(([path, text]) => [path, strToU8(text)])), {
    level: 6,
  });
}

/**
 * The files whose name is wanted. @throws {Error} for what is no zip, and where they unpack to more
 * than `maxBytes`
 */
export function unzipFiles(
  zip: Uint8Array,
  isWanted: (path: string) => boolean,
  maxBytes: number,
): Readonly<Record<string, Uint8Array>> {
  let total = 0;
  return unzipSync(zip, {
    filter: ({name, originalSize}) => {
      if (!isWanted(name)) return false;
      total += originalSize;
      // Unpacking never writes more than the stated size.
      if (total > maxBytes) throw new Error(`it unpacks to more than ${maxBytes} bytes`);
      return true;
    },
  });
}

/** As `unzipFiles`, of texts. */
export function unzipTexts(
  zip: Uint8Array,
  isWanted: (path: string) => boolean,
  maxBytes: number,
): [path: string, text: string][] {
  return Object.entries(unzipFiles(zip, isWanted, maxBytes)).map(([path, bytes]) => [
    path,
    strFromU8(bytes),
  ]);
}
