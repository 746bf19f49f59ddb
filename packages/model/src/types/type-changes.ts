import type {TypeDef} from './type-def.ts';

/** Definitions by their names. */
export type TypeDefs = ReadonlyMap<string, TypeDef>;

/**
 * What one state of the types has and another has not: definitions that are new or replaced, and
 * those that were there before.
 */
export type TypeDefsChange = {
  readonly saved: readonly TypeDef[];
  readonly former: readonly TypeDef[];
};

/** What differs between two states, in their order. */
export function typeDefsChange(before: TypeDefs, after: TypeDefs): TypeDefsChange {
  if (before === after) return {saved: [], former: []};
  return {saved: lackedBy(before, after), former: lackedBy(after, before)};
}

function lackedBy(some: TypeDefs, others: TypeDefs): TypeDef[] {
  const lacked: TypeDef[] = [];
  for (const def of others.values()) if (some.get(def.name) !== def) lacked.push(def);
  return lacked;
}

/** In the order of their names, as databases have them; the same object where they are. */
export function inOrderOfNames(defs: TypeDefs): TypeDefs {
  let last = '';
  for (const name of defs.keys()) {
    if (name < last) return new Map([...defs].sort(([a], [b]) => (a < b ? -1 : 1)));
    last = name;
  }
  return defs;
}
