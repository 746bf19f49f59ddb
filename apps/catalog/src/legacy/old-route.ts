import {AppError, JsonError} from '@gazetteer/model';
import type {FastifyRequest} from 'fastify';
import type {OperationArgs, OperationName} from '../operations.ts';
import type {Parameters} from '../api/parameters.ts';
import {changeBy, routeOf, type Body, type Definition, type Input, type Route} from '../api/route.ts';

type At = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
type NoParameters = Readonly<Record<never, never>>;
type Run = {
  readonly name: OperationName;
  readonly args: unknown;
  readonly locationOf?: (answer: Answer) => string | undefined;
};
type Answer = {entities?: {created?: string[]}};

/** What a route runs: one of several operations, by its parameters. */
export function running<Name extends OperationName>(
  name: Name,
  args: OperationArgs<Name>,
  locationOf?: Run['locationOf'],
): Run {
  return {name, args, ...(locationOf === undefined ? {} : {locationOf})};
}

/**
 * A route of the API before v2: its errors have one member, `error`, and answers of 201 say where to find what was made.
 * `first` names an operation that it may run: whether it changes something.
 */
export function oldRoute<const Path extends At, P extends Parameters = NoParameters, B extends Body = undefined>(
  at: Path,
  first: OperationName,
  definition: Definition<P, B>,
  choose: (input: Input<Path, P, B>, request: FastifyRequest) => Run,
): Route {
  const status = definition.status ?? 200;
  const route = routeOf<Path, P, B>(at, definition, changeBy(first), async (input, request, reply, {call}) => {
    const {name, args, locationOf} = choose(input, request);
    const {json, isDryRun} = await call(request, name, args as never);
    const path = isDryRun ? undefined : locationOf?.(JSON.parse(json ?? '{}') as Answer);
    if (path !== undefined) void reply.header('location', `${request.url.split('?', 1)[0]}/${path}`);
    return await reply.code(isDryRun ? 200 : status).send(json);
  });
  return {
    ...route,
    // Reading the parameters may refuse them, too.
    handle: async (request, reply, context) => {
      try {
        return await route.handle(request, reply, context);
      } catch (error) {
        if (!(error instanceof AppError || error instanceof JsonError)) throw error;
        return await reply.code(statusOf(error)).send({error: escaped(error.message)});
      }
    },
  };
}

/** An entity that is not valid was a bad request then, whatever was wrong with it. */
function statusOf(error: AppError | JsonError): number {
  return error instanceof JsonError || error.kind === 'INSTANCE_CRUD_INVALID_PARAMS' ? 400 : error.status;
}

/** Texts of errors were escaped for JSON before they became JSON. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('/', String.raw`\/`);
}
