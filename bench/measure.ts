/** What a load took. Times of single calls in milliseconds. */
export type Load = {
  readonly calls: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
};

export type Limit = {readonly seconds: number; readonly maxCalls?: number};

/**
 * Runs `call` from `clients` callers at once, each one call after another, until `seconds` or
 * `maxCalls` are over.
 */
export async function load(
  clients: number,
  limit: Limit,
  call: (n: number) => Promise<unknown>,
): Promise<Load> {
  const times: number[] = [];
  let next = 0;
  const start = performance.now();
  const end = start + limit.seconds * 1000;
  const client = async () => {
    while (performance.now() < end && next < (limit.maxCalls ?? Infinity)) {
      const n = next++;
      const begin = performance.now();
      await call(n);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({length: clients}, client));
  return loadOf(times, (performance.now() - start) / 1000);
}

/** Two calls that undo each other, one after the other. */
export async function inTurns(
  turns: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[Load, Load]> {
  const ones: Load[] = [];
  const others: Load[] = [];
  for (let turn = 0; turn < turns; turn++) {
    ones.push(await load(1, {seconds: 60, maxCalls: 1}, one));
    others.push(await load(1, {seconds: 60, maxCalls: 1}, other));
  }
  return [merged(ones), merged(others)];
}

/** Of loads of one call each. */
function merged(loads: readonly Load[]): Load {
  return loadOf(
    loads.map(one => one.p50),
    loads.reduce((sum, one) => sum + one.seconds, 0),
  );
}

function loadOf(times: number[], seconds: number): Load {
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {calls: times.length, seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99)};
}

export const perSecond = ({calls, seconds}: Load, each = 1): number => (calls * each) / seconds;

export type Result = {
  readonly measure: string;
  /** Which database, and with how many entities in it: the columns of the table. */
  readonly database: string;
  readonly entities: number;
  readonly value: string;
  /** What `value` says first, to be compared. */
  readonly amount: number | undefined;
};

/** Collects results and prints each as it comes. */
export class Results {
  readonly all: Result[] = [];
  readonly #rounds: number;
  #database = '';
  #entities = 0;

  constructor(rounds: number) {
    this.#rounds = rounds;
  }

  at(database: string, entities: number): void {
    this.#database = database;
    this.#entities = entities;
  }

  add(measure: string, value: string, amount?: number): void {
    this.all.push({measure, value, amount, database: this.#database, entities: this.#entities});
    console.log(
      `${this.#database} ${compact(this.#entities).padStart(5)}  ${measure.padEnd(76)} ${value}`,
    );
  }

  /**
   * The load of middle speed among some: others may use the machine now and then. `call` is given
   * ever new numbers.
   */
  async middle(
    clients: number,
    limit: Limit,
    call: (n: number) => Promise<unknown>,
  ): Promise<Load> {
    const loads: Load[] = [];
    let before = 0;
    for (let round = 0; round < this.#rounds; round++) {
      const offset = before;
      const one = await load(clients, limit, n => call(offset + n));
      before += one.calls;
      loads.push(one);
    }
    loads.sort((a, b) => perSecond(a) - perSecond(b));
    const middle = loads[Math.floor(loads.length / 2)];
    if (middle === undefined) throw new Error('no rounds');
    return middle;
  }

  rate(measure: string, result: Load, each: number): number {
    const value = perSecond(result, each);
    this.add(measure, `${Math.round(value).toLocaleString('en')}/s`, value);
    return value;
  }

  /** `50 % / 95 % / 99 %` of the calls took no longer. */
  times(measure: string, {p50, p95, p99}: Load): void {
    this.add(measure, `${[p50, p95, p99].map(milliseconds).join(' / ')} ms`, p50);
  }

  markdown(): string {
    const databases = [...new Set(this.all.map(one => one.database))];
    const names = (of: readonly Result[]) => [...new Set(of.map(one => one.measure))];
    const tables = databases.flatMap(database => {
      const fresh = this.all.filter(one => one.database === database && one.entities === 0);
      const grown = this.all.filter(one => one.database === database && one.entities > 0);
      const sizes = [...new Set(grown.map(one => one.entities))];
      const heads = [...sizes.map(compact), ...(sizes.length > 1 ? ['growth'] : [])];
      const rows = names(grown).map(measure => {
        const cells = sizes.map(size =>
          grown.find(one => one.measure === measure && one.entities === size),
        );
        return [
          measure,
          ...cells.map(cell => cell?.value ?? ''),
          ...(sizes.length > 1 ? [growth(cells)] : []),
        ];
      });
      return [
        `### ${database}`,
        markdownTable(
          [`${database}, empty store`, ''],
          fresh.map(one => [one.measure, one.value]),
        ),
        ...(rows.length === 0
          ? []
          : [markdownTable([`${database}, entities in it`, ...heads], rows)]),
      ];
    });
    return tables.join('\n\n');
  }
}

export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(heads),
    `|---|${heads
      .slice(1)
      .map(() => '---:|')
      .join('')}`,
    ...rows.map(line),
  ].join('\n');
}

/** From the first size to the last. */
function growth(cells: readonly (Result | undefined)[]): string {
  const [first, last] = [cells[0]?.amount, cells.at(-1)?.amount];
  return first === undefined || last === undefined || cells.length < 2
    ? ''
    : `× ${(last / first).toFixed(2)}`;
}

export const compact = (entities: number): string =>
  entities >= 1e6
    ? `${Math.round(entities / 1e5) / 10}M`
    : entities >= 1000
      ? `${Math.round(entities / 1000)}k`
      : String(entities);

const milliseconds = (ms: number): string =>
  ms < 1 ? ms.toFixed(3) : ms < 10 ? ms.toFixed(2) : ms.toFixed(0);
