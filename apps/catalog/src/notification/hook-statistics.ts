/** What taking messages in came to: of one turn, or of a span of time. */
export type HookOutcome = {
  /** Messages that were done, and set aside. */
  readonly done: number;
  readonly failed: number;
  /** Entities. */
  readonly creates: number;
  readonly updates: number;
  readonly deletes: number;
  /** What it took. */
  readonly ms: number;
};

type Span = {-readonly [Name in keyof HookOutcome]: number};

const hourMs = 3_600_000;
/** This day and the one before. */
const keptHours = 48;

/**
 * What hooks came to since the start, and in the hours and days that pages tell of. Hours and days
 * are those of UTC.
 */
export class HookStatistics {
  readonly #total = none();
  /** By the number of the hour since 1970. */
  readonly #hours = new Map<number, Span>();
  #last = 0;

  add(outcome: Partial<HookOutcome>, now = Date.now()): void {
    const hour = Math.floor(now / hourMs);
    const span = this.#hours.get(hour) ?? none();
    this.#hours.set(hour, span);
    for (const one of [this.#total, span]) addTo(one, outcome);
    for (const old of this.#hours.keys()) if (old <= hour - keptHours) this.#hours.delete(old);
    this.#last = now;
  }

  /** Under the names of `/admin/metrics`. */
  stats(now = Date.now()): Record<string, number> {
    const hour = Math.floor(now / hourMs);
    const day = hour - (hour % 24);
    return {
      ...named('total', '', this.#total),
      ...named('currentHour', 'Entity', this.#between(hour, hour + 1)),
      ...named('previousHour', 'Entity', this.#between(hour - 1, hour)),
      ...named('currentDay', 'Entity', this.#between(day, day + 24)),
      ...named('previousDay', 'Entity', this.#between(day - 24, day)),
      'Notification:currentHourStartTime': hour * hourMs,
      'Notification:currentDayStartTime': day * hourMs,
      'Notification:lastMessageProcessedTime': this.#last,
    };
  }

  #between(from: number, to: number): Span {
    const sum = none();
    for (const [hour, span] of this.#hours) if (hour >= from && hour < to) addTo(sum, span);
    return sum;
  }
}

function none(): Span {
  return {done: 0, failed: 0, creates: 0, updates: 0, deletes: 0, ms: 0};
}

function addTo(
  sum: Span,
  {done = 0, failed = 0, creates = 0, updates = 0, deletes = 0, ms = 0}: Partial<HookOutcome>,
) {
  sum.done += done;
  sum.failed += failed;
  sum.creates += creates;
  sum.updates += updates;
  sum.deletes += deletes;
  sum.ms += ms;
}

/** Under the names that the reference's metrics have. */
function named(
  span: string,
  of: string,
  {done, failed, creates, updates, deletes, ms}: Span,
): Record<string, number> {
  const count = done + failed;
  return {
    [`Notification:${span}`]: count,
    [`Notification:${span}AvgTime`]: count === 0 ? 0 : Math.round(ms / count),
    [`Notification:${span}${of}Creates`]: creates,
    [`Notification:${span}${of}Updates`]: updates,
    [`Notification:${span}${of}Deletes`]: deletes,
    [`Notification:${span}Failed`]: failed,
  };
}
