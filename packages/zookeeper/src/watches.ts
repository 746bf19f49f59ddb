import type {NodeChange} from './protocol.ts';

export type WatchEvent = {
  /** `session-expired`: the server forgot the watch and whatever happened meanwhile; read again. */
  readonly change: NodeChange | 'session-expired';
  readonly path: string;
};

/** Called once; the next read has to bring it again. */
export type Watcher = (event: WatchEvent) => void;

export type WatchKind = 'data' | 'exists' | 'children';

const firedBy: Readonly<Record<NodeChange, readonly WatchKind[]>> = {
  created: ['data', 'exists'],
  'data-changed': ['data', 'exists'],
  deleted: ['data', 'exists', 'children'],
  'children-changed': ['children'],
};

/** The watches of one session, by what was read and where. */
export class Watches {
  readonly #watchers: Readonly<Record<WatchKind, Map<string, Set<Watcher>>>> = {
    data: new Map(),
    exists: new Map(),
    children: new Map(),
  };

  get isEmpty(): boolean {
    return Object.values(this.#watchers).every(paths => paths.size === 0);
  }

  add(kind: WatchKind, path: string, watcher: Watcher): void {
    const watchers = this.#watchers[kind].get(path);
    if (watchers === undefined) this.#watchers[kind].set(path, new Set([watcher]));
    else watchers.add(watcher);
  }

  paths(): Record<WatchKind, string[]> {
    const {data, exists, children} = this.#watchers;
    return {data: [...data.keys()], exists: [...exists.keys()], children: [...children.keys()]};
  }

  /** Removes and returns whom a change concerns. */
  take(change: NodeChange, path: string): Set<Watcher> {
    const taken = new Set<Watcher>();
    for (const kind of firedBy[change]) {
      for (const watcher of this.#watchers[kind].get(path) ?? []) taken.add(watcher);
      this.#watchers[kind].delete(path);
    }
    return taken;
  }

  /** Removes and returns everything. */
  takeAll(): {path: string; watchers: Set<Watcher>}[] {
    const all = Object.values(this.#watchers).flatMap(paths =>
      [...paths].map(([path, watchers]) => ({path, watchers})),
    );
    for (const paths of Object.values(this.#watchers)) paths.clear();
    return all;
  }
}
