/** How the engine may use this machine. Sizes as DuckDB writes them: `512MB`, `2GB`. */
export type DuckDbLimits = {
  readonly memoryLimit: string;
  readonly maxTempSize: string;
  readonly threads: number;
  /** A statement that runs longer is stopped. */
  readonly timeoutMs: number;
  /**
   * What the engine cannot be asked to stop, such as reading a statement, or what does not heed it,
   * ends with its process after this.
   */
  readonly graceMs: number;
};

export type EmbeddedInterpreter = {
  readonly type: string;
  readonly name: string;
  readonly interface: 'duckdb';
  readonly engine: 'duckdb';
  readonly options: {readonly all: Readonly<Record<string, unknown>>};
  /** Of each person's process. */
  readonly limits: DuckDbLimits;
  /** Disk for the tables and files of one person. */
  readonly quotaBytes: number;
  /** Processes at a time at most. */
  readonly maxPeople: number;
};

const sizes = /^[1-9]\d*(?:MB|GB)$/;
const defaults = {
  memory_limit: '1GB',
  temp_limit: '4GB',
  threads: 2,
  timeout: 600,
  quota: '10GB',
  people: 16,
};

/** What is offered where nobody has configured an engine. */
export const embeddedByDefault: EmbeddedInterpreter = {
  type: 'duckdb',
  name: 'DuckDB (embedded)',
  interface: 'duckdb',
  engine: 'duckdb',
  options: {all: {}},
  ...settingsOf(defaults),
};

/** An interpreter with `interface=duckdb`. `fail` hears of each option that cannot be meant. */
export function readEmbedded(
  type: string,
  name: string,
  all: Readonly<Record<string, unknown>>,
  fail: (message: string) => void,
): EmbeddedInterpreter {
  const read = <T>(
    key: keyof typeof defaults,
    allowed: string,
    accept: (text: string) => T | undefined,
  ): T | undefined => {
    const given = all[key];
    if (given === undefined) return undefined;
    const value = accept(String(given).trim());
    if (value === undefined)
      fail(`${key} = ${JSON.stringify(given)} is not valid; allowed is ${allowed}`);
    return value;
  };
  const size = (text: string) => (sizes.test(text.toUpperCase()) ? text.toUpperCase() : undefined);
  const number = (max: number) => (text: string) =>
    /^[1-9]\d*$/.test(text) && Number(text) <= max ? Number(text) : undefined;
  const settings = settingsOf({
    memory_limit:
      read('memory_limit', 'a size such as 512MB or 2GB', size) ?? defaults.memory_limit,
    temp_limit: read('temp_limit', 'a size such as 512MB or 2GB', size) ?? defaults.temp_limit,
    threads: read('threads', 'a whole number from 1 to 256', number(256)) ?? defaults.threads,
    timeout: read('timeout', 'a number of seconds up to 86400', number(86_400)) ?? defaults.timeout,
    quota: read('quota', 'a size such as 512MB or 2GB', size) ?? defaults.quota,
    people: read('people', 'a whole number from 1 to 1000', number(1000)) ?? defaults.people,
  });
  return {type, name, interface: 'duckdb', engine: 'duckdb', options: {all}, ...settings};
}

function settingsOf(
  all: typeof defaults,
): Pick<EmbeddedInterpreter, 'limits' | 'quotaBytes' | 'maxPeople'> {
  const {memory_limit, temp_limit, threads, timeout, quota, people} = all;
  const limits = {
    memoryLimit: memory_limit,
    maxTempSize: temp_limit,
    threads,
    timeoutMs: timeout * 1000,
    graceMs: 30_000,
  };
  return {
    limits,
    quotaBytes: Number.parseInt(quota, 10) * (quota.endsWith('GB') ? 1e9 : 1e6),
    maxPeople: people,
  };
}
