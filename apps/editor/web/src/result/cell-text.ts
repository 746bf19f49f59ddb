import type {Cell, ResultColumn} from '../api/wire.ts';

const numeric = new Set(['int32', 'int64', 'float', 'decimal']);

export function isNumeric({kind}: ResultColumn): boolean {
  return numeric.has(kind);
}

/** A value as it is shown and copied; not for NULL. */
export function textOf(value: Cell): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Names of some servers have the table in front, as in `orders.id`; those of expressions have dots of their own. */
export function shortName(name: string): string {
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
