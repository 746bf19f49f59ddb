/** Languages that a Spark session takes statements in. */
export const livyKinds = ['sql', 'spark', 'pyspark', 'sparkr'] as const;
export type LivyKindOfCode = (typeof livyKinds)[number];

export type LivyInterpreter = {
  readonly type: string;
  readonly name: string;
  readonly interface: 'livy';
  readonly engine: 'livy';
  readonly options: {readonly all: Readonly<Record<string, unknown>>};
  readonly kind: LivyKindOfCode;
  readonly conf: Readonly<Record<string, string>>;
  readonly startTimeoutMs: number;
};

const kindsByType: Readonly<Record<string, LivyKindOfCode>> = {
  sparksql: 'sql',
  sql: 'sql',
  scala: 'spark',
  spark: 'spark',
  pyspark: 'pyspark',
  python: 'pyspark',
  r: 'sparkr',
  sparkr: 'sparkr',
};

/** An interpreter with `interface=livy`; its type tells the language where no option does. */
export function readLivy(
  type: string,
  name: string,
  all: Readonly<Record<string, unknown>>,
  fail: (message: string) => void,
): LivyInterpreter {
  const {kind: given, conf = {}, start_timeout: seconds = 300} = all;
  const kind =
    given === undefined
      ? (kindsByType[type.toLowerCase()] ?? 'sql')
      : livyKinds.find(one => one === given);
  if (kind === undefined)
    fail(`kind = ${JSON.stringify(given)} is not valid; allowed is one of ${livyKinds.join(', ')}`);
  const isObject = typeof conf === 'object' && conf !== null && !Array.isArray(conf);
  if (!isObject)
    fail(`conf = ${JSON.stringify(conf)} is not valid; allowed is an object of Spark's settings`);
  const isTime = typeof seconds === 'number' && seconds >= 1 && seconds <= 86_400;
  if (!isTime)
    fail(
      `start_timeout = ${JSON.stringify(seconds)} is not valid; allowed is a number of seconds up to 86400`,
    );
  return {
    type,
    name,
    interface: 'livy',
    engine: 'livy',
    options: {all},
    kind: kind ?? 'sql',
    conf: Object.fromEntries(
      Object.entries(isObject ? conf : {}).map(([key, value]) => [key, String(value)]),
    ),
    startTimeoutMs: (isTime ? seconds : 300) * 1000,
  };
}
