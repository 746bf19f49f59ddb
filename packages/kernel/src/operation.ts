import {
  addressOf,
  type Address,
  type ArgsFor,
  type Asked,
  type At,
  type Body,
  type Change as Changing,
  type Definition,
  type Input,
  type NoParameters,
} from './address.ts';
import type {Parameters as QueryParameters} from './parameters.ts';
import {parseBody} from './shape.ts';

/**
 * Where an operation runs when the store lives in threads: the kinds of `Threads`. What is a
 * `search` waits for its turn, has a limit of time and is given up when nobody waits for it,
 * wherever the store lives.
 */
export type Thread = 'main' | 'reader' | 'search' | 'background' | 'writer';

/**
 * For whom an answer holds: for all with the rights of the caller, from which and from what is
 * stored and was asked alone it follows, or for the caller, of whom the log tells with it.
 */
export type KeptFor = 'rights' | 'caller';

/**
 * What can be asked, as a value: what a server serves, its document, its client and its threads
 * come from lists of these. A `query` gets a graph that can only be read, a `change` a transaction;
 * `steps` open their transactions themselves.
 */
export type Operation<Args, Request, Answer, Graph, Context, May> = {
  /** As metrics and records call it: its name in the list that it stands in. */
  readonly name: string;
  readonly kind: 'query' | 'change' | 'steps';
  readonly on: Thread;
  /** What whoever asks for it must be allowed. */
  readonly may: May;
  /** What the log calls its transaction; empty for steps. */
  readonly logAs: string;
  /** No other change runs beside it. */
  readonly isAlone: boolean;
  /** Nobody is woken by what it writes. */
  readonly isQuiet: boolean;
  /** For whom its answer is kept until something is stored; absent for what is asked anew. */
  readonly keptFor?: KeptFor | undefined;
  /** Absent for what the server asks of itself. */
  readonly address?: Address;
  /**
   * What it was called with, as `run` takes it; done in its thread, before a transaction is open.
   */
  prepare(args: Args, c: Context): Request;
  run(graph: Graph, request: Request, c: Context): Promise<Answer>;
};
/** Whatever it is called with and answers. */
export type AnyOperation<May = unknown> = Omit<
  Operation<never, never, unknown, never, never, May>,
  'prepare'
> & {
  prepare(args: never, c: never): unknown;
};
/** One that is called with `Args` and answers `Answer`, whatever it does for it. */
export type Callable<Args, Answer> = AnyOperation & {
  prepare(args: Args, c: never): unknown;
  run(graph: never, c: never, request: never): Promise<Answer>;
};
export type ArgsOf<O> = O extends {prepare(args: infer Args, c: never): unknown} ? Args : never;

/**
 * A further address of an operation. `toArgs` makes what the operation is called with from what
 * comes with a request.
 */
export type Further = {
  readonly operation: AnyOperation;
  readonly address: Address;
  readonly toArgs: (input: never) => unknown;
};

type Given<May> = {
  /** Who may ask: the usual when absent. */
  readonly may?: May;
  readonly isQuiet?: true;
};
type RequestOf<Run, Otherwise> = Run extends (...args: infer Params) => unknown
  ? Params extends [unknown, infer Request, ...unknown[]]
    ? Request
    : Otherwise
  : never;
type AnswerBy<Run> = Run extends (...args: never[]) => Promise<infer Answer> ? Answer : never;

/** Makes operations of one kind, `Own` being what that kind has to say beside what all have. */
type Maker<Graph, Context, May, Own> = {
  /**
   * `read` makes of the input what `run` works with, before a transaction is open; what it refuses
   * is no rollback.
   */
  <
    const Path extends At,
    Request,
    Answer,
    P extends QueryParameters = NoParameters,
    B extends Body = undefined,
    Read = Asked<Path, P, B>,
  >(
    at: Path & (Asked<Path, P, B> extends Read ? unknown : never),
    definition: Definition<P, B> &
      Given<May> &
      Own & {
        readonly read: (input: Read, c: Context) => Request;
        readonly run: (graph: Graph, request: NoInfer<Request>, c: Context) => Promise<Answer>;
      },
  ): Operation<ArgsFor<Read, B>, Request, Answer, Graph, Context, May>;
  <
    const Path extends At,
    Run extends (graph: Graph, request: Asked<Path, P, B>, c: Context) => Promise<unknown>,
    P extends QueryParameters = NoParameters,
    B extends Body = undefined,
  >(
    at: Path,
    definition: Definition<P, B> & Given<May> & Own & {readonly read?: never; readonly run: Run},
  ): Operation<
    ArgsFor<RequestOf<Run, Asked<Path, P, B>>, B>,
    RequestOf<Run, Asked<Path, P, B>>,
    AnswerBy<Run>,
    Graph,
    Context,
    May
  >;
  /** One without an address. */
  <Args, Request, Answer>(
    definition: Given<May> &
      Own & {
        readonly read: (args: Args, c: Context) => Request;
        readonly run: (graph: Graph, request: Request, c: Context) => Promise<Answer>;
      },
  ): Operation<Args, Request, Answer, Graph, Context, May>;
  <Args, Answer>(
    definition: Given<May> &
      Own & {
        readonly read?: never;
        readonly run: (graph: Graph, args: Args, c: Context) => Promise<Answer>;
      },
  ): Operation<Args, Args, Answer, Graph, Context, May>;
};
type Logged = {readonly logAs: string};
type Query = {readonly on?: 'main' | 'search' | 'background'; readonly keptFor?: KeptFor};
/**
 * `isAlone`: of types, which all other changes rest on. `keptFor`: its answer when it found that
 * nothing was to be changed.
 */
