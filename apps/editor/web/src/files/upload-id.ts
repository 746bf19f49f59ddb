/** As many bytes go together, and are sent again where the connection breaks. */
const leastPartBytes = 8 * 2 ** 20;
/** So many the server takes. */
const maxParts = 10_000;

/** Bytes of each part but the last. */
export function partBytesOf(size: number): number {
  return Math.max(leastPartBytes, Math.ceil(size / maxParts));
}

/**
 * The same for the same file of the same person into the same folder, so that a later try finds
 * what came. A file that was changed without a new time shows by its first or last part. Only the
 * ends are read: a file of many gigabytes begins to go up at once.
 */
export async function uploadIdOf(user: string, folder: string, file: File): Promise<string> {
  const {name, size, lastModified} = file;
  const partBytes = partBytesOf(size);
  const facts = new TextEncoder().encode([user, folder, name, size, lastModified].join('\0'));
  const ends = [file.slice(0, partBytes), file.slice(-partBytes)];
  const bytes = await Promise.all(ends.map(async end => new Uint8Array(await end.arrayBuffer())));
  return `${size.toString(36)}-${hashOf([facts, ...bytes])}`;
}

/** Browsers hash by themselves over https alone. */
function hashOf(all: readonly Uint8Array[]): string {
  let [first, second] = [0x81_1c_9d_c5, 0x9e_37_79_b9];
  for (const bytes of all)
    for (const byte of bytes) {
      first = Math.imul(first ^ byte, 0x01_00_01_93);
      second = Math.imul(second ^ byte, 0x85_eb_ca_6b);
      second = (second << 13) | (second >>> 19);
    }
  return [first, second].map(one => (one >>> 0).toString(16).padStart(8, '0')).join('');
}
