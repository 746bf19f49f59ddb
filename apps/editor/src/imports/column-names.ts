const maxLength = 63;

/**
 * Names of a table's columns from those that a file has: letters, digits and `_`, each once
 * whatever the case.
 */
export function columnNames(sources: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return sources.map((source, n) => {
    const plain = plainName(source) || `column_${n + 1}`;
    let name = plain;
    for (let again = 2; taken.has(name.toLowerCase()); again++)
      name = `${plain.slice(0, maxLength - 6)}_${again}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function plainName(source: string): string {
  const words = source
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}_]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '');
  const name = [...words].slice(0, maxLength - 1).join('');
  return /^\p{N}/u.test(name) ? `_${name}` : name;
}
