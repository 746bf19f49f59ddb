import {AppError, type ErrorKind} from '@gazetteer/model';
import {optionalBody, requiredBody} from '@gazetteer/server';
import type {FastifyReply, FastifyRequest} from 'fastify';
import type {Authorizer} from '../access/authorizer.ts';
import type {TaskRunner} from '../admin/task-runner.ts';
import type {SessionSettings} from '../admin/session.ts';
import type {Executor} from '../host/executor.ts';
import type {Telemetry} from '../host/telemetry.ts';
import type {ChangeFeed} from '../notification/change-feed.ts';
import type {HookConsumer} from '../notification/hook-consumer.ts';
import type {Notifications} from '../notification/start-notifications.ts';
import {operations, type OperationArgs, type OperationName} from '../operations.ts';
import {dryRunOf} from '../query.ts';
import type {Call, Run} from '../run.ts';
import type {Downloads} from '../search/download/downloads.ts';
import type {AsyncImports} from '../transfer/async-imports.ts';
import type {Transfers} from '../transfer/transfers.ts';
import type {Parameters, ValuesOf} from './parameters.ts';
import type {Shape} from './shape.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type At = `${Method} /${string}`;

/** What the API document says of a route beside its place. */
export type Definition<P extends Parameters, B extends Body> = {
  /** A line without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly query?: P;
  readonly body?: B;
  /** Shape of the answer; 204 without one. */
  readonly answer?: Shape;
  /** 200 when there is an answer. */
  readonly status?: number;
  /** Of the error table; those that any request may meet are added. */
  readonly errors?: readonly ErrorKind[];
  /** Also 204, when there is nothing to answer; the description says when. */
  readonly mayBeEmpty?: true;
  /** Refusals that have no body under /api/meta. */
  readonly emptyErrors?: readonly number[];
  /** Without login. */
  readonly open?: true | 'named';
  /** Media type of the answer where it is not JSON. */
  readonly produces?: string;
};

/** A JSON body that has to be there, one that may be left out, or another content than JSON. */
export type Body =
  | undefined
  | {readonly shape: Shape; readonly required: boolean}
  | {readonly mediaType: string; readonly fields: Readonly<Record<string, Shape>>};

export const body = (shape: Shape): {shape: Shape; required: true} => ({shape, required: true});
export const bodyIfAny = (shape: Shape): {shape: Shape; required: false} => ({shape, required: false});

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;
/** `body` is JSON text: it is parsed in the thread of its operation. */
type BodyText<B extends Body> = B extends {required: true}
  ? {body: string}
  : B extends {required: false}
    ? {body: string | undefined}
    : unknown;
export type Input<Path extends string, P extends Parameters, B extends Body> = {
  [Name in PathNames<Path>]: string;
} & ValuesOf<P> &
  BodyText<B>;

/** What handlers need beside their request. */
export type ApiContext = {
  readonly run: Run;
  readonly call: Call;
  readonly executor: Executor;
  readonly telemetry: Telemetry;
  readonly authorizer: Authorizer;
  readonly downloads: Downloads;
  readonly transfers: Transfers;
  readonly asyncImports: AsyncImports;
  readonly tasks: TaskRunner;
  readonly hooks: HookConsumer;
  /** Topics that messages of hooks come from. */
  readonly hookTopics: readonly string[];
  readonly notifications: Pick<Notifications, 'counts'>;
  /** Absent when nothing is put down for readers. */
  readonly changes: ChangeFeed | undefined;
  readonly session: SessionSettings;
};
type Handle<I> = (input: I, request: FastifyRequest, reply: FastifyReply, context: ApiContext) => unknown;

/** A route that changes something tells with `dryRun=true` what it would do, or refuses that. */
export type Change = 'rehearsed' | 'unrehearsed';

/** One operation of the API, as data: routes, checks of parameters and the API document are made from it. */
export type Route = Definition<Parameters, Body> & {
  readonly method: Method;
  /** With its parameters in braces, relative to `/api/meta` and `/api/atlas`. */
  readonly path: string;
  /** Absent when it changes nothing. */
  readonly change?: Change;
  readonly handle: (request: FastifyRequest, reply: FastifyReply, context: ApiContext) => unknown;
};

// With `object` a route without parameters would take any name for one.
type NoParameters = Readonly<Record<never, never>>;

/** A route that runs one operation with what `args` makes of its parameters. */
export function route<
  const Path extends At,
  Name extends OperationName,
  P extends Parameters = NoParameters,
  B extends Body = undefined,
>(
  at: Path,
  name: Name,
  definition: Definition<P, B>,
  args: (input: Input<Path, P, B>, request: FastifyRequest) => OperationArgs<Name>,
): Route {
  const handle: Handle<Input<Path, P, B>> = (input, request, reply, {run}) =>
    run(request, reply, name, args(input, request));
  return routeOf(at, definition, changeBy(name), handle);
}

/** A route that changes nothing and whose function answers by itself: what runs no operation, or makes more of its answer. */
export function serve<
  const Path extends `GET /${string}`,
  P extends Parameters = NoParameters,
  B extends Body = undefined,
>(at: Path, definition: Definition<P, B>, handle: Handle<Input<Path, P, B>>): Route {
  return routeOf(at, definition, undefined, handle);
}

/** The same for one that changes something. It is `rehearsed` only when nothing but operations of the writer change anything. */
export function serveChange<const Path extends At, P extends Parameters = NoParameters, B extends Body = undefined>(
  at: Path,
  change: Change,
  definition: Definition<P, B>,
  handle: Handle<Input<Path, P, B>>,
): Route {
  return routeOf(at, definition, change, handle);
}

/** What a route does that runs this operation. */
export function changeBy(name: OperationName): Change | undefined {
  return operations[name].on === 'writer' ? 'rehearsed' : undefined;
}

export function routeOf<const Path extends At, P extends Parameters, B extends Body>(
  at: Path,
  definition: Definition<P, B>,
  change: Change | undefined,
  handle: Handle<Input<Path, P, B>>,
): Route {
  const [method, path] = at.split(' ') as [Method, string];
  return {
    ...definition,
    method,
    path,
    ...(change === undefined ? {} : {change}),
    handle: (request, reply, context) => {
      if (change === 'unrehearsed' && dryRunOf(request)) {
        throw new AppError('BAD_REQUEST', [`${method} ${path} cannot be rehearsed with dryRun`]);
      }
      return handle(inputOf(request, definition) as Input<Path, P, B>, request, reply, context);
    },
  };
}

function inputOf(request: FastifyRequest, {query = {}, body: wanted}: Definition<Parameters, Body>): object {
  const values = Object.entries(query).map(([name, one]) => [name, one.read(request, one.wireName ?? name)]);
  const text =
    wanted === undefined || 'mediaType' in wanted
      ? {}
      : {body: wanted.required ? requiredBody(request) : optionalBody(request)};
  return {...(request.params as object), ...(Object.fromEntries(values) as object), ...text};
}
