import type {ErrorKind} from '@gazetteer/model';
import type {Parameter, Parameters, ValuesOf} from './parameters.ts';
import type {Shape} from './shape.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Method, and the path with its parameters in braces, relative to where the list is mounted. */
export type At = `${Method} /${string}`;

/**
 * A request that changes something tells with `dryRun=true` what it would do, or refuses that;
 * `plain` where a server knows no rehearsals.
 */
export type Change = 'rehearsed' | 'unrehearsed' | 'plain';

/** What the API document says of an address beside its place. */
export type Definition<P extends Parameters, B extends Body> = {
  /** A line without a full stop. */
  readonly summary: string;
  readonly description?: string;
  readonly query?: P;
  /** How parameters of the path are read, where they are not any text. */
  readonly segments?: Readonly<Record<string, Parameter<string>>>;
  readonly body?: B;
  /** Shape of the answer; 204 without one. */
  readonly answer?: Shape;
  /** Answered with 202 while the answer is being made. */
  readonly pending?: Shape;
  /** 200 when there is an answer. */
  readonly status?: number;
  /**
   * With 201: where below the address what was made is, by the answer and what the operation was
   * called with.
   */
  readonly location?: (answer: never, args: never) => string | undefined;
  /** Of the error table; those that any request may meet are added. */
  readonly errors?: readonly ErrorKind[];
  /** Also 204, when there is nothing to answer; the description says when. */
  readonly mayBeEmpty?: true;
  /** Refusals that have no body under /api/meta. */
  readonly emptyErrors?: readonly number[];
  /** Without login. */
  readonly open?: true | 'named';
  /**
   * Access tokens of these scopes are good for it, beside those for everything and, where nothing
   * is changed, those for reading.
   */
  readonly scopes?: readonly string[];
  /** Media type of the answer where it is not JSON. */
  readonly produces?: string;
  /**
   * The answer stays the same for long: it is sent compressed, with an ETag, and not again to
   * whoever has it.
   */
  readonly kept?: true;
  /** A change whose body is no larger than a question's. */
  readonly isSmall?: true;
};

/**
 * A JSON body that has to be there, one that may be left out, fields, or another content than
 * these.
 */
export type Body =
  | undefined
  | JsonBody
  | FormBody
  | {
      readonly mediaType: string;
      readonly fields: Readonly<Record<string, Shape>>;
      /** It is passed on as it comes and never held, so it may be of any size. */
      readonly isStreamed?: true;
    };
export type JsonBody<T = unknown, Required extends boolean = boolean> = {
  readonly shape: Shape;
  readonly required: Required;
  /** Makes of JSON of that shape what an operation works with. */
  readonly read?: (json: unknown) => T;
  /** The operation reads its text by itself. */
  readonly isText?: true;
};

/**
 * Fields that come as a form or as one JSON object, and are read as parameters of a query are. None
 * of them at all is an empty body.
 * `file`: media type of a file that may come in their place, with none of them.
 */
export type FormBody<P extends Parameters = Parameters> = {
  readonly form: P;
  readonly file?: string;
};
export const form = <P extends Parameters>(fields: P): FormBody<P> => ({form: fields});

/**
 * @param read makes of the JSON what the operation works with, in the operation's thread and before
 * its transaction
 */
export function body<T = unknown>(shape: Shape, read?: (json: unknown) => T): JsonBody<T, true> {
  return {shape, required: true, ...(read === undefined ? {} : {read})};
}

/** One that may be left out; `read` then gets null. */
export function bodyIfAny<T = unknown>(
  shape: Shape,
  read?: (json: unknown) => T,
): JsonBody<T, false> {
  return {shape, required: false, ...(read === undefined ? {} : {read})};
}

/** One that its operation parses itself, since what is wrong with it depends on what is stored. */
export function bodyText(shape: Shape): {shape: Shape; required: true; isText: true} {
  return {shape, required: true, isText: true};
}

/** The same for one that may be left out. */
export function bodyTextIfAny(shape: Shape): {shape: Shape; required: false; isText: true} {
  return {shape, required: false, isText: true};
}

type PathNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `*${string}` ? never : Name) | PathNames<Rest>
  : never;
/** `{*names}` at the end of a path stands for any number of segments. */
type RestName<Path extends string> = Path extends `${string}{*${infer Name}}` ? Name : never;
// With `object` an address without parameters would take any name for one.
export type NoParameters = Readonly<Record<never, never>>;

/** `body` is JSON text: it is parsed in the thread of its operation. */
type BodyText<B extends Body> = B extends {required: true}
  ? {body: string}
  : B extends {required: false}
    ? {body: string | undefined}
    : B extends FormBody<infer P>
      ? ValuesOf<P>
      : unknown;
type ParsedBody<B extends Body> = B extends {isText: true}
  ? BodyText<B>
  : B extends JsonBody<infer T>
    ? {body: T}
    : B extends FormBody<infer P>
      ? ValuesOf<P>
      : unknown;
type Named<Path extends string, P extends Parameters> = {[Name in PathNames<Path>]: string} & {
  [Name in RestName<Path>]: readonly string[];
} & ValuesOf<P>;

/** What comes with a request, as the address declares it. */
export type Input<Path extends string, P extends Parameters, B extends Body> = Named<Path, P> &
  BodyText<B>;
/** The same with its body read. */
export type Asked<Path extends string, P extends Parameters, B extends Body> = Named<Path, P> &
  ParsedBody<B>;
/**
 * What a caller hands to an operation that works with `Request`: the same with its body, where it
 * has one, as text.
 */
export type ArgsFor<Request, B extends Body> = B extends JsonBody
  ? Request extends {body: unknown}
    ? Omit<Request, 'body'> & BodyText<B>
    : Request
  : Request;

export type Address = Definition<Parameters, Body> & {
  readonly method: Method;
  readonly path: string;
  /** Absent when it changes nothing. */
  readonly change?: Change;
};

export function addressOf(
  at: At,
  definition: Definition<Parameters, Body>,
  change: Change | undefined,
): Address {
  const [method, path] = at.split(' ') as [Method, string];
  return {...definition, method, path, ...(change === undefined ? {} : {change})};
}
