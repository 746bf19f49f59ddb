/** Every failure that somebody at the editor can act on. Anything else that is thrown is a bug. */
const kinds = {
  /** The UI shows it as a popup. */
  'no-running-server': {status: 500, log: 'error'},
  'invalid-connector': {status: 400, log: 'info'},
} as const;

export type EditorErrorKind = keyof typeof kinds;

export class EditorError extends Error {
  readonly kind: EditorErrorKind;

  constructor(kind: EditorErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EditorError';
    this.kind = kind;
  }

  /** HTTP status and level of the log line. */
  get answer(): (typeof kinds)[EditorErrorKind] {
    return kinds[this.kind];
  }
}
