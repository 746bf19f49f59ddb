import {errorTable, type ErrorKind} from './error-table.ts';

/** A failure that a caller can act on. Anything else that is thrown is a bug and answers 500 without detail. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  /** Every issue found, in the order of the rules, when validation found more than the message shows. */
  readonly issues: readonly string[];

  constructor(
    kind: ErrorKind,
    args: readonly string[] = [],
    options: ErrorOptions & {issues?: readonly string[]} = {},
  ) {
    super(render(errorTable[kind][2], args), options);
    this.name = 'AppError';
    this.kind = kind;
    this.issues = options.issues ?? [];
  }

  /** The same failure again, in another thread than the one where it was thrown. */
  static revive(kind: ErrorKind, message: string, issues: readonly string[]): AppError {
    const error = new AppError(kind, [], {issues});
    error.message = message;
    return error;
  }

  get code(): string {
    return errorTable[this.kind][0];
  }

  get status(): number {
    return errorTable[this.kind][1];
  }
}

/** Fills `{n}` with the n-th argument; a missing one stays visible as `{n}`; `{{x}}` prints as `{x}`. */
export function render(template: string, args: readonly string[]): string {
  return template.replace(/\{\{(\w+)\}\}|\{(\d+)\}/g, (whole, literal: string | undefined, index: string | undefined) =>
    literal === undefined ? (args[Number(index)] ?? whole) : `{${literal}}`,
  );
}

/** `{k=v, k2=v2}`: how the Atlas API prints a map inside a message. */
export function printMap(map: Readonly<Record<string, unknown>>): string {
  return `{${Object.entries(map)
    .map(([key, value]) => `${key}=${String(value)}`)
    .join(', ')}}`;
}
