import {valuesOf, type Address, type AnyOperation, type Further} from '@gazetteer/kernel';
import {AppError} from '@gazetteer/model';
import type {Need} from '../access/needs.ts';
import {decoded} from './references.ts';

/** What a request of a batch leads to. */
export type Target = {
  readonly operation: AnyOperation<Need>;
  readonly address: Address;
  readonly toArgs: (input: object) => unknown;
  /** Segments of the path, those that are parameters with their braces. */
  readonly segments: readonly string[];
};

/** A path as it was sent: its segments, and its query by name. */
export type ParsedPath = {
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
};

const methods = new Set(['POST', 'PUT', 'DELETE']);

/**
 * The addresses that can be asked for in a batch: changes that do all they do in one transaction
 * and are checked by what they change. What needs a privilege, or writes for the catalog itself, is
 * asked for alone.
 */
export function targetsOf(list: Readonly<Record<string, AnyOperation | Further>>): Target[] {
  return Object.values(list).flatMap(one => {
    const isFurther = 'operation' in one;
    const operation = (isFurther ? one.operation : one) as AnyOperation<Need>;
    const {address} = one;
    const {kind, may} = operation;
    const isChecked = may.writes !== 'free' && may.privilege === undefined && !may.isInternal;
    if (address === undefined || kind !== 'change' || !isChecked || !takesJson(address)) return [];
    const toArgs = isFurther ? (one.toArgs as Target['toArgs']) : (input: object) => input;
    return [{operation, address, toArgs, segments: address.path.slice(1).split('/')}];
  });
}

/** A file, or a list of names at the end of the path, has no place in JSON. */
function takesJson({body, path, method}: Address): boolean {
  return methods.has(method) && !path.includes('{*') && (body === undefined || 'shape' in body);
}

/**
 * The target of `method` and `path`; of two that fit, the one with fewer parameters.
 * @throws BAD_REQUEST where there is none
 */
export function targetAt(
  targets: readonly Target[],
  method: string,
  path: string,
  {segments}: ParsedPath,
): Target {
  const found = targets
    .filter(({address, segments: wanted}) => address.method === method && fits(wanted, segments))
    .sort((a, b) => parametersIn(a) - parametersIn(b))[0];
  if (found === undefined)
    throw new AppError('BAD_REQUEST', [
      `${method} ${path} cannot be a part of a batch; GET /openapi.json says what can`,
    ]);
  return found;
}

const isParameter = (segment: string) => segment.startsWith('{');
const parametersIn = ({segments}: Target) => segments.filter(isParameter).length;

function fits(wanted: readonly string[], given: readonly string[]): boolean {
  return (
    wanted.length === given.length &&
    wanted.every((one, i) => (isParameter(one) ? given[i] !== '' : one === decoded(given[i] ?? '')))
  );
}

/** Those that are said of the whole batch. */
const ofBatch = new Set(['dryrun', 'deletetype']);

/**
 * @throws BAD_REQUEST for a query with what is said of the whole batch, and would have no effect
 */
export function checkQuery({query}: ParsedPath): void {
  const found = query.find(([name]) => ofBatch.has(name.toLowerCase()));
  if (found !== undefined)
    throw new AppError('BAD_REQUEST', [
      `${found[0]} is a parameter of POST /v2/batch, not of a part`,
    ]);
}

/**
 * What the operation at a place is called with.
 * @param filled makes of a segment, and of a value of the query, what it stands for
 */
export function inputAt(
  {address, segments}: Target,
  at: ParsedPath,
  filled: (sent: string) => string,
): object {
  const params = Object.fromEntries(
    segments.flatMap((name, i) =>
      isParameter(name) ? [[name.slice(1, -1), filled(at.segments[i] ?? '')]] : [],
    ),
  );
  const query = Object.fromEntries(
    Array.from(
      Map.groupBy(at.query, ([name]) => name),
      ([name, pairs]) => {
        const values = pairs.map(([, value]) => filled(value));
        return [name, values.length === 1 ? values[0] : values];
      },
    ),
  );
  return {
    ...params,
    ...valuesOf(address.segments ?? {}, params),
    ...valuesOf(address.query ?? {}, query),
  };
}

/** Nothing is decoded but names: whether something is a reference shows only as it was sent. */
export function parsePath(path: string): ParsedPath {
  const [before = '', ...rest] = path.split('?');
  const pairs = rest.join('?').split('&');
  return {
    segments: before.replace(/^\//, '').split('/'),
    query: pairs
      .filter(pair => pair !== '')
      .map(pair => {
        const [name = '', ...value] = pair.replaceAll('+', ' ').split('=');
        return [decoded(name), value.join('=')];
      }),
  };
}
