const keptMs = 7 * 24 * 3_600_000;
/** Of several processes each need not hear of every login. */
const freshMs = 24 * 3_600_000;
const maxNames = 10_000;
const maxAddressesOfName = 10;

/**
 * From where people logged in during the last days. Held in memory and bounded, for each name on
 * its own: who has one account does not make the server forget the logins of others.
 */
export class KnownLogins {
  readonly #now: () => number;
  readonly #addresses = new Map<string, Map<string, number>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @returns whether that was noted not long ago */
  isFresh(address: string, name: string): boolean {
    const since = this.#addresses.get(name)?.get(address);
    return since !== undefined && since + freshMs > this.#now();
  }

  has(address: string, name: string): boolean {
    const since = this.#addresses.get(name)?.get(address);
    return since !== undefined && since + keptMs > this.#now();
  }

  /** @param at when, for what somebody else tells of */
  add(address: string, name: string, at = this.#now()): void {
    const ofName = this.#addresses.get(name) ?? new Map<string, number>();
    putLast(ofName, address, Math.max(at, ofName.get(address) ?? at), maxAddressesOfName);
    putLast(this.#addresses, name, ofName, maxNames);
  }
}

/** What was put longest ago is first, and the first to be forgotten. */
function putLast<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key);
  const oldest = map.keys().next();
  if (map.size >= max && !oldest.done) map.delete(oldest.value);
  map.set(key, value);
}
