// Runs many things beside each other, as many as keep the processors busy: what waits, for a
// browser or for a server that starts, leaves room for one more, and what computes does not.
import {availableParallelism, cpus} from 'node:os';

type Limits = {
  /** So many at once, even where the machine is busy with other things. */
  readonly least: number;
  /** Never more at once. */
  readonly most: number;
  /** Memory that has to be free for one more. */
  readonly bytesOfOne: number;
};

/** What the machine has to spare. */
export type Spare = {
  /** Part of all processors that did nothing since it was asked last, from 0 to 1. */
  idle(): number;
  memory(): number;
};

const lookMs = 1000;
/** Less does not pay for another process. */
const worthOneMore = 0.1;
/** With less than this, what runs gets in each other's way. */
const busy = 0.02;
/** Looks after one more has begun: so long it takes until it needs its processor and memory. */
const looksBetween = 4;

/** How many run at once: one more or one less at each look. */
export class Level {
  now: number;
  readonly #limits: Limits;
  readonly #spare: Spare;
  /** Looks until one more may begin. */
  #looksLeft = 0;

  constructor(limits: Limits, spare: Spare = machine()) {
    this.#limits = limits;
    this.#spare = spare;
    this.now = limits.least;
  }

  /** @param isFull whether as many run as may: else that a processor is idle says nothing */
  look(isFull: boolean): void {
    const idle = this.#spare.idle();
    const {least, most, bytesOfOne} = this.#limits;
    this.#looksLeft = Math.max(0, this.#looksLeft - 1);
    if (this.#spare.memory() < bytesOfOne || idle < busy) this.now--;
    else if (isFull && idle > worthOneMore && this.#looksLeft === 0) {
      this.now++;
      this.#looksLeft = looksBetween;
    }
    this.now = Math.min(Math.max(this.now, least), most);
  }
}

/** In the order of `all`; fails with the first that fails, when those that had begun have ended. */
export async function sideBySide<T>(
  all: readonly T[],
  level: Level,
  one: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = all.values();
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const fill = () => {
    while (running.size < level.now && failures.length === 0) {
      const {done, value} = waiting.next();
      if (done === true) return;
      const work: Promise<void> = one(value)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          running.delete(work);
          fill();
        });
      running.add(work);
    }
  };
  const timer = setInterval(() => {
    level.look(running.size >= level.now);
    fill();
  }, lookMs);
  fill();
  while (running.size > 0) await Promise.race(running);
  clearInterval(timer);
  if (failures.length > 0) throw failures[0];
}

/** Where a container has fewer processors than its machine, these may look idle: `most` holds. */
export function machine(): Spare {
  let before = times();
  return {
    idle: () => {
      const [idle, all] = times();
      const [idleBefore, allBefore] = before;
      before = [idle, all];
      return all === allBefore ? 0 : (idle - idleBefore) / (all - allBefore);
    },
    memory: () => process.availableMemory(),
  };
}

/** Since the machine was started: what was idle, and all. */
function times(): [idle: number, all: number] {
  const each = cpus().map(({times: {user, nice, sys, irq, idle}}) => [
    idle,
    user + nice + sys + irq + idle,
  ]);
  const sum = (at: number) => each.reduce((total, one) => total + (one[at] ?? 0), 0);
  return [sum(0), sum(1)];
}

/**
 * Of tests. Suites of real servers have several processes each, some of them in Java, and all share
 * the connections of one PostgreSQL, however large the machine is.
 */
export function levelOfTests(isReal: boolean): Level {
  const processors = Math.min(availableParallelism(), 6);
  return new Level({
    least: processors + (isReal ? 0 : 1),
    most: processors * 3,
    bytesOfOne: (isReal ? 3 : 1.5) * 2 ** 30,
  });
}
