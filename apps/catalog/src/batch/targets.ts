import {valuesOf, type Address, type AnyOperation, type Further} from '@gazetteer/kernel';
import {AppError} from '@gazetteer/model';
import type {Need} from '../access/needs.ts';

/** What a request of a batch leads to. */
export type Target = {
  readonly operation: AnyOperation<Need>;
  readonly address: Address;
  readonly toArgs: (input: object) => unknown;
  /** Segments of the path, those that are parameters with their braces. */
  readonly segments: readonly string[];
};

/** A path with what stands in it, still as it was sent. */
type Place = {readonly segments: readonly string[]; readonly query: URLSearchParams};

const methods = new Set(['POST', 'PUT', 'DELETE']);

/**
 * The addresses that can be asked for in a batch: changes that do all they do in one transaction and
 * are checked by what they change. What needs a privilege, or writes for the catalog itself, is
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
export function targetAt(targets: readonly Target[], method: string, path: string): Target {
  const {segments} = placeOf(path);
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
    wanted.every((one, i) => (isParameter(one) ? given[i] !== '' : one === given[i]))
  );
}

/**
 * What the operation at `path` is called with.
 * @param filled makes of a segment, and of a value of the query, what it stands for
 */
export function inputAt(
  {address, segments}: Target,
  path: string,
  filled: (text: string) => string,
): object {
  const place = placeOf(path);
  const params = Object.fromEntries(
    segments.flatMap((name, i) =>
      isParameter(name) ? [[name.slice(1, -1), filled(place.segments[i] ?? '')]] : [],
    ),
  );
  const query = Object.fromEntries(
    [...new Set(place.query.keys())].map(name => {
      const values = place.query.getAll(name).map(filled);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
  return {
    ...params,
    ...valuesOf(address.segments ?? {}, params),
    ...valuesOf(address.query ?? {}, query),
  };
}

/** @throws BAD_REQUEST for a segment that is not encoded as in an address */
function placeOf(path: string): Place {
  const [before = '', query = ''] = path.split('?', 2);
  try {
    return {
      segments: before.replace(/^\//, '').split('/').map(decodeURIComponent),
      query: new URLSearchParams(query),
    };
  } catch (cause) {
    throw new AppError('BAD_REQUEST', [`${path} is not encoded as an address is`], {cause});
  }
}
