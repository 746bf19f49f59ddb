import {isExact} from './entity/exact-number.ts';
import {errorTable, type ErrorKind} from './error-table.ts';

/** What a policy refused, for whoever looks after that; callers are not told. */
export type Refusal = {
  /** The first of what was refused for the same reason. */
  readonly what: string;
  /** The rule that denies it; undefined where none allows it. */
  readonly rule?: string | undefined;
  readonly count: number;
};

/**
 * A failure that a caller can act on. Anything else that is thrown is a bug and answers 500 without
 * detail.
 */
export class AppError extends Error {
  readonly kind: ErrorKind;
  /**
   * Every issue found, in the order of the rules, when validation found more than the message
   * shows.
   */
  readonly issues: readonly string[];
  refusals: readonly Refusal[] = [];
  /** What an answer says beside the message; not told across threads. */
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(
    kind: ErrorKind,
    args: readonly string[] = [],
    options: ErrorOptions & {
      issues?: readonly string[];
      fields?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(AppError.messageOf(kind, args), options);
    this.name = 'AppError';
    this.kind = kind;
    this.issues = options.issues ?? [];
    this.fields = options.fields ?? {};
  }

  /** The same failure again, in another thread than the one where it was thrown. */
  static revive(
    kind: ErrorKind,
    message: string,
    issues: readonly string[],
    refusals: readonly Refusal[] = [],
  ): AppError {
    const error = new AppError(kind, [], {issues});
    error.message = message;
    error.refusals = refusals;
    return error;
  }

  /** What one of the kind says: for who tells of it and throws none. */
  static messageOf(kind: ErrorKind, args: readonly string[]): string {
    return render(errorTable[kind][2], args);
  }

  get code(): string {
    return errorTable[this.kind][0];
  }

  get status(): number {
    return errorTable[this.kind][1];
  }

  /**
   * Whether the server cannot do anything of the kind just now: what was asked for is not to blame,
   * and can be asked for again.
   */
  get isTemporary(): boolean {
    return this.status === 503 || this.status === 507;
  }
}

/**
 * Fills `{n}` with the n-th argument; a missing one stays visible as `{n}`; `{{x}}` prints as
 * `{x}`.
 */
export function render(template: string, args: readonly string[]): string {
  return template.replace(
    /\{\{(\w+)\}\}|\{(\d+)\}/g,
    (whole, literal: string | undefined, index: string | undefined) =>
      literal === undefined ? (args[Number(index)] ?? whole) : `{${literal}}`,
  );
}

/**
 * `{k=v, k2=[a, null]}`: how the Atlas API prints JSON inside a message, and where a text is
 * declared.
 */
export function printJava(value: unknown): string {
  if (isExact(value)) return value.rawJSON;
  if (Array.isArray(value)) return `[${value.map(printJava).join(', ')}]`;
  if (typeof value === 'number') return String(value).toUpperCase();
  if (typeof value !== 'object' || value === null) return String(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${key}=${printJava(one)}`)
    .join(', ')}}`;
}