type Change = {readonly isAlone?: true; readonly keptFor?: 'caller'};
type Steps = {readonly on: Thread};

/**
 * The constructors of one server's operations. `Log` is what queries and changes say for the log.
 * @param usual what whoever asks must be allowed when an operation says nothing: the safe one
 * @param changing what is said of the address of a change
 */
export function makers<Graph, Tx, Context, StepsContext, May, Log = Logged>(
  usual: May,
  changing: Changing = 'rehearsed',
): {
  query: Maker<Graph, Context, May, Query & Log>;
  change: Maker<Tx, Context, May, Change & Log>;
  steps: Maker<StepsContext, StepsContext, May, Steps>;
} {
  const maker =
    (kind: 'query' | 'change' | 'steps') =>
    (...given: readonly [Made<May>] | readonly [At, Made<May>]) => {
      const [at, made] = given.length === 1 ? [undefined, given[0]] : given;
      return new Value(kind, at, made, usual, changing);
    };
  return {query: maker('query'), change: maker('change'), steps: maker('steps')} as never;
}

type Made<May> = Definition<QueryParameters, Body> &
  Given<May> & {
    on?: Thread;
    logAs?: string;
    isAlone?: true;
    keptFor?: KeptFor;
    read?: (input: unknown, c: unknown) => unknown;
    run: (graph: unknown, request: unknown, c: unknown) => Promise<unknown>;
  };

class Value<May> implements Operation<unknown, unknown, unknown, unknown, unknown, May> {
  readonly kind: 'query' | 'change' | 'steps';
  readonly on: Thread;
  readonly may: May;
  readonly logAs: string;
  readonly isAlone: boolean;
  readonly isQuiet: boolean;
  readonly keptFor: KeptFor | undefined;
  readonly address?: Address;
  readonly run: Made<May>['run'];
  readonly #read: Made<May>['read'];
  #name = '';

  constructor(
    kind: 'query' | 'change' | 'steps',
    at: At | undefined,
    made: Made<May>,
    usual: May,
    changing: Changing,
  ) {
    const {
      on,
      may = usual,
      logAs = '',
      isAlone = false,
      isQuiet = false,
      keptFor,
      read,
      run,
      ...definition
    } = made;
    this.kind = kind;
    this.on = on ?? (kind === 'change' ? 'writer' : 'reader');
    this.may = may;
    this.logAs = logAs;
    this.isAlone = isAlone;
    this.isQuiet = isQuiet;
    this.keptFor = keptFor;
    this.run = run;
    this.#read = read;
    if (at !== undefined)
      this.address = addressOf(
        at,
        withDeadline(definition, this.on),
        this.on === 'writer' ? changing : undefined,
      );
  }

  get name(): string {
    if (this.#name === '') throw new Error('an operation that stands in no list has no name');
    return this.#name;
  }

  static name(operation: AnyOperation, name: string): void {
    (operation as unknown as Value<unknown>).#name = name;
  }

  prepare(args: unknown, c: unknown): unknown {
    const request = withBodyRead(this.address?.body, args);
    return this.#read === undefined ? request : this.#read(request, c);
  }
}

/** Whoever calls an operation by a further address that has no body hands in none. */
function withBodyRead(body: Body, args: unknown): unknown {
  if (body === undefined || 'mediaType' in body || 'form' in body || body.isText === true)
    return args;
  if (!('body' in (args as object))) return args;
  const {shape, read} = body;
  const {body: text} = args as {body: string | undefined};
  const json = text === undefined ? undefined : parseBody(shape, text);
  return {...(args as object), body: read === undefined ? json : read(json ?? null)};
}

type Listed = Readonly<Record<string, AnyOperation | Further>>;
type OperationsOf<List extends Listed> = {
  readonly [Name in keyof List as List[Name] extends Further ? never : Name]: List[Name];
};

/** The operations among what a list has, with their names from it. */
export function named<const List extends Listed>(list: List): OperationsOf<List> {
  const operations = Object.entries(list).filter(
    (entry): entry is [string, AnyOperation] => !('operation' in entry[1]),
  );
  for (const [name, operation] of operations) Value.name(operation, name);
  return Object.fromEntries(operations) as OperationsOf<List>;
}

/** What waits its turn with searches is given up at their deadline, wherever it is asked for. */
function withDeadline<D extends Pick<Address, 'errors'>>(definition: D, on: string): D {
  return on === 'search'
    ? {...definition, errors: [...(definition.errors ?? []), 'SEARCH_TIMEOUT']}
    : definition;
}

/**
 * A further address of an operation, whose input is what the operation is called with, or is made
 * into it by `toArgs`.
 */
export function also<
  const Path extends At,
  Args,
  P extends QueryParameters = NoParameters,
  B extends Body = undefined,
>(
  at: Path,
  operation: Callable<Args, unknown>,
  definition: Definition<P, B>,
  ...toArgs: Input<Path, P, B> extends Args
    ? [toArgs?: (input: Input<Path, P, B>) => Args]
    : [toArgs: (input: Input<Path, P, B>) => Args]
): Further {
  const change = operation.address?.change ?? (operation.on === 'writer' ? 'rehearsed' : undefined);
  const [made = (input: Input<Path, P, B>) => input] = toArgs;
  return {
    operation,
    address: addressOf(at, withDeadline(definition, operation.on), change),
    toArgs: made,
  };
}
