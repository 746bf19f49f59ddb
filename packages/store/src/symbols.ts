/**
 * Numbers of names (types, edge labels, attribute keys). Names get their numbers when type definitions are saved, in the
 * same transaction, so a type system and its symbols are read, cached and replaced together.
 */
export class Symbols {
  readonly #ids: ReadonlyMap<string, number>;
  readonly #names: ReadonlyMap<number, string>;

  constructor(rows: readonly {id: number; name: string}[]) {
    this.#ids = new Map(rows.map(row => [row.name, row.id]));
    this.#names = new Map(rows.map(row => [row.id, row.name]));
  }

  get highest(): number {
    return Math.max(0, ...this.#names.keys());
  }

  /** Numbers whose rows nobody asks for any more. */
  get abandoned(): number[] {
    return [...this.#names].flatMap(([id, name]) => (name === abandonedName(id) ? id : []));
  }

  has(name: string): boolean {
    return this.#ids.has(name);
  }

  id(name: string): number {
    const id = this.#ids.get(name);
    if (id === undefined) throw new Error(`no symbol ${name}`);
    return id;
  }

  name(id: number): string {
    const name = this.#names.get(id);
    if (name === undefined) throw new Error(`no symbol number ${id}`);
    return name;
  }
}

/** The name of a number that was taken from an attribute; no type is called so. */
export function abandonedName(id: number): string {
  return `~${id}`;
}
