/**
 * Propagation of classifications as anybody would write it down: one entity, one edge and one
 * classification at a time.
 */

export type NaiveEdge = {
  from: string;
  to: string;
  tags: 'NONE' | 'ONE_TO_TWO' | 'TWO_TO_ONE' | 'BOTH';
  isActive: boolean;
  isTerm: boolean;
};
type Tag = {name: string; source: string; propagates: boolean; asks: boolean};

/** From one entity to another; whether the entities are there is another question. */
function directions(edge: NaiveEdge | undefined): [string, string][] {
  if (edge === undefined || !edge.isActive) return [];
  const ways: [string, string][] = [];
  if (edge.tags === 'ONE_TO_TWO' || edge.tags === 'BOTH') ways.push([edge.from, edge.to]);
  if (edge.tags === 'TWO_TO_ONE' || edge.tags === 'BOTH') ways.push([edge.to, edge.from]);
  return ways;
}

const keyOf = (tag: Tag) => `${tag.name}@${tag.source}`;

export class NaivePropagation {
  readonly active = new Map<string, boolean>();
  readonly edges = new Map<string, NaiveEdge>();
  readonly tags = new Map<string, Tag>();
  /** `<edge> <tag>@<source>` */
  readonly blocked = new Set<string>();
  /** Classifications that have come to an entity, by entity. */
  readonly #at = new Map<string, Set<string>>();

  at(entity: string): ReadonlySet<string> {
    return this.#at.get(entity) ?? new Set();
  }

  addTag(tag: Tag): void {
    this.tags.set(keyOf(tag), tag);
    this.#spread();
  }

  setPropagates(key: string, propagates: boolean): void {
    const tag = this.tags.get(key);
    if (tag === undefined) return;
    this.tags.set(key, {...tag, propagates});
    if (!propagates) this.#forget(key);
    this.#spread();
  }

  removeTag(key: string): void {
    this.tags.delete(key);
    for (const block of this.blocked) if (block.endsWith(` ${key}`)) this.blocked.delete(block);
    this.#forget(key);
  }

  addEdge(id: string, edge: NaiveEdge): void {
    this.edges.set(id, edge);
    this.#spread();
  }

  /** `undefined` removes it; what came over it goes as far as `takes` says. */
  changeEdge(id: string, after: NaiveEdge | undefined, takes: (tag: Tag) => boolean): void {
    const lost = directions(this.edges.get(id));
    if (after === undefined) {
      this.edges.delete(id);
      for (const block of this.blocked) if (block.startsWith(`${id} `)) this.blocked.delete(block);
    } else this.edges.set(id, after);
    const left = directions(after);
    this.#lose(
      lost.filter(([from, to]) => !left.some(way => way[0] === from && way[1] === to)),
      takes,
    );
  }

  block(id: string, key: string): void {
    this.blocked.add(`${id} ${key}`);
    this.#lose(directions(this.edges.get(id)), tag => keyOf(tag) === key);
  }

  unblock(id: string, key: string): void {
    this.blocked.delete(`${id} ${key}`);
    this.#spread();
  }

  deleteEntity(entity: string): void {
    const lost = [...this.edges.keys()]
      .flatMap(id => this.#waysOf(id))
      .filter(way => way.includes(entity));
    this.active.set(entity, false);
    for (const [key, tag] of this.tags) if (tag.source === entity && tag.asks) this.#forget(key);
    this.#lose(lost, tag => tag.asks);
  }

  reviveEntity(entity: string): void {
    this.active.set(entity, true);
    for (const [key, tag] of this.tags) if (tag.asks) this.#at.get(entity)?.delete(key);
    this.#spread();
  }

  removeEntity(entity: string): void {
    for (const [key, tag] of this.tags) if (tag.source === entity) this.removeTag(key);
    const gone = [...this.edges].filter(([, edge]) => edge.from === entity || edge.to === entity);
    for (const [id] of gone) this.edges.delete(id);
    for (const isTerm of [true, false]) {
      const lost = gone.map(one => one[1]).filter(edge => edge.isTerm === isTerm);
      this.#lose(lost.flatMap(directions), tag => isTerm || tag.asks);
    }
    this.active.delete(entity);
    this.#at.delete(entity);
  }

  /** Where a classification comes to when nothing but the present counts. */
  reach(key: string): Set<string> {
    const tag = this.tags.get(key);
    const found = new Set<string>();
    if (tag === undefined || !tag.propagates || this.active.get(tag.source) !== true) return found;
    const queue = [tag.source];
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      for (const id of this.edges.keys()) {
        if (this.blocked.has(`${id} ${key}`)) continue;
        for (const [from, to] of this.#waysOf(id)) {
          if (from !== next || found.has(to) || to === tag.source) continue;
          found.add(to);
          queue.push(to);
        }
      }
    }
    return found;
  }

  /** Directions that are open: the edge and both its entities are there. */
  #waysOf(id: string): [string, string][] {
    return directions(this.edges.get(id)).filter(way =>
      way.every(entity => this.active.get(entity)),
    );
  }

  #holds(entity: string, key: string): boolean {
    const tag = this.tags.get(key);
    return this.at(entity).has(key) || (tag?.source === entity && tag.propagates);
  }

  /** Until nothing moves any more. */
  #spread(): void {
    for (let moved = true; moved;) {
      moved = false;
      for (const [key, tag] of this.tags) {
        for (const id of this.edges.keys()) {
          if (this.blocked.has(`${id} ${key}`)) continue;
          for (const [from, to] of this.#waysOf(id)) {
            if (to === tag.source || this.at(to).has(key) || !this.#holds(from, key)) continue;
            this.#put(to, key);
            moved = true;
          }
        }
      }
    }
  }

  /**
   * What came over the ways goes with all that it led to; what is still reached from elsewhere
   * comes back.
   */
  #lose(ways: readonly [string, string][], takes: (tag: Tag) => boolean): void {
    for (const [key, tag] of this.tags) {
      if (!takes(tag)) continue;
      const queue = ways
        .filter(
          ([from, to]) =>
            this.active.get(to) === true && this.at(to).has(key) && this.#holds(from, key),
        )
        .map(way => way[1]);
      const gone = new Set(queue);
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        for (const id of this.edges.keys()) {
          if (this.blocked.has(`${id} ${key}`)) continue;
          for (const [from, to] of this.#waysOf(id)) {
            if (from !== next || gone.has(to) || !this.at(to).has(key)) continue;
            gone.add(to);
            queue.push(to);
          }
        }
      }
      for (const entity of gone) this.#at.get(entity)?.delete(key);
    }
    this.#spread();
  }

  #put(entity: string, key: string): void {
    this.#at.set(entity, new Set([...this.at(entity), key]));
  }

  #forget(key: string): void {
    for (const keys of this.#at.values()) keys.delete(key);
  }
}
