import type {Cell, ResultColumn} from '../api/wire.ts';

const numeric = new Set(['int32', 'int64', 'float', 'decimal']);

export function isNumeric({kind}: ResultColumn): boolean {
  return numeric.has(kind);
}

/** A value as it is shown and copied; not for NULL. */
export function textOf(value: Cell): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Names of some servers have the table in front, as in `orders.id`. */
export function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}
