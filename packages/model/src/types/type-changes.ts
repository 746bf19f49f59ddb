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

/** By the state of before, so that nothing keeps a state that nobody uses any more. */
const told = new WeakMap<TypeDefs, {readonly after: TypeDefs; readonly change: TypeDefsChange}>();

/**
 * What differs between two states, in their order. A change of types asks for the same several
 * times on its way, and the types may be thousands: it is looked for once.
 */
export function typeDefsChange(before: TypeDefs, after: TypeDefs): TypeDefsChange {
  if (before === after) return {saved: [], former: []};
  const known = told.get(before);
  if (known?.after === after) return known.change;
  const change = {saved: lackedBy(before, after), former: lackedBy(after, before)};
  told.set(before, {after, change});
  return change;
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
