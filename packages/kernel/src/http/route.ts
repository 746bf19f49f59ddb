import {AppError} from '@gazetteer/model';
import {optionalBody, pathOf, requiredBody} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import {addressOf} from '../address.ts';
import type {Address, At, Body, Change, Definition, Input, NoParameters} from '../address.ts';
import type {AnyOperation, Callable, Further} from '../operation.ts';
import {valuesOf, type Parameters} from '../parameters.ts';
import type {Given} from '../given.ts';
import {dryRunOf, type Values} from '../values.ts';
import {givenIn} from './bodies.ts';

/** What a server answers at an address; `Door` is what it needs for it. */
export type Route<Door> = Address & {
  handlerWith(door: Door): (request: FastifyRequest, reply: FastifyReply) => unknown;
};

/**
 * Runs an operation where its store lives and sends its answer: 204 when there is no content.
 * @param address says with which status, and where to find what was made
 */
export type Run = <Args>(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Callable<Args, unknown>,
  args: Args,
  address?: Pick<Address, 'status' | 'location'>,
) => Promise<FastifyReply>;

/** Routes of the addresses that operations of a list have. */
export function routesOf(
  list: Readonly<Record<string, AnyOperation | Further>>,
): readonly Route<{readonly run: Run}>[] {
  return Object.values(list).flatMap(one => {
    if ('operation' in one)
      return [routeTo(one.operation, one.address, one.toArgs as (input: object) => unknown)];
    return one.address === undefined ? [] : [routeTo(one, one.address, input => input)];
  });
}

/** A route that runs an operation. */
export function routeTo(
  operation: AnyOperation,
  address: Address,
  toArgs: (input: object) => unknown,
): Route<{readonly run: Run}> {
  return {
    ...address,
    handlerWith:
      ({run}) =>
      (request, reply) =>
        run(request, reply, operation, toArgs(inputOf(request, address)) as never, address),
  };
}

type Handle<I, Door> = (
  input: I,
  request: FastifyRequest,
  reply: FastifyReply,
  door: Door,
) => unknown;

/**
 * The constructor of a server's routes that answer by themselves: a file, another status, several
 * operations.
 */
export function streams<Door>(): <
  const Path extends At,
  P extends Parameters = NoParameters,
  B extends Body = undefined,
>(
  at: Path,
  definition: Definition<P, B> & ChangeOf<Path>,
  handle: Handle<Input<Path, P, B>, Door>,
) => Route<Door> {
  return (at, {change, ...definition}, handle) =>
    routeOf(at, definition as unknown as Definition<Parameters, Body>, change, handle as never);
}

/** `rehearsed` only where nothing but operations of the writer change anything. */
type ChangeOf<Path> = Path extends `GET ${string}`
  ? {readonly change?: never}
  : {readonly change: Change};

export function routeOf<const Path extends At, P extends Parameters, B extends Body, Door>(
  at: Path,
  definition: Definition<P, B>,
  change: Change | undefined,
  handle: Handle<Input<Path, P, B>, Door>,
): Route<Door> {
  const address = addressOf(at, definition, change);
  return {
    ...address,
    handlerWith: door => (request, reply) => {
      if (change === 'unrehearsed' && dryRunOf(request.query as Values)) {
        throw new AppError('BAD_REQUEST', [
          `${address.method} ${address.path} cannot be rehearsed with dryRun`,
        ]);
      }
      return handle(inputOf(request, address) as never, request, reply, door);
    },
  };
}

function inputOf(
  request: FastifyRequest,
  {path: at, query = {}, segments = {}, body: wanted}: Address,
): object {
  const params = request.params as Readonly<Record<string, string>>;
  return {
    ...params,
    ...restOf(request, at),
    ...valuesOf(segments, params),
    ...valuesOf(query, request.query as Given),
    ...bodyOf(request, wanted),
  };
}

function bodyOf(request: FastifyRequest, wanted: Body): object {
  if (wanted === undefined || 'mediaType' in wanted) return {};
  if ('form' in wanted) return valuesOf(wanted.form, givenIn(request));
  return {body: wanted.required ? requiredBody(request) : optionalBody(request)};
}

/**
 * The segments that `{*names}` stands for, decoded one by one: `a/b/` is two, and an empty one in
 * front of others stays.
 */
function restOf(request: FastifyRequest, at: string): object {
  const [, name] = /\{\*(\w+)\}$/.exec(at) ?? [];
  if (name === undefined) return {};
  const path = pathOf(request).slice((request.routeOptions.url ?? '').length - 1);
  return {[name]: path === '' ? [] : path.replace(/\/$/, '').split('/').map(decodeURIComponent)};
}
