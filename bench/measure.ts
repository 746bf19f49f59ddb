/** What a load took. Times of single calls in milliseconds. */
export type Load = {
  readonly calls: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
};

/** Runs `call` from `clients` callers at once, each one call after another, until `seconds` or `maxCalls` are over. */
export async function load(
  clients: number,
  limit: {readonly seconds: number; readonly maxCalls?: number},
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
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return {calls: times.length, seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99)};
}

export const perSecond = ({calls, seconds}: Load, each = 1): number => (calls * each) / seconds;

export type Result = {
  readonly measure: string;
  /** Which database, and with how many entities in it: the columns of the table. */
  readonly database: string;
  readonly entities: number;
  readonly value: string;
};

/** Collects results and prints each as it comes. */
export class Results {
  readonly all: Result[] = [];
  #database = '';
  #entities = 0;

  at(database: string, entities: number): void {
    this.#database = database;
    this.#entities = entities;
  }

  add(measure: string, value: string): void {
    this.all.push({measure, value, database: this.#database, entities: this.#entities});
    console.log(`${this.#database} ${compact(this.#entities).padStart(5)}  ${measure.padEnd(62)} ${value}`);
  }

  rate(measure: string, result: Load, each: number): number {
    const value = perSecond(result, each);
    this.add(measure, `${Math.round(value).toLocaleString('en')}/s`);
    return value;
  }

  times(measure: string, {p50, p95, p99}: Load): void {
    this.add(measure, [p50, p95, p99].map(milliseconds).join(' / '));
  }

  markdown(): string {
    const key = (one: Result) => `${one.database} ${compact(one.entities)}`;
    const columns = [...new Set(this.all.map(key))];
    const cells = new Map(this.all.map(one => [`${one.measure}|${key(one)}`, one.value]));
    const rows = [...new Set(this.all.map(one => one.measure))].map(
      measure => `| ${[measure, ...columns.map(column => cells.get(`${measure}|${column}`) ?? '')].join(' | ')} |`,
    );
    return [`| measure | ${columns.join(' | ')} |`, `|---|${columns.map(() => '---:|').join('')}`, ...rows].join('\n');
  }
}

export const compact = (entities: number): string =>
  entities >= 1e6
    ? `${Math.round(entities / 1e5) / 10}M`
    : entities >= 1000
      ? `${Math.round(entities / 1000)}k`
      : String(entities);

const milliseconds = (ms: number): string => (ms < 1 ? ms.toFixed(3) : ms < 10 ? ms.toFixed(2) : ms.toFixed(0));
