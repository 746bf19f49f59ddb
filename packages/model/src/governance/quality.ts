import {qualityGroup} from './governance.ts';

/** Elements of the enumeration of a new catalog. */
export const qualityChoices = {AssetChecks: ['Passing', 'Failing', 'Error']} as const;
export const [passing, failing, broken] = qualityChoices.AssetChecks;

/** How the checks of what is in an asset ended last; absent where it has none. */
export type Quality = {
  /** Failing with one check that failed, else Error with one that could not be run. */
  readonly checks: string;
  readonly passed: number;
  readonly failed: number;
  /** Checks that could not be run. */
  readonly errors: number;
  /** Since when it is so, in milliseconds since 1970. */
  readonly since: number;
};

/** The attributes with the types of their values. */
export const qualityAttributes = {
  checks: 'AssetChecks',
  passed: 'int',
  failed: 'int',
  errors: 'int',
  since: 'date',
} as const satisfies Record<keyof Quality, string>;

/** What a header has to be asked for to tell all of it. */
export const qualityAsked: readonly string[] = Object.keys(qualityAttributes).map(
  name => `${qualityGroup}.${name}`,
);

type Told = {
  readonly attributes?: Readonly<Record<string, unknown>> | null | undefined;
  readonly businessAttributes?:
    | Readonly<Record<string, Readonly<Record<string, unknown>>>>
    | null
    | undefined;
};

/** Of an entity, or of a header that was asked for `AssetQuality.checks` and others. */
export function qualityOf({attributes, businessAttributes}: Told): Quality | undefined {
  const values = businessAttributes?.[qualityGroup] ?? {};
  const valueOf = (name: keyof Quality) => values[name] ?? attributes?.[`${qualityGroup}.${name}`];
  const numberOf = (name: keyof Quality) => Number(valueOf(name) ?? 0);
  const checks = valueOf('checks');
  if (typeof checks !== 'string' || checks === '') return undefined;
  return {
    checks,
    passed: numberOf('passed'),
    failed: numberOf('failed'),
    errors: numberOf('errors'),
    since: numberOf('since'),
  };
}

/** How many checks of an asset ended how. */
export type CheckCounts = Pick<Quality, 'passed' | 'failed' | 'errors'>;

/** What is stored of it: all is taken away where there is no check any more. */
export function qualityValues(
  {passed, failed, errors}: CheckCounts,
  before: Quality | undefined,
  now: number,
): Record<keyof Quality, string | number | null> {
  const checks = failed > 0 ? failing : errors > 0 ? broken : passed > 0 ? passing : undefined;
  if (checks === undefined)
    return {checks: null, passed: null, failed: null, errors: null, since: null};
  const since = before?.checks === checks ? before.since : now;
  return {checks, passed, failed, errors, since};
}
