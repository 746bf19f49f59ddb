/** A size as people read it, in powers of ten, as disks are sold: `12 bytes`, `1.5 MB`. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const [unit, size] = bytes < 1e6 ? ['kB', 1e3] : bytes < 1e9 ? ['MB', 1e6] : ['GB', 1e9];
  return `${(bytes / Number(size)).toLocaleString(undefined, {maximumFractionDigits: 1})} ${unit}`;
}
