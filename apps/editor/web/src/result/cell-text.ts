import type {Cell, ResultColumn} from '../api/wire.ts';

/**
 * Kinds of the wire, not types of an engine: each engine has names of its own for them. Integers
 * beyond 2^53 and decimals come as texts, so that no digit is lost.
 */
const numeric = new Set(['int32', 'int64', 'float', 'decimal']);

/** Numbers stand at the right of their column. */
export function isNumeric({kind}: ResultColumn): boolean {
  return numeric.has(kind);
}

/** A value as it is shown and copied; not for NULL. */
export function textOf(value: Cell): string {
  return String(value);
}

/**
 * Short names, for people to tell columns apart: where two would be the same, they keep their
 * tables.
 */
export function headNames(columns: readonly Pick<ResultColumn, 'name'>[]): string[] {
  const short = columns.map(({name}) => shortName(name));
  const counts = new Map<string, number>();
  for (const name of short) counts.set(name, (counts.get(name) ?? 0) + 1);
  return columns.map(({name}, n) => (counts.get(short[n] ?? '') === 1 ? (short[n] ?? name) : name));
}

/**
 * Names of some servers have the table in front, as in `orders.id`; those of expressions have dots
 * of their own.
 */
function shortName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_$]*\.([\p{L}\p{N}_$]+)$/u.exec(name)?.[1] ?? name;
}

/** Short names, each once: what two columns share gets a number, as in downloads. */
export function distinctNames(columns: readonly Pick<ResultColumn, 'name'>[]): string[] {
  const taken = new Set<string>();
  return columns.map(({name}) => {
    const short = shortName(name);
    let distinct = short;
    for (let n = 2; taken.has(distinct); n++) distinct = `${short}_${n}`;
    taken.add(distinct);
    return distinct;
  });
}
