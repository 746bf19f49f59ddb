/** More names than this that came one by one are put among the others. */
const maxLate = 200;

/**
 * Numbers of names (types, edge labels, attribute keys). Names get their numbers when type
 * definitions are saved, in the same transaction, so a type system and its symbols are read, cached
 * and replaced together.
 */
export class Symbols {
  /** The highest number that was ever given. */
  readonly highest: number;
  /**
   * Shared with those of before, so that a few new names cost nothing for the many that there are;
   * each list of both ways.
   */
  readonly #lists: readonly Numbered[];

  /** @param before what `rows` come on top of; their names are new */
  constructor(rows: readonly {id: number; name: string}[], before?: Symbols) {
    const [all, late] = before === undefined ? [] : before.#lists;
    this.highest = rows.reduce((highest, {id}) => Math.max(highest, id), before?.highest ?? 0);
    this.#lists =
      all === undefined || (late?.ids.size ?? 0) + rows.length > maxLate
        ? [numbered(rows, all, late)]
        : [all, numbered(rows, late)];
  }

  /** Numbers whose rows nobody asks for any more. */
  get abandoned(): number[] {
    return this.#lists.flatMap(({names}) =>
      [...names].flatMap(([id, name]) => (name === abandonedName(id) ? id : [])),
    );
  }

  has(name: string): boolean {
    return this.#lists.some(({ids}) => ids.has(name));
  }

  id(name: string): number {
    for (const {ids} of this.#lists) {
      const id = ids.get(name);
      if (id !== undefined) return id;
    }
    throw new Error(`no symbol ${name}`);
  }

  name(id: number): string {
    for (const {names} of this.#lists) {
      const name = names.get(id);
      if (name !== undefined) return name;
    }
    throw new Error(`no symbol number ${id}`);
  }
}

type Numbered = {
  readonly ids: ReadonlyMap<string, number>;
  readonly names: ReadonlyMap<number, string>;
};

function numbered(
  rows: readonly {id: number; name: string}[],
  ...before: readonly (Numbered | undefined)[]
): Numbered {
  const ids = new Map(before.flatMap(one => [...(one?.ids ?? [])]));
  const names = new Map(before.flatMap(one => [...(one?.names ?? [])]));
  for (const {id, name} of rows) {
    ids.set(name, id);
    names.set(id, name);
  }
  return {ids, names};
}

/** The name of a number that was taken from an attribute; no type is called so. */
export function abandonedName(id: number): string {
  return `~${id}`;
}
