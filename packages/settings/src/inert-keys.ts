/**
 * Keys that the reference product knows and that change nothing here. A prefix ends with a dot.
 * `why` tells what is done in their place, or why nothing need be; where it is empty, that is of no
 * interest: they are another server's in the same file, or so many that they are listed together.
 */
export type InertKeys = {readonly keys: readonly string[]; readonly why: string};

/** The row that a key belongs to. */
export function inertRow(rows: readonly InertKeys[], key: string): InertKeys | undefined {
  return rows.find(row =>
    row.keys.some(known => (known.endsWith('.') ? key.startsWith(known) : key === known)),
  );
}
